"""Folders that `teesheet check` has written: found below one folder, and read. Knows the files, not the suite."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from mock_server.api.problems import Problem

REPORT, EXCHANGES = "report.json", "exchanges.har"
MOST_BYTES = 128 * 1024 * 1024
MOST_REPORTS = 100


def report_names(folder: str) -> Sequence[str]:
    """The folders with a report, the newest first. The folder itself has the name `-`."""
    here = Path(folder)
    found = [here, *(here.iterdir() if here.is_dir() else ())]
    reports = [place for place in found if (place / REPORT).is_file()]
    newest = sorted(reports, key=lambda place: (place / REPORT).stat().st_mtime, reverse=True)
    return ["-" if place == here else place.name for place in newest[:MOST_REPORTS]]


def read_report(folder: str, name: str) -> Mapping[str, Any]:
    """The report in a folder. Raises Problem not_found if there is no report, or if nobody can read it."""
    report = _read(folder, name, REPORT)
    if not isinstance(report, dict) or not isinstance(report.get("requirements"), list):
        raise Problem("not_found", f"The file {REPORT} in {name} is not a report of teesheet check. Choose another.")
    return report


def read_exchanges(folder: str, name: str) -> Sequence[Mapping[str, Any]]:
    """The recorded exchanges of a report, in its order. Raises Problem not_found."""
    archive = _read(folder, name, EXCHANGES)
    try:
        entries: Sequence[Mapping[str, Any]] = archive["log"]["entries"]
    except (KeyError, TypeError):
        raise Problem("not_found", f"The file {EXCHANGES} in {name} has no list of exchanges. Run again.") from None
    return entries


def _read(folder: str, name: str, file: str) -> Any:
    # Only names that are listed, so that no name leads out of the folder.
    if name not in report_names(folder):
        raise Problem("not_found", f"There is no report {name[:100]!r}. Choose one in the list of reports.")
    path = Path(folder) / file if name == "-" else Path(folder) / name / file
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Problem("not_found", f"The file {file} in {name} is too large for a page. Open report.html instead.")
        return orjson.loads(path.read_bytes())
    except OSError as error:
        raise Problem(
            "not_found", f"The file {file} in {name} cannot be read: {error.strerror}. Choose another."
        ) from None
    except orjson.JSONDecodeError:
        raise Problem(
            "not_found", f"The file {file} in {name} is no JSON. The run may have been interrupted. Choose another."
        ) from None
