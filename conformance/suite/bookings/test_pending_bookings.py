"""Checks of bookings that a golf course has to confirm."""

from collections.abc import Callable
from functools import cache

import pytest

from conformance.asking.client import Agency
from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import accepted, part, refused, same
from conformance.discovery import BookingDesk, CourseFinder, without
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import Booked, give_back, if_possible
from conformance.suite.arranged.booking_values import require_lead_player
from conformance.suite.arranged.many_answers import require_accepted_like_its_twin
from conformance.suite.arranged.pending import wished
from conformance.suite.arranged.tee_sheets import ask
from conformance.suite.bookings.decided_bookings import (
    Decided,
    book_offline,
    confirmed_booking,
    is_listed_at_the_bound,
    is_listed_in_time,
    let_its_course_confirm,
    read_when_its_course_declined,
    require_confirmed_if_listed_so,
    require_listed_as_read,
    require_listed_by_status_after_a_change,
    require_listed_when_cancelled,
    statuses_listing,
)
from conformance.suite.bookings.undecided_bookings import ConfirmedBeside, confirm_beside_another, require_one_confirmed
from conformance.target.target import Target

_TIME_WITHOUT_PHONE = "15:00"


@pytest.fixture(scope="session")
def asked(bookings: BookingDesk, courses: CourseFinder, run: Run) -> Callable[[int], Booked]:
    """A booking on the declared offline course by its number of players, requested once."""
    return cache(lambda players: book_offline(bookings, courses, run, players))


@pytest.fixture(scope="session")
def decided(
    bookings: BookingDesk, asked: Callable[[int], Booked], target: Target, course_decisions: CourseDecisions
) -> Callable[[int], Decided]:
    """A booking by its number of players, confirmed by its course once."""
    return cache(lambda players: let_its_course_confirm(bookings, asked(players), target, course_decisions))


@verifies("BKC-02")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_booking_on_an_offline_course_is_pending(asked: Callable[[int], Booked], players: int) -> None:
    booked = asked(players)

    what = f"the status of new booking {booked.where} on an offline course"
    same(part(booked.answer, "data.status"), "pending", what, booked.answer)


@verifies("BKC-17")
def test_the_phone_of_the_lead_player_is_optional_on_an_offline_course(
    other_bookings: BookingDesk, courses: CourseFinder, run: Run
) -> None:
    wish = if_possible(lambda: wished(courses, run, _TIME_WITHOUT_PHONE))

    answer = other_bookings.post(without(other_bookings.body(wish), "leadPlayer.phone"))

    require_accepted_like_its_twin(answer, lambda: other_bookings.post(other_bookings.body(wish, is_whole=True)))


@verifies("BST-01")
@pytest.mark.parametrize("players", [1, 4])
def test_a_pending_booking_becomes_confirmed_when_the_course_confirms(
    agency: Agency, decided: Callable[[int], Decided], players: int
) -> None:
    found = decided(players)
    # AVO-05 judges this tee sheet, like all of offline courses: what was confirmed must not be offered there.
    ask(agency, found.booked.tee_time.course_id, found.booked.tee_time.play_date, players)

    what = f"the status of booking {found.booked.where} for {players}, which its course has confirmed,"
    same(found.status, "confirmed", what)


@verifies("BST-02")
def test_a_pending_booking_waits_when_its_course_confirms_another(
    bookings: BookingDesk,
    asked: Callable[[int], Booked],
    decided: Callable[[int], Decided],
    course_decisions: CourseDecisions,
) -> None:
    first = if_possible(lambda: ConfirmedBeside(decided(1).booked, asked(3)))

    require_one_confirmed(
        bookings,
        first,
        lambda: if_possible(lambda: confirm_beside_another(bookings, first.waits.tee_time, course_decisions)),
    )


@verifies("BKC-21")
def test_more_than_four_players_are_refused_on_an_offline_course(
    bookings: BookingDesk, asked: Callable[[int], Booked]
) -> None:
    control = if_possible(lambda: asked(4))

    attempt = bookings.post(bookings.body(control.tee_time, 5), role=Role.attempt)
    give_back(bookings, attempt)
    refused(attempt, control=control.answer)


@verifies("BKG-02")
def test_reading_a_pending_booking_shows_the_lead_player(bookings: BookingDesk, asked: Callable[[int], Booked]) -> None:
    pending = if_possible(lambda: asked(3))

    answer = bookings.read_own(pending.id)

    body = accepted(answer, "Reading a booking")
    require_lead_player(body, pending.sent, f"booking {pending.where}, when it is read,")


@verifies("BKG-02")
def test_reading_a_declined_booking_shows_the_lead_player(
    bookings: BookingDesk, asked: Callable[[int], Booked], target: Target, course_decisions: CourseDecisions
) -> None:
    waiting = if_possible(lambda: asked(2))

    answer = if_possible(lambda: read_when_its_course_declined(bookings, waiting, target, course_decisions))

    require_lead_player(answer.body, waiting.sent, f"booking {waiting.where}, which its course declined,")


@verifies("BKL-03")
def test_a_pending_booking_appears_in_the_list_of_its_day(
    bookings: BookingDesk, asked: Callable[[int], Booked], target: Target
) -> None:
    pending = if_possible(lambda: asked(3))

    is_listed = is_listed_in_time(bookings, pending, target)

    expect(is_listed, "the list of its day shows a booking that waits for its course", "it does not")


@pytest.mark.parametrize(
    "bound",
    [pytest.param("startDate", marks=verifies("BKL-06")), pytest.param("endDate", marks=verifies("BKL-08"))],
)
def test_a_pending_booking_is_listed_when_its_day_is_the_bound(
    bookings: BookingDesk, asked: Callable[[int], Booked], target: Target, bound: str
) -> None:
    pending = if_possible(lambda: asked(3))

    is_listed = is_listed_at_the_bound(bookings, pending, bound, target)

    expect(is_listed, f"a list whose {bound} is the day of a pending booking shows the booking", "it does not")


@verifies("BKL-12")
def test_list_and_get_agree_about_a_booking_that_its_course_confirmed(
    bookings: BookingDesk, decided: Callable[[int], Decided], target: Target
) -> None:
    found = if_possible(lambda: decided(1))

    require_listed_as_read(bookings, found.booked, target)


@verifies("BKL-04")
def test_the_status_filter_goes_by_the_status_of_now(
    bookings: BookingDesk, asked: Callable[[int], Booked], decided: Callable[[int], Decided], target: Target
) -> None:
    waiting = if_possible(lambda: asked(3))
    confirmed = confirmed_booking(if_possible(lambda: decided(1)))

    shown_in = statuses_listing(bookings, confirmed, target)

    actual = f"the lists with status {' and '.join(shown_in)} show the booking"
    expect(shown_in == ["confirmed"], "a confirmed booking is listed as confirmed, and not as pending", actual)
    require_confirmed_if_listed_so(bookings, waiting)
    require_listed_by_status_after_a_change(bookings, confirmed, target)


# They cancel the bookings, so they come last.
@verifies("BKX-04")
def test_a_booking_that_its_course_confirmed_is_listed_when_it_is_cancelled(
    bookings: BookingDesk, decided: Callable[[int], Decided], target: Target
) -> None:
    confirmed = if_possible(lambda: decided(1))

    require_listed_when_cancelled(bookings, confirmed.booked, target)


@verifies("BKX-04")
def test_a_pending_booking_is_listed_when_it_is_cancelled(
    bookings: BookingDesk, asked: Callable[[int], Booked], target: Target
) -> None:
    require_listed_when_cancelled(bookings, if_possible(lambda: asked(3)), target)
