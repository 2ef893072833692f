"""Checks of completions of a hold that are refused, and of the hold after them."""

import pytest

from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.booking_values import REQUIRED_MEMBERS
from conformance.suite.tee_time_holds.refused_completions import (
    TriedHold,
    require_member_needed,
    require_still_usable,
    try_wrong_completions,
)


@pytest.fixture(scope="session")
def tried_hold(bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder) -> TriedHold:
    """A hold with which every wrong completion was tried, and which was completed then. Raises `NoEvidence` where the
    run gets no hold or nobody declares the place of its id: other checks decide the rows as well.
    """
    return if_possible(lambda: try_wrong_completions(bookings, other_bookings, tee_times))


@pytest.mark.parametrize(
    "member", [pytest.param(member, marks=verifies(row)) for member, row in REQUIRED_MEMBERS.items()]
)
def test_a_booking_that_completes_a_hold_needs_the_member_too(tried_hold: TriedHold, member: str) -> None:
    require_member_needed(tried_hold, member)


@verifies("HLD-07")
def test_a_hold_is_completed_after_refused_completions(
    bookings: BookingDesk, tee_times: TeeTimeFinder, tried_hold: TriedHold
) -> None:
    require_still_usable(tried_hold, bookings, tee_times)
