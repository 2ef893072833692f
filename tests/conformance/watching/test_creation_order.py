"""createdAt follows the order in which bookings were created, as far as the clocks of a service agree."""

import pytest

from tests.conformance.proxy.watched import WISH, booking
from tests.conformance.watching.recorded_runs import Recorded


def _books(run: Recorded, booking_id: str, created_at: str) -> Recorded:
    shown = booking(booking_id, createdAt=f"2026-11-20T{created_at}Z")
    return run.sends("POST /travel/bookings", 201, {"data": shown}, sent=WISH)


@pytest.mark.parametrize(
    ("second", "found"), [("10:14:10", []), ("10:10:00", []), ("10:00:10", ["BKC-33"])], ids=["same", "nodes", "early"]
)
def test_a_booking_that_is_dated_long_before_an_earlier_booking_is_found(second: str, found: list[str]) -> None:
    run = _books(Recorded(), "bkg_1", "10:14:10")

    assert _books(run, "bkg_2", second).found() == found


def test_an_answer_that_repeats_an_earlier_answer_raises_no_alarm() -> None:
    run = _books(_books(Recorded(), "bkg_1", "10:00:10"), "bkg_2", "10:14:10")

    assert _books(run, "bkg_1", "10:00:10").found() == []


def test_a_clock_that_a_lever_moved_raises_no_alarm() -> None:
    run = _books(Recorded(), "bkg_1", "10:14:10").pulls_a_lever()

    assert _books(run, "bkg_2", "10:00:10").found() == []
