"""Suites of one module, and their verdicts."""

from pathlib import Path
from textwrap import dedent

from conformance.results.run_result import RowResult, RunResult


def verdict(result: RunResult, row_id: str) -> str:
    return found(result, row_id).verdict


def found(result: RunResult, row_id: str) -> RowResult:
    return next(row for row in result.rows if row.row.id == row_id)


def suite_of(folder: Path, text: str) -> Path:
    """A suite of one module; the names of modules differ from test to test."""
    module = folder / f"test_{folder.name.removeprefix('test_')}.py"
    module.write_text("from conformance.evidence.verdicts import *\nimport pytest\n" + dedent(text), encoding="utf-8")
    return folder
