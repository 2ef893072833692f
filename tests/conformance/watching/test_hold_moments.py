"""Holds and hooks end in time by the clock of the target, as far as a booking showed that clock."""

from typing import Any

import pytest

from conformance.recordings.masking import SHOWN_API_KEY
from conformance.target.levers import HookPayloads
from conformance.target.target import Target
from conformance.watching.recorded import RecordedWatch
from tests.conformance.proxy.watched import WISH, booking
from tests.conformance.watching.recorded_runs import Recorded


def _books_now(run: Recorded, created_at: str) -> Recorded:
    return run.sends("POST /travel/bookings", 201, {"data": booking(createdAt=created_at)}, sent=WISH)


def _holds(run: Recorded, until: str) -> Recorded:
    asked = {"date": WISH["date"], "time": WISH["teeTime"], "players": 2}
    answer: dict[str, Any] = {
        "holdId": "hld_1",
        "courseId": "crs_1",
        "holdExpiration": until,
        "pricing": {"currency": "EUR", "greenFee": 85.0, "totalAmount": 170.0},
    }
    return run.sends("POST /travel/courses/crs_1/hold-tee-time", 201, answer | asked, sent=asked)


@pytest.mark.parametrize(
    ("until", "found"), [("10:15:20", []), ("11:15:20", ["HLD-03"]), ("09:45:20", ["HLD-04"]), ("09:59:20", [])]
)
def test_a_hold_that_lasts_too_long_or_had_ended_before_is_found(until: str, found: list[str]) -> None:
    run = _books_now(Recorded(), "2026-11-20T10:00:10Z")

    assert _holds(run, f"2026-11-20T{until}Z").found() == found


@pytest.mark.parametrize("created_at", ["2026-11-20T12:00:10Z", "2026-11-20T08:00:10Z"])
def test_a_target_with_another_clock_than_its_headers_raises_no_alarm(created_at: str) -> None:
    run = _books_now(Recorded(), created_at)

    assert _holds(run, "2026-11-20T12:15:20Z").found() == []
    assert _holds(run, "2026-11-20T08:15:20Z").found() == []


def test_after_a_lever_nobody_knows_the_clock() -> None:
    run = _books_now(Recorded(), "2026-11-20T10:00:10Z").pulls_a_lever()

    assert _holds(run, "2026-11-20T12:15:20Z").found() == []


def _hooks(run: Recorded, until: str, **changed: Any) -> Recorded:
    hook = {"data": {"id": "hok_1", "expiresAt": until}}
    return run.sends("POST /travel/bookings/hooks", 201, hook, sent=WISH | changed)


def _found(run: Recorded) -> list[str]:
    target = Target("http://target/api/v1", SHOWN_API_KEY, hooks=HookPayloads(expires_at="data.expiresAt"))
    return [sight.row for sight in RecordedWatch(target).sights_in(run.exchanges, run.levers)]


@pytest.mark.parametrize(
    "until",
    [
        "2026-12-04T10:00:20Z",
        pytest.param("2026-12-04T10:00:20+02:00", id="in another zone"),
        pytest.param("2026-12-03T23:59:59Z", id="14 calendar days"),
        pytest.param("2026-12-04T18:15:00Z", id="midnight in Nepal"),
        pytest.param("2026-12-05T00:00:00+01:00", id="15 calendar days"),
    ],
)
def test_a_hook_may_last_14_days_by_hours_or_by_the_calendar(until: str) -> None:
    run = _books_now(Recorded(), "2026-11-20T10:00:10Z")

    assert _found(_hooks(run, until)) == []


@pytest.mark.parametrize("day", ["2026-11-27", "2026-12-03", "2026-12-05", "2026-12-19"])
def test_a_hook_that_lasts_no_14_days_is_found(day: str) -> None:
    run = _books_now(Recorded(), "2026-11-20T10:00:10Z")

    assert _found(_hooks(run, f"{day}T10:00:20Z")) == ["HOK-04"]


def test_a_hook_may_end_with_its_tee_time() -> None:
    run = _books_now(Recorded(), "2026-11-20T10:00:10Z")

    assert _found(_hooks(run, "2026-11-27T10:00:20Z", date="2026-11-27")) == []


def test_nobody_knows_where_an_undeclared_end_of_a_hook_is() -> None:
    run = _books_now(Recorded(), "2026-11-20T10:00:10Z")

    assert _hooks(run, "2026-11-27T10:00:20Z").found() == []
