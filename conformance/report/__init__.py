"""Six renderings of one `RunResult`. They only show it; nothing is decided here."""

from collections.abc import Callable, Mapping
from pathlib import Path

from conformance.recordings.report_folder import EXCHANGES_FILE, REPORT_FILE
from conformance.report.badge import badge
from conformance.report.har_archive import har_archive
from conformance.report.html_page import html_page
from conformance.report.json_report import json_report
from conformance.report.junit_xml import junit_xml
from conformance.report.markdown_summary import markdown_summary
from conformance.results.run_result import RunResult

_RENDERINGS: Mapping[str, Callable[[RunResult], bytes]] = {
    REPORT_FILE: json_report,
    "report.html": lambda result: html_page(result).encode("utf-8", "replace"),
    "report.md": lambda result: markdown_summary(result).encode("utf-8", "replace"),
    "junit.xml": junit_xml,
    EXCHANGES_FILE: har_archive,
    "badge.svg": lambda result: badge(result).encode(),
}
REPORT_FILES = tuple(_RENDERINGS)


def write_reports(result: RunResult, folder: Path) -> None:
    """Writes the files of `REPORT_FILES` into *folder*. Creates the folder when it is absent."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rendering in _RENDERINGS.items():
        (folder / name).write_bytes(rendering(result))
