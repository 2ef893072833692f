"""Checks of what a new booking shows. `test_booking_refusals` has the refused ones."""

from collections.abc import Sequence

import pytest

from conformance.conditions.days import is_weekday, is_weekend
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import exercises, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PARTY_SIZES, Booked, Reads, if_possible
from conformance.suite.arranged.many_answers import require_accepted_like_its_twin
from conformance.suite.arranged.pending import book_pending_if_possible
from conformance.suite.arranged.races import booking, race
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.bookings.new_bookings import (
    Acceptances,
    Days,
    book_again,
    book_fewer_than_held,
    book_with_accented_requests,
    book_with_punctuated_reference,
    hold_id_for_two,
    read_and_list,
    require_confirmed,
    require_course_named_as_in_its_details,
    require_created_when_answered,
    require_kept_as_sent,
    require_lead_player_as_sent,
    require_references_of_the_service,
    require_tee_time_and_players_as_sent,
)
from conformance.suite.bookings.recorded_bookings import require_unique
from conformance.suite.bookings.stock import book_stock, book_where_one_was_cancelled
from conformance.target.target import Target

_PENDING_AT = "16:32"
_OPTIONAL = ("agencyBookingReference", "specialRequests")


@pytest.fixture(scope="session")
def acceptances(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Acceptances:
    """The bookings that were accepted in this run, so that no check books the same again."""
    return Acceptances(bookings, tee_times)


@pytest.fixture(scope="session")
def booked(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, acceptances: Acceptances
) -> tuple[Booked, ...]:
    """Seven accepted bookings that the checks of this file only read."""
    created = book_stock(bookings, tee_times, target)
    acceptances.accepted += created
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
def booked_together(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    """Two bookings at different tee times, requested at the same moment: a target may draw ids from its clock."""
    race([booking(bookings, tee_times.fresh(), 2) for _ in range(2)])


@pytest.fixture(scope="session")
def booked_after_a_cancellation(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    """Another booking where one was cancelled: a target may take the old record for the new booking."""
    book_where_one_was_cancelled(bookings, tee_times)


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
    smaller = book_fewer_than_held(bookings, tee_times, target)

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
def test_the_phone_of_the_lead_player_is_optional(
    bookings: BookingDesk, acceptances: Acceptances, players: int
) -> None:
    asked = acceptances.recall_or_book(players, left_out=["leadPlayer.phone"])

    twin = bookings.body(asked.tee_time, players, is_whole=True)
    require_accepted_like_its_twin(asked.answer, lambda: bookings.post(twin))


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
def test_reference_and_requests_are_optional(
    bookings: BookingDesk, acceptances: Acceptances, players: int, left_out: Sequence[str]
) -> None:
    asked = acceptances.recall_or_book(players, left_out)

    twin = bookings.body(asked.tee_time, players, is_whole=True)
    require_accepted_like_its_twin(asked.answer, lambda: bookings.post(twin))


@verifies("BKC-18")
def test_reference_and_requests_are_optional_when_a_hold_is_completed(
    bookings: BookingDesk, tee_times: TeeTimeFinder
) -> None:
    tee_time = tee_times.fresh()
    hold_id = if_possible(lambda: hold_id_for_two(bookings, tee_time))
    whole = bookings.body(tee_time, 2, is_whole=True)
    required = {name: value for name, value in whole.items() if name not in _OPTIONAL}

    answer = if_possible(lambda: bookings.complete_with(hold_id, required))

    require_accepted_like_its_twin(answer, lambda: bookings.complete_with(hold_id, whole))


@verifies("BKC-19")
@pytest.mark.parametrize(
    ("players", "day"),
    [(1, is_weekday), (1, is_weekend), (2, None), (3, None), (4, is_weekday), (4, is_weekend)],
    ids=["1", "1 at a weekend", "2", "3", "4", "4 at a weekend"],
)
def test_one_to_four_players_are_accepted(
    bookings: BookingDesk, acceptances: Acceptances, players: int, day: Days | None
) -> None:
    def book() -> Booked:
        return acceptances.recall_or_book(players, day=day)

    def require_accepted(asked: Booked) -> None:
        twin = bookings.body(asked.tee_time, 5 - players)
        require_accepted_like_its_twin(asked.answer, lambda: bookings.post(twin))

    passing = f"A booking for {players} was refused, and later one was accepted. Somebody else may have been faster."
    require_not_again(require_accepted, book(), book, passing)


@verifies("BKC-30")
def test_the_booking_reference_is_issued_by_the_service(every_booked: Sequence[Booked]) -> None:
    require_references_of_the_service(every_booked)


@verifies("BKC-31", closing=True)
@pytest.mark.usefixtures("booked", "booked_together", "booked_after_a_cancellation")
def test_booking_ids_are_unique(exchanges: Sequence[Exchange], target: Target) -> None:
    require_unique("id", exchanges, target)


@verifies("BKC-32", closing=True)
@pytest.mark.usefixtures("booked")
def test_booking_references_are_unique(exchanges: Sequence[Exchange], target: Target) -> None:
    require_unique("bookingReference", exchanges, target)


@verifies("BKC-33")
def test_created_at_is_the_time_of_creation(every_booked: Sequence[Booked]) -> None:
    require_created_when_answered(every_booked)


@verifies("BKC-35")
def test_the_course_is_named_as_in_its_details(courses: CourseFinder, every_booked: Sequence[Booked]) -> None:
    require_course_named_as_in_its_details(courses, every_booked)
