"""Checks that each act goes by its own cutoff, at courses whose two cutoffs differ, and shortly before a cutoff."""

import pytest

from conformance.asking.oracles import golden
from conformance.discovery import BookingDesk, CourseFinder, MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.booked import Booked, book_own_tee_time, change, give_back, if_possible
from conformance.suite.bookings.before_cutoffs import book_before_cancellations_end, book_before_changes_end
from conformance.suite.bookings.between_cutoffs import (
    BetweenCutoffs,
    act_between_cutoffs,
    require_cancel_refused,
    require_change_refused,
)
from conformance.suite.bookings.changed_bookings import NEW_REQUESTS
from conformance.target.target import Target


@pytest.fixture(scope="session")
def only_cancellable(
    bookings: BookingDesk, courses: CourseFinder, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> BetweenCutoffs:
    """What became of a booking that can be cancelled and not be changed any more."""
    return act_between_cutoffs(bookings, courses, tee_times, clock, target, changes_end_first=True)


@pytest.fixture(scope="session")
def only_changeable(
    bookings: BookingDesk, courses: CourseFinder, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> BetweenCutoffs:
    """What became of a booking that can be changed and not be cancelled any more. It stays on the target."""
    return act_between_cutoffs(bookings, courses, tee_times, clock, target, changes_end_first=False)


@pytest.fixture
def elsewhere(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Booked:
    """A booking outside both cutoffs, for control."""
    return if_possible(lambda: book_own_tee_time(bookings, tee_times, 2))


@verifies("BKX-10")
def test_a_booking_can_be_cancelled_when_only_the_cutoff_of_changes_has_passed(
    only_cancellable: BetweenCutoffs,
) -> None:
    golden(only_cancellable.cancelled)


@verifies("BKU-06")
def test_a_booking_cannot_be_changed_when_only_the_cutoff_of_changes_has_passed(
    bookings: BookingDesk, only_cancellable: BetweenCutoffs, elsewhere: Booked
) -> None:
    require_change_refused(bookings, only_cancellable, elsewhere)


@verifies("BKU-02")
def test_a_booking_can_be_changed_when_only_the_cutoff_of_cancellations_has_passed(
    only_changeable: BetweenCutoffs,
) -> None:
    golden(only_changeable.changed)


@verifies("BKX-06")
def test_a_booking_cannot_be_cancelled_when_only_the_cutoff_of_cancellations_has_passed(
    bookings: BookingDesk, only_changeable: BetweenCutoffs, elsewhere: Booked
) -> None:
    require_cancel_refused(bookings, only_changeable, elsewhere)


@verifies("BKX-10")
def test_a_booking_can_be_cancelled_shortly_before_its_cutoff(
    bookings: BookingDesk, courses: CourseFinder, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> None:
    booked = book_before_cancellations_end(bookings, courses, tee_times, clock, target)

    golden(bookings.cancel(booked.id))


@verifies("BKU-02")
def test_a_booking_can_be_changed_shortly_before_its_cutoff(
    bookings: BookingDesk, courses: CourseFinder, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> None:
    booked = book_before_changes_end(bookings, courses, tee_times, clock, target)

    # Others may have taken the places beside it.
    changes = {"players": 1} if booked.players > 1 else {"specialRequests": NEW_REQUESTS}
    answer = change(bookings, booked.id, changes)
    # Its cutoff may pass before the clean-up comes.
    give_back(bookings, booked.answer)

    golden(answer)
