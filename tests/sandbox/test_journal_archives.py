"""The archive of the journal, judged by the suite: no false word about a caller, a cut body or a redacted value."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from conformance.cli import commands
from tests.sandbox.agencies import Agency
from tests.sandbox.trade import LEAD, TeeTime, booked

JSON = {"Content-Type": "application/json"}


def judged(agency: Agency, folder: Path) -> tuple[int, Any]:
    """The exit code of `judge`, and its report."""
    file = folder / "journal.har"
    file.write_bytes(agency.control("GET", "/journal.har?limit=1000").content)
    result = CliRunner().invoke(commands, ["judge", str(file), "--report", str(folder / "judged")])
    return result.exit_code, json.loads((folder / "judged" / "report.json").read_text("utf-8"))


def violated(report: Any) -> list[str]:
    return [row["id"] for row in report["requirements"] if row["verdict"] in ("fail", "serious", "broken")]


def test_wrong_requests_and_long_answers_of_callers_violate_nothing(
    alpha: Agency, tee_time: TeeTime, tmp_path: Path
) -> None:
    booked(alpha, tee_time, leadPlayer={**LEAD, "email": "a@b"})
    alpha.send("GET", "/travel/courses?holes=10")
    alpha.send("POST", "/travel/bookings", content=b'{"a": "' + b"x" * 20_000 + b'"}', headers=JSON)
    alpha.send("GET", "/travel/courses?pageSize=100")
    alpha.get("/travel/bookings")

    code, report = judged(alpha, tmp_path)

    assert (code, report["faults"], violated(report)) == (3, [], [])
