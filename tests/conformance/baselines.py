"""Baselines, and rows that a baseline knows."""

from dataclasses import replace
from datetime import date
from pathlib import Path

from conformance.results.baseline import apply_baseline
from conformance.results.run_result import KnownFailure, RowResult, RunResult
from tests.conformance.made_up import MOMENT, row, row_result, run_result

TODAY = MOMENT.date()


ACCEPTED = KnownFailure("PAG-03", "Mended in the next release.", "booking team", TODAY)


OVER = KnownFailure("PAG-03", "Mended in the next release.", "booking team", date(2026, 4, 30))


YAML = """
known_failures:
  - id: PAG-03
    reason: Mended in the next release.
    owner: booking team
    until: 2026-05-01
"""


TOML = """
[[known_failures]]
id = "PAG-03"
reason = "Mended in the next release."
owner = "booking team"
until = 2026-05-01
"""


ROW = "{id: PAG-03, reason: because, owner: us, until: 2026-12-31}"


def known() -> RunResult:
    failed = row_result("fail", message="Expected 20.", expected="20 courses", actual="10 courses")
    return apply_baseline(run_result(failed, another("pass")), [ACCEPTED])


def another(verdict: str) -> RowResult:
    return replace(row_result(verdict), row=row(row_id="PAG-05"))


def stale() -> RunResult:
    return apply_baseline(run_result(row_result("pass")), [ACCEPTED])


def written(folder: Path, text: str, name: str = "baseline.yaml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file
