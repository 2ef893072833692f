"""Recordings of two small checks, and how a test reads, changes and judges them."""

import json
from pathlib import Path
from typing import Any

from click.testing import Result

from conformance.judging.recorded_run import judge
from conformance.recordings.har_reading import read_archive
from conformance.report.har_archive import har_archive
from conformance.results.run_result import RowResult, RunResult

# The rows that the two checks decide.
BOOKED = "BKC-02"
READ = "CRD-01"
# Two checks. The second check says nothing when a request fails, which is the worst that a check may do.
SUITE = f"""
from conformance.recordings import moments
from conformance.asking.oracles import accepted, golden, part, same
from conformance.evidence.verdicts import Judgement, Violation, verifies


@verifies("{BOOKED}")
def test_players(bookings, tee_times):
    booking = golden(bookings.create(tee_times.fresh(), 3))
    same(part(booking, "data.players"), 3, "players")
    same(part(golden(bookings.read(part(booking, "data.id"))), "data.players"), 3, "players when read")


@verifies("{READ}")
def test_details(agency, courses):
    try:
        details = agency.get(f"/travel/courses/{{courses.listed[0]['id']}}")
    except Judgement:
        return
    moments.sleep(0.01)
    moments.monotonic()
    golden(details)
"""


def parsed(result: RunResult) -> dict[str, Any]:
    """The archive of a run."""
    archive: dict[str, Any] = json.loads(har_archive(result))
    return archive


def written(recording: object, folder: Path) -> Path:
    """The file of a recording, written into *folder*."""
    file = folder / "exchanges.har"
    file.write_text(json.dumps(recording), encoding="utf-8")
    return file


def judged(recording: object, folder: Path, suite: Path) -> dict[str, RowResult]:
    """The selected rows of the two checks, judged from *recording*."""
    archive = read_archive(written(recording, folder))
    assert archive.record is not None
    result = judge("exchanges.har", archive.exchanges, archive.record, suite=suite)
    return {row.row.id: row for row in result.rows if row.row.id in (BOOKED, READ)}


def entries(recording: dict[str, Any]) -> list[dict[str, Any]]:
    """The exchanges of an archive, to be changed in place."""
    found: list[dict[str, Any]] = recording["log"]["entries"]
    return found


def refused(result: Result) -> str:
    """The one sentence with which `judge` refused a recording."""
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("teesheet judge: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


def verdicts(folder: Path) -> dict[str, str]:
    """The verdict of each row in the report of a folder."""
    report = json.loads((folder / "report.json").read_text("utf-8"))
    return {row["id"]: row["verdict"] for row in report["requirements"]}
