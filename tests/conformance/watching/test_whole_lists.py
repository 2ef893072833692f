"""Whole lists of bookings show every booking that fits their filters."""

from typing import Any

import pytest

from tests.conformance.proxy.watched import WISH, booking, page
from tests.conformance.watching.recorded_runs import Recorded

_DAY = WISH["date"]


def _lists(run: Recorded, query: str, *items: Any) -> Recorded:
    return run.sends(f"GET /travel/bookings?{query}", 200, page(*items))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("status=confirmed", ["BKL-13"]),
        (f"status=confirmed&startDate={_DAY}", ["BKL-06"]),
        (f"status=confirmed&endDate={_DAY}", ["BKL-08"]),
        ("status=confirmed&startDate=2026-12-01", ["BKL-09"]),
        ("status=pending", []),
        ("status=confirmed&endDate=2026-12-01", []),
    ],
)
def test_a_list_that_lacks_a_booking_that_is_there_before_and_after_is_found(query: str, found: list[str]) -> None:
    run = _lists(Recorded().books(), query)

    assert run.reads().found() == found


def test_a_booking_that_nobody_shows_again_proves_nothing() -> None:
    assert _lists(Recorded().books(), "status=confirmed").found() == []


def test_a_change_meanwhile_explains_the_list() -> None:
    run = _lists(Recorded().books(), "status=confirmed").updates(players=3)

    assert run.reads(players=3).found() == []


def test_a_change_that_is_under_way_explains_the_list() -> None:
    run = _lists(Recorded().books(), "status=confirmed").updates_meanwhile(specialRequests="Late")

    assert run.reads(specialRequests="Late").found() == []


def test_a_booking_that_its_course_decided_explains_the_list() -> None:
    pending = {"data": booking(status="pending")}
    run = Recorded().sends("POST /travel/bookings", 201, pending, sent=WISH)

    assert _lists(run, "status=pending").reads().found() == []


def test_a_pending_booking_has_to_be_listed_too() -> None:
    pending = {"data": booking(status="pending")}
    run = Recorded().sends("POST /travel/bookings", 201, pending, sent=WISH)

    assert _lists(run, "status=pending").reads(status="pending").found() == ["BKL-13"]


def test_a_list_with_the_booking_is_whole() -> None:
    run = Recorded().books()

    assert _lists(run, "status=confirmed", _item()).reads().found() == []


def _item() -> dict[str, Any]:
    return {name: value for name, value in booking().items() if name not in ("leadPlayer", "specialRequests")}


def _page(number: int, *, total: int = 2) -> tuple[str, int, dict[str, Any]]:
    """A page of one booking, of a list of two pages."""
    other = _item() | {"id": f"bkg_other_{number}", "bookingReference": f"TS-OTHER-{number}"}
    found = page(other, page=number, pageSize=1, totalItems=total, totalPages=2)
    return f"GET /travel/bookings?status=confirmed&page={number}&pageSize=1", 200, found


@pytest.mark.parametrize(("total", "is_found"), [(2, True), (3, False)])
def test_two_pages_that_lack_a_booking_are_found_when_they_show_all_that_they_count(total: int, is_found: bool) -> None:
    run = Recorded().books().sends(*_page(1, total=total)).sends(*_page(2, total=total))

    assert ("BKL-13" in run.reads().found()) is is_found


def test_pages_between_which_something_was_written_prove_nothing() -> None:
    other = {"data": booking(id="bkg_2", bookingReference="TS-2")}
    run = Recorded().books().sends(*_page(1)).sends("POST /travel/bookings", 201, other, sent=WISH).sends(*_page(2))

    assert "BKL-13" not in run.reads().found()
