"""Checks of what a new booking shows. `test_booking_refusals` has the refused ones."""

from collections.abc import Sequence

import pytest

from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.verdicts import exercises, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PARTY_SIZES, Booked, Reads, book
from conformance.suite.arranged.pending import book_pending_if_possible
from conformance.suite.arranged.races import booking, race
from conformance.suite.bookings.new_bookings import (
    Acceptances,
    book_again,
    book_with_accented_requests,
    book_with_punctuated_reference,
    booked_from_a_larger_hold,
    read_and_list,
    require_confirmed,
    require_course_named_as_in_its_details,
    require_created_when_answered,
    require_kept_as_sent,
    require_lead_player_as_sent,
    require_references_of_the_service,
    require_tee_time_and_players_as_sent,
)
from conformance.suite.bookings.recorded_bookings import every_booking_has_its_own
from conformance.suite.bookings.stock import stock
from conformance.target.target import Target

_PENDING_AT = "16:30"
_OPTIONAL = ("agencyBookingReference", "specialRequests")


@pytest.fixture(scope="session")
def acceptances(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Acceptances:
    """Judges which bookings are accepted, and tries none that was accepted in this run."""
    return Acceptances(bookings, tee_times)


@pytest.fixture(scope="session")
def booked(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, acceptances: Acceptances
) -> tuple[Booked, ...]:
    """Seven accepted bookings that the checks of this file only read."""
    created = stock(bookings, tee_times, target)
    acceptances.bodies += [booking.sent for booking in created]
    return created


@pytest.fixture(scope="session")
def every_booked(
    bookings: BookingDesk, courses: CourseFinder, run: Run, booked: tuple[Booked, ...]
) -> tuple[Booked, ...]:
    """These seven and, where the target file names a course that has to confirm, one that is pending."""
    return booked + book_pending_if_possible(bookings, courses, run, _PENDING_AT)


@pytest.fixture(scope="session")
def reads(bookings: BookingDesk) -> Reads:
    """What reading these bookings shows, read once for all checks here."""
    return Reads(bookings)


@pytest.fixture(scope="session")
def made_together(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    """Two bookings at different tee times, requested at the same moment: a target may draw ids from its clock."""
    race([booking(bookings, tee_times.fresh(), 2) for _ in range(2)])


@pytest.fixture(scope="session")
def made_after_a_cancellation(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    """Another booking where one was cancelled: a target may take the old record for the new booking."""
    tee_time = tee_times.fresh()
    first = book(bookings, bookings.body(tee_time, 1), tee_time)
    if bookings.cancel(first.id).is_success:
        again = bookings.create(tee_time, 2)
        if not again.is_success:
            again.mark(Role.attempt)


@exercises("createBooking", "getBooking", "listBookings", writes=True)
def test_bookings_of_every_size_are_created_read_and_listed(
    bookings: BookingDesk, reads: Reads, every_booked: Sequence[Booked]
) -> None:
    read_and_list(every_booked, reads, bookings)


@verifies("BKC-01")
def test_a_booking_on_an_online_course_is_confirmed_at_once(booked: Sequence[Booked]) -> None:
    require_confirmed(booked)


@verifies("BKC-05")
def test_a_booking_is_for_the_course_day_time_and_players_sent(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, every_booked: Sequence[Booked]
) -> None:
    smaller = booked_from_a_larger_hold(bookings, tee_times, target)

    require_tee_time_and_players_as_sent([*smaller, *every_booked])


@verifies("BKC-06")
def test_create_returns_the_lead_player(every_booked: Sequence[Booked]) -> None:
    require_lead_player_as_sent(every_booked)


@verifies("BKC-07")
def test_the_agency_booking_reference_is_kept_as_sent(
    bookings: BookingDesk,
    reads: Reads,
    tee_times: TeeTimeFinder,
    every_booked: Sequence[Booked],
    run: Run,
    target: Target,
) -> None:
    punctuated = book_with_punctuated_reference(bookings, tee_times, run, target)
    repeated = book_again(bookings, punctuated, tee_times.fresh())

    require_kept_as_sent(reads, [punctuated, *repeated, *every_booked], "agencyBookingReference")


@verifies("BKC-08")
def test_special_requests_are_kept_as_sent(
    bookings: BookingDesk, reads: Reads, tee_times: TeeTimeFinder, every_booked: Sequence[Booked], run: Run
) -> None:
    accented = book_with_accented_requests(bookings, tee_times, run)

    require_kept_as_sent(reads, [accented, *every_booked], "specialRequests")


@verifies("BKC-17")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_the_phone_of_the_lead_player_is_optional(acceptances: Acceptances, players: int) -> None:
    acceptances.require(players, left_out=["leadPlayer.phone"], twin_players=players)


@verifies("BKC-18")
@pytest.mark.parametrize(
    ("players", "left_out"),
    [
        (1, _OPTIONAL),
        (2, _OPTIONAL),
        (3, _OPTIONAL),
        (4, _OPTIONAL),
        (2, _OPTIONAL[:1]),
        (3, _OPTIONAL[1:]),
    ],
)
def test_reference_and_requests_are_optional(acceptances: Acceptances, players: int, left_out: Sequence[str]) -> None:
    acceptances.require(players, left_out, twin_players=players)


@verifies("BKC-19")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_one_to_four_players_are_accepted(acceptances: Acceptances, players: int) -> None:
    acceptances.require(players, twin_players=5 - players)


@verifies("BKC-30")
def test_the_booking_reference_is_issued_by_the_service(every_booked: Sequence[Booked]) -> None:
    require_references_of_the_service(every_booked)


@verifies("BKC-31", closing=True)
def test_booking_ids_are_unique(
    booked: Sequence[Booked],
    made_together: None,
    made_after_a_cancellation: None,
    exchanges: Sequence[Exchange],
    target: Target,
) -> None:
    every_booking_has_its_own("id", exchanges, target)


@verifies("BKC-32", closing=True)
def test_booking_references_are_unique(booked: Sequence[Booked], exchanges: Sequence[Exchange], target: Target) -> None:
    every_booking_has_its_own("bookingReference", exchanges, target)


@verifies("BKC-33")
def test_created_at_is_the_time_of_creation(every_booked: Sequence[Booked]) -> None:
    require_created_when_answered(every_booked)


@verifies("BKC-35")
def test_the_course_is_named_as_in_its_details(courses: CourseFinder, every_booked: Sequence[Booked]) -> None:
    require_course_named_as_in_its_details(courses, every_booked)
