"""Checks of cancelling a booking, and of what may move its status."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from conformance.asking.oracles import accepted, same
from conformance.discovery import BookingDesk, CourseFinder, MovableClock, TeeTimeFinder
from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import exercises, verifies
from conformance.suite.arranged.booked import all_modifiable, book_own_tee_time, read_cancelled
from conformance.suite.arranged.many_answers import require_all_refused
from conformance.suite.bookings.cancellation_dates import require_dated_when_cancelled
from conformance.suite.bookings.cancelled_bookings import (
    Cancellation,
    book_and_cancel,
    cancel_after_a_change,
    cancel_again,
    cancel_every_size,
    read_all,
    require_answers_about_the_booking_asked_about,
    require_answers_with_the_cancelled_booking,
    require_cancelled_after_a_change,
    require_cancelled_beside,
    require_every_cancel_accepted,
    require_listed_as_cancelled_only,
    require_none_listed_as_confirmed,
    require_read_as_cancelled,
    require_same_cancellation_date,
    try_to_revive,
)
from conformance.suite.bookings.recorded_bookings import StatusWatch
from conformance.target.target import Target


@pytest.fixture(scope="session")
def cancellations(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> tuple[Cancellation, ...]:
    """A booking of every party size, one from a hold, cancelled when the clock of the target has visibly moved on."""
    return cancel_every_size(bookings, tee_times, target)


@pytest.fixture(scope="session")
def cancelled_when_changed(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Cancellation:
    """A booking with new players, and the answer to cancelling it. Raises `NoEvidence` where it is not confirmed."""
    return cancel_after_a_change(bookings, tee_times)


@exercises("cancelBooking", "createBooking", "getBooking", writes=True)
def test_bookings_of_every_size_are_cancelled(bookings: BookingDesk, cancellations: Sequence[Cancellation]) -> None:
    read_all(bookings, cancellations)


@verifies("BKX-01")
def test_cancel_answers_with_the_cancelled_booking(cancellations: Sequence[Cancellation]) -> None:
    require_answers_with_the_cancelled_booking(cancellations)


@verifies("BKX-02")
def test_cancel_answers_about_the_booking_it_was_asked_about(cancellations: Sequence[Cancellation]) -> None:
    require_answers_about_the_booking_asked_about(cancellations)


@verifies("BKX-03")
def test_after_an_accepted_cancel_the_booking_is_cancelled(
    bookings: BookingDesk, target: Target, cancellations: Sequence[Cancellation]
) -> None:
    require_read_as_cancelled(bookings, target, cancellations)


@verifies("BKX-03")
def test_a_changed_booking_is_cancelled_after_an_accepted_cancel(
    bookings: BookingDesk, target: Target, cancelled_when_changed: Cancellation
) -> None:
    require_cancelled_after_a_change(bookings, target, cancelled_when_changed)


@verifies("BKX-03", "BKX-09")
def test_a_cancelled_booking_stays_so_when_its_tee_time_is_booked_again(
    bookings: BookingDesk, target: Target, cancellations: Sequence[Cancellation]
) -> None:
    cancellation = cancellations[-1]
    accepted(cancellation.answer, "Cancelling a booking")

    again = bookings.create(cancellation.booked.tee_time, 1)

    require_cancelled_beside(bookings, target, cancellation, again)


@verifies("BKX-04", closing=True)
@pytest.mark.usefixtures("cancellations")
def test_no_cancelled_booking_is_listed_as_confirmed_at_the_end(
    bookings: BookingDesk, target: Target, exchanges: Sequence[Exchange]
) -> None:
    require_none_listed_as_confirmed(bookings, target, exchanges)


@verifies("BKX-04")
def test_a_cancelled_booking_is_listed_as_cancelled_only(
    bookings: BookingDesk, target: Target, cancellations: Sequence[Cancellation]
) -> None:
    require_listed_as_cancelled_only(bookings, target, cancellations)


@verifies("BKX-04")
def test_a_booking_that_was_changed_before_is_listed_as_cancelled_only(
    bookings: BookingDesk, target: Target, cancelled_when_changed: Cancellation
) -> None:
    require_listed_as_cancelled_only(bookings, target, [cancelled_when_changed])


@verifies("BKX-05")
def test_cancellation_date_is_the_time_of_cancel(cancellations: Sequence[Cancellation], clock: MovableClock) -> None:
    require_dated_when_cancelled(cancellations, clock)


@verifies("BKX-08")
@pytest.mark.parametrize("players", [1, 3])
def test_an_unknown_booking_cannot_be_cancelled(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, players: int
) -> None:
    booked = book_own_tee_time(bookings, tee_times, players)
    longer, _, drawn_again = courses.unknown_ids(booked.id)

    attempts = [bookings.cancel(unknown_id) for unknown_id in (longer, drawn_again)]
    control = bookings.cancel(booked.id)

    require_all_refused(attempts, control=control)


@verifies("BKX-09")
@pytest.mark.parametrize("players", [1, 3])
def test_a_cancelled_booking_stays_cancelled(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int
) -> None:
    booked = book_and_cancel(bookings, tee_times, players)
    before = read_cancelled(bookings, booked.id, target)
    new_players, reference = {"players": 5 - players}, {"agencyBookingReference": f"{booked.id}-again"}
    texts = [{"specialRequests": "A buggy after all, please."}, reference]
    changes = [new_players, all_modifiable(before, new_players), {"status": "confirmed"}, *texts]

    try_to_revive(bookings, booked.id, changes)
    changed = read_cancelled(bookings, booked.id, target)
    cancel_again(bookings, booked.id)

    same(changed.get("status"), "cancelled", f"the status of cancelled booking {booked.where} after a change")
    after = read_cancelled(bookings, booked.id, target)
    same(after.get("status"), "cancelled", f"the status of cancelled booking {booked.where} after a second cancel")
    require_same_cancellation_date(before, after, booked.where)


@verifies("BKX-10")
def test_a_changed_booking_outside_the_cutoff_can_be_cancelled(cancelled_when_changed: Cancellation) -> None:
    require_every_cancel_accepted([cancelled_when_changed])


@verifies("BKX-10")
def test_a_booking_outside_the_cutoff_can_be_cancelled(cancellations: Sequence[Cancellation]) -> None:
    require_every_cancel_accepted(cancellations)


@verifies("BST-02", closing=True)
def test_a_confirmed_booking_stays_confirmed(exchanges: Sequence[Exchange], target: Target) -> None:
    visibility = timedelta(seconds=target.budgets.visibility_seconds)
    StatusWatch(visibility).require_confirmed_throughout(exchanges)
