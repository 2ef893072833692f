"""A booking that was refused is not there, however the reads of a run come by it."""

from typing import Any

import pytest

from tests.conformance.proxy.watched import WISH, booking, page
from tests.conformance.watching.recorded_runs import Recorded

REFERENCE = "tsc-1-f0001"


def refused(status: int = 422, **changed: Any) -> Recorded:
    """A request that was refused, and after it a list with a booking that has its reference."""
    return _asks(Recorded(), status, **changed)


def _asks(run: Recorded, status: int, **changed: Any) -> Recorded:
    sent = {name: value for name, value in (WISH | {"agencyBookingReference": REFERENCE} | changed).items() if value}
    shown = {"data": booking(agencyBookingReference=REFERENCE)} if status == 201 else {"title": "Not possible"}
    return run.sends("POST /travel/bookings", status, shown, sent=sent)


def _lists(run: Recorded, reference: str = REFERENCE) -> Recorded:
    return run.sends("GET /travel/bookings", 200, page(booking(agencyBookingReference=reference)))


@pytest.mark.parametrize(
    ("run", "row"),
    [
        (refused(players=5), "BKC-21"),
        (refused(players=-1), "BKC-20"),
        (refused(teeTime=None), "BKC-11"),
        (refused(409), "BKC-25"),
    ],
    ids=["five players", "no player", "no tee time", "no room"],
)
def test_a_refused_booking_that_is_listed_breaks_the_row_of_the_refusal(run: Recorded, row: str) -> None:
    assert _lists(run).found() == [row]


def test_a_refused_booking_that_can_be_read_is_found() -> None:
    assert refused(players=5).reads(agencyBookingReference=REFERENCE).found() == ["BKC-21"]


def test_a_booking_that_was_accepted_after_a_refusal_raises_no_alarm() -> None:
    assert "BKC-21" not in _lists(_asks(refused(players=5), 201)).found()


@pytest.mark.parametrize("status", [202, 429, 500, 503])
def test_an_answer_that_leaves_it_open_raises_no_alarm(status: int) -> None:
    assert "BKC-21" not in _lists(refused(status, players=5)).found()


def test_another_booking_raises_no_alarm() -> None:
    assert _lists(refused(players=5), "tsc-1-f0002").found() == []
