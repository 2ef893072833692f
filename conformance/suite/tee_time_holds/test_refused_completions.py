"""Checks of completions of a hold that are refused, and of the hold after them."""

import pytest

from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.booked import if_possible
from conformance.suite.tee_time_holds.refused_completions import (
    REQUIRED_MEMBERS,
    TriedHold,
    require_member_needed,
    require_still_usable,
    try_wrong_completions,
)


@pytest.fixture(scope="session")
def tried(bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder) -> TriedHold:
    """A hold with which every wrong completion was tried, and which was completed then."""
    return try_wrong_completions(bookings, other_bookings, tee_times)


@pytest.mark.parametrize(
    "member", [pytest.param(member, marks=verifies(row)) for member, row in REQUIRED_MEMBERS.items()]
)
def test_a_booking_that_completes_a_hold_needs_the_member_too(request: pytest.FixtureRequest, member: str) -> None:
    hold: TriedHold = if_possible(lambda: request.getfixturevalue("tried"))

    require_member_needed(hold, member)


@verifies("HLD-07")
def test_a_hold_is_completed_after_refused_completions(
    bookings: BookingDesk, tee_times: TeeTimeFinder, tried: TriedHold
) -> None:
    require_still_usable(tried, bookings, tee_times)
