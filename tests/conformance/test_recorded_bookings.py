"""What the recording says of a booking: changed, cancelled, or perhaps so, where the answer was lost on its way."""

import pytest

from conformance.suite.bookings.recorded_bookings import (
    cancelled_for_good,
    changed_or_cancelled,
    may_be_changed_or_cancelled,
)
from tests.conformance.made_up import exchange

PATH = "/travel/bookings/bkg_1"


@pytest.mark.parametrize(
    ("status", "certainly", "perhaps"), [(200, {"bkg_1"}, {"bkg_1"}), (502, set(), {"bkg_1"}), (409, set(), set())]
)
def test_a_cancellation_may_be_done_although_its_answer_was_lost(
    status: int, certainly: set[str], perhaps: set[str]
) -> None:
    sent = exchange(method="DELETE", path=PATH, status=status)

    assert (changed_or_cancelled(sent), may_be_changed_or_cancelled(sent)) == (certainly, perhaps)


def test_a_booking_whose_change_was_lost_is_not_known_to_be_cancelled() -> None:
    cancelled = exchange(method="DELETE", path=PATH)

    assert cancelled_for_good([cancelled]) == {"bkg_1"}
    assert cancelled_for_good([cancelled, exchange(method="PUT", path=PATH, status=502)]) == set()
