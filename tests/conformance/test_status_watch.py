"""A booking to which a course agreed stays confirmed: until a request changes it, and after changes have to show."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from conformance.evidence.exchanges import Exchange, Response
from conformance.evidence.verdicts import Violation
from conformance.suite.bookings.recorded_bookings import StatusWatch
from tests.conformance.made_up import MOMENT, exchange

CREATED = ("POST", "/travel/bookings", "pending")
AGREED = ("GET", "/travel/bookings/bkg_1", "confirmed")
DOUBTFUL = ("GET", "/travel/bookings/bkg_1", "pending")
CHANGED = ("PUT", "/travel/bookings/bkg_1", "pending")


def in_turn(*steps: tuple[str, str, str]) -> list[Exchange]:
    """The requests with the statuses that they show, one each second."""
    made = []
    for number, (method, path, status) in enumerate(steps):
        shown = json.dumps({"data": {"id": "bkg_1", "status": status}}).encode()
        answered = exchange(shown, method=method, path=path, index=number)
        made.append(replace(answered, started_at=MOMENT + timedelta(seconds=number)))
    return made


def watch(*exchanges: Exchange, visibility_seconds: float = 0) -> None:
    watched = StatusWatch(timedelta(seconds=visibility_seconds))
    # A booking that is confirmed at once and read again, so that there is something to judge.
    online = [("POST", "/travel/bookings", "confirmed"), AGREED]
    others = [replace(item, response=_renamed(item)) for item in in_turn(*online)]
    watched.require_confirmed_throughout([*others, *exchanges])


def _renamed(item: Exchange) -> Response:
    assert item.response is not None
    return replace(item.response, content=item.response.content.replace(b"bkg_1", b"bkg_2"))


def test_a_booking_that_is_pending_again_is_a_violation() -> None:
    with pytest.raises(Violation, match="stays confirmed"):
        watch(*in_turn(CREATED, AGREED, DOUBTFUL))


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param((CREATED, DOUBTFUL, AGREED), id="it was pending before"),
        pytest.param((CREATED, AGREED, CHANGED, DOUBTFUL), id="a request changed it"),
    ],
)
def test_a_booking_may_be_pending(steps: tuple[tuple[str, str, str], ...]) -> None:
    watch(*in_turn(*steps))


def test_an_old_answer_is_no_violation_while_changes_may_be_late() -> None:
    watch(*in_turn(CREATED, AGREED, DOUBTFUL), visibility_seconds=5)
