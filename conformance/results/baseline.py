"""The baseline: failures that somebody has accepted for a while, each with its reason, its owner and its last day.

A known failure does not count against a target. A row of the baseline that is no longer true is stale. A stale baseline
fails a run, so that no acceptance outlives its cause.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import yaml

from conformance.catalogue.requirements import Level
from conformance.evidence.verdicts import Verdict
from conformance.results.run_result import KnownFailure, RowResult, RunResult
from conformance.text.spelling import did_you_mean
from openapi.yaml_nodes import BoundedLoader

_LIST = "known_failures"
_KEYS = ("id", "reason", "owner", "until")
_ACCEPTABLE = (Verdict.fail, Verdict.serious, Verdict.warn)


class BaselineError(Exception):
    """The baseline cannot be used; the message is one sentence that names the file and the way out."""


def read_baseline(file: Path) -> tuple[KnownFailure, ...]:
    """The known failures in *file*, which is YAML or TOML by its ending: a list `known_failures` of rows with `id`,
    `reason`, `owner` and `until`, the last day (YYYY-MM-DD, UTC).

    Raises `BaselineError` for anything else.
    """
    declared = _parsed(file)
    try:
        rows = _rows(declared)
        _refuse_repeated(rows)
    except BaselineError as error:
        raise BaselineError(f"The baseline {file} {error}") from error
    return rows


def _parsed(file: Path) -> Any:
    parsers: Mapping[str, Callable[[str], Any]] = {
        ".toml": tomllib.loads,
        ".yaml": _yaml,
        ".yml": _yaml,
    }
    if file.suffix.lower() not in parsers:
        raise BaselineError(f"The baseline {file} must end in .yaml, .yml or .toml.")
    try:
        return parsers[file.suffix.lower()](file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BaselineError(f"The baseline {file} cannot be read: {error.strerror}.") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        kind = file.suffix.lower().removeprefix(".").upper()
        reason = " ".join(str(error).split()).removesuffix(".")
        raise BaselineError(f"The baseline {file} is not {kind}: {reason}.") from error


def _yaml(text: str) -> Any:
    return yaml.load(text, BoundedLoader)  # noqa: S506 - A CSafeLoader with bounds.


def _rows(declared: Any) -> tuple[KnownFailure, ...]:
    if not isinstance(declared, Mapping):
        raise BaselineError(f"must hold a list {_LIST}.")
    _refuse_unknown(declared, (_LIST,), "")
    rows = declared.get(_LIST)
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise BaselineError(f"must hold a list {_LIST}.")
    return tuple(_known_failure(row, f"{_LIST} {place}") for place, row in enumerate(rows, start=1))


def _known_failure(row: Any, where: str) -> KnownFailure:
    if not isinstance(row, Mapping):
        raise BaselineError(f"has a row that is not a table of {', '.join(_KEYS)}: {where}.")
    _refuse_unknown(row, _KEYS, f" in {where}")
    missing = [key for key in _KEYS if key not in row]
    if missing:
        raise BaselineError(f"lacks {' and '.join(missing)} in {where}.")
    texts = {key: row[key] for key in ("id", "reason", "owner")}
    for key, value in texts.items():
        if not isinstance(value, str) or not value.strip():
            raise BaselineError(f"needs a text as {key} in {where}.")
    return KnownFailure(**texts, until=_day(row["until"], where))


def _day(value: Any, where: str) -> date:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            pass
    elif isinstance(value, date) and not isinstance(value, datetime):
        return value
    raise BaselineError(f"needs a day like 2026-12-31 as until in {where}.")


def _refuse_unknown(table: Mapping[Any, Any], known: Sequence[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise BaselineError(f"has an unknown key{where}: {key}.{did_you_mean(str(key), known)}")


def _refuse_repeated(rows: Sequence[KnownFailure]) -> None:
    for row_id, count in Counter(row.id for row in rows).items():
        if count > 1:
            raise BaselineError(f"names {row_id} more than once.")


def apply_baseline(result: RunResult, baseline: Sequence[KnownFailure]) -> RunResult:
    """*result* with each accepted failure, serious finding or warning turned into `known`, and a sentence for each
    stale row.

    A row is compared with the UTC day on which the run ended. It still holds on its last day. A row that the run did
    not select does not change.
    """
    today = result.finished_at.date()
    accepted = {row.id: row for row in baseline if row.until >= today}
    found = {row.row.id: row for row in result.rows}
    stale = (_stale(row, found, today) for row in baseline)
    return replace(
        result,
        rows=tuple(_known(row, accepted.get(row.row.id)) for row in result.rows),
        stale_baseline=tuple(sentence for sentence in stale if sentence),
    )


def _known(row: RowResult, accepted: KnownFailure | None) -> RowResult:
    if accepted is None or not row.selected or row.verdict not in _ACCEPTABLE:
        return row
    return replace(row, verdict=Verdict.known, known=accepted)


def _stale(row: KnownFailure, found: Mapping[str, RowResult], today: date) -> str | None:
    """Why this row is stale, or None."""
    result = found.get(row.id)
    if result is None:
        return f"{row.id} (owner {row.owner}) is not a requirement.{did_you_mean(row.id, found)}"
    if result.row.level not in (Level.must, Level.should):
        return f"{row.id} (owner {row.owner}) cannot fail, because it is {result.row.level.value}: delete its row."
    if result.selected and result.verdict is Verdict.pass_:
        return f"{row.id} (owner {row.owner}) holds: delete its row."
    if result.selected and today > row.until:
        return f"{row.id} (owner {row.owner}) was accepted until {row.until}: mend the target, or agree on a new day."
    return None
