"""A clock that somebody moved before the run accuses nobody, and a wrong moment is still found."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest

from conformance.evidence.exchanges import Exchange
from conformance.evidence.other_clock import ahead_of_date_headers
from conformance.results.run_result import RunResult
from tests.conformance.made_up import exchange
from tests.footprint import run_on, target_in
from tests.sandbox.servers import Server, serving

_DATED = ("HLD-03", "HLD-04", "HOK-04", "BKC-33", "BKX-05")
_DATE = ("Date", "Mon, 01 Mar 2027 09:00:00 GMT")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


def _verdicts_after(sandbox: Server, world: str, declared: Mapping[str, object]) -> dict[str, str]:
    """The verdicts on the rows about moments in a world whose clock somebody moved before the run."""
    headers = {"X-Api-Key": f"sbx_{world}_alpha"}
    moved = httpx.post(f"{sandbox.address}/_sandbox/v1/clock/advance", json={"by": "P2DT7H35M"}, headers=headers)
    moved.raise_for_status()
    return _verdicts(run_on(target_in(sandbox, world, declared), 1, *_DATED))


def _verdicts(result: RunResult) -> dict[str, str]:
    return {row.row.id: row.verdict for row in result.rows if row.selected}


def test_a_clock_that_nobody_declared_accuses_nobody(sandbox: Server) -> None:
    verdicts = _verdicts_after(sandbox, "undeclared", {})

    # The undeclared clock is behind the end of the holds, too.
    assert verdicts == {row: "pass" if row == "HLD-04" else "inconclusive" for row in _DATED}


def test_the_rows_are_judged_by_a_declared_clock(sandbox: Server) -> None:
    url = f"{sandbox.address}/_sandbox/v1/clock"
    clock_read = {"url": url, "headers": {"X-Api-Key": "sbx_declared_alpha"}, "moment": "data.now"}

    assert _verdicts_after(sandbox, "declared", {"levers": {"clock_read": clock_read}}) == dict.fromkeys(_DATED, "pass")


def _booked(ahead: timedelta, cancelled: timedelta) -> list[Exchange]:
    """A booking and its cancellation, whose moments are so far ahead of the Date headers."""
    created = _moment_in("createdAt", ahead, method="POST", path="/travel/bookings")
    return [created, _moment_in("cancellationDate", cancelled, method="DELETE", path="/travel/bookings/bkg_1")]


def _moment_in(member: str, ahead: timedelta, **options: str) -> Exchange:
    moment = exchange().started_at.replace(year=2027, month=3, day=1, hour=9, minute=0, second=0, microsecond=0) + ahead
    found = exchange(json.dumps({"data": {member: moment.isoformat()}}).encode(), **options)
    assert found.response is not None
    return replace(found, response=replace(found.response, headers=(*found.response.headers, _DATE)))


@pytest.mark.parametrize(
    ("ahead", "cancelled", "found"),
    [
        (timedelta(days=2), timedelta(days=2, seconds=20), timedelta(days=2)),
        (timedelta(days=-2), timedelta(days=-2), timedelta(days=-2)),
        (timedelta(seconds=2), timedelta(seconds=1), None),
        (timedelta(hours=1), timedelta(), None),
        (timedelta(), timedelta(hours=1), None),
    ],
)
def test_moments_of_two_operations_have_to_agree(ahead: timedelta, cancelled: timedelta, found: timedelta) -> None:
    assert ahead_of_date_headers(_booked(ahead, cancelled)) == found


def test_one_operation_alone_shows_no_other_clock() -> None:
    assert ahead_of_date_headers(_booked(timedelta(days=2), timedelta())[:1]) is None
