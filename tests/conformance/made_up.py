"""Rows, exchanges and results made up for tests that need no target."""

from datetime import UTC, datetime, timedelta
from typing import Any

from conformance.catalogue.operations import match
from conformance.catalogue.requirements import Basis, Level, Mode, Requirement
from conformance.catalogue.shapes import read_shapes
from conformance.evidence.exchanges import Exchange, Request, Response, Role
from conformance.evidence.verdicts import Verdict
from conformance.results.run_result import RowResult, RunResult

MOMENT = datetime(2026, 5, 1, 9, 30, tzinfo=UTC)
BASE_URL = "http://target.example/api/v1"


def row(level: str = "must", row_id: str = "PAG-03", **members: Any) -> Requirement:
    """A row of this level; *members* replace what it has otherwise, `shape` as it is in a file."""
    shapes = read_shapes(members.pop("shape")) if "shape" in members else ()
    usual: dict[str, Any] = {
        "id": row_id,
        "level": Level(level),
        "basis": Basis.stated,
        "sentence": "Default page size is 20.",
        "heading": "Endpoints",
        "area": "conventions",
        "costs": "Two parties arrive for one tee time." if level in ("must", "should") else None,
        "profile": "READ" if level in ("must", "should") else None,
        "mode": Mode.R if level in ("must", "should") else None,
        "shapes": shapes,
    }
    return Requirement(**(usual | members))


def exchange(
    body: bytes = b"{}",
    *,
    method: str = "GET",
    path: str = "/travel/courses",
    query: tuple[tuple[str, str], ...] = (),
    status: int = 200,
    role: Role = Role.read,
    index: int = 0,
    sent: bytes | None = None,
) -> Exchange:
    """One recorded exchange with this answer."""
    headers = (("Accept", "application/json"), ("X-Api-Key", "$API_KEY"))
    request = Request(method, path, query, BASE_URL + path, headers, sent)
    response = Response(status, (("Content-Type", "application/json"),), body)
    found = match(method, path)
    operation_id = found.operation_id if found else None
    return Exchange(index, "first agency", operation_id, role, "a_check", request, response, None, MOMENT, 12.5)


def row_result(verdict: str, level: str = "must", *, selected: bool = True, **facts: Any) -> RowResult:
    """A result with this verdict."""
    usual: dict[str, Any] = {"message": "Because.", "expected": None, "actual": None, "exchanges": ()}
    return RowResult(row(level), selected, Verdict(verdict), **(usual | facts))


def run_result(*rows: RowResult, exchanges: tuple[Exchange, ...] = (), **facts: Any) -> RunResult:
    """A run with these rows and exchanges."""
    usual: dict[str, Any] = {
        "target": BASE_URL,
        "contract": None,
        "seed": 7,
        "marker": "tsc-0123456789",
        "read_only": False,
        "only": (),
        "started_at": MOMENT,
        "finished_at": MOMENT,
        "versions": (("python", "3.11"), ("teesheet", "0.9")),
        "leftovers": (),
        "faults": (),
        "interrupted": False,
    }
    return RunResult(rows=rows, exchanges=exchanges, **(usual | facts))


class Roles:
    """Keeps the roles that oracles give."""

    def __init__(self) -> None:
        self.given: list[Role] = []

    def relabel(self, index: int, role: Role) -> None:  # noqa: ARG002 - one answer has one place
        self.given.append(role)


class MadeUpTime:
    """A clock that runs while somebody waits, and only then."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return MOMENT + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds
