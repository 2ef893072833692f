"""Checks that a booking remains as it was, and can be changed and cancelled, after refused attempts."""

import pytest

from conformance.discovery import BookingDesk, BookingHookDesk, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.booked import if_possible
from conformance.suite.bookings.after_refusals import (
    TriedBooking,
    change_and_cancel_after_refusals,
    release_after_confirmations,
    require_cancellable_after_refusals,
    require_changeable_after_refusals,
    require_release_without_effect,
    require_unmoved,
)
from conformance.target.target import Target


@pytest.fixture(scope="session")
def tried_booking(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> TriedBooking:
    """A booking that everybody tried to change and to cancel in vain, and that its own agency changed and cancelled."""
    return if_possible(lambda: change_and_cancel_after_refusals(bookings, other_bookings, tee_times, target))


@verifies("ENV-16")
def test_refused_changes_and_cancellations_leave_a_booking_as_it_was(tried_booking: TriedBooking) -> None:
    require_unmoved(tried_booking)


@verifies("BKU-01")
def test_a_booking_can_be_changed_after_refused_attempts(tried_booking: TriedBooking) -> None:
    require_changeable_after_refusals(tried_booking)


@verifies("BKX-10")
def test_a_booking_can_be_cancelled_after_refused_attempts(tried_booking: TriedBooking, bookings: BookingDesk) -> None:
    require_cancellable_after_refusals(tried_booking, bookings)


@verifies("ENV-16")
def test_a_refused_release_of_a_confirmed_hook_leaves_its_booking_as_it_was(
    bookings: BookingDesk, hooks: BookingHookDesk, tee_times: TeeTimeFinder
) -> None:
    late = if_possible(lambda: release_after_confirmations(bookings, hooks, tee_times))

    require_release_without_effect(late)
