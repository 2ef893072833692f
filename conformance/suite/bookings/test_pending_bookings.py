"""Checks of bookings that a golf course has to confirm."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import accepted, golden, part, refused, same, within_budget
from conformance.discovery import BookingDesk, CourseFinder, without
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import Booked, book, give_back, if_possible, read
from conformance.suite.arranged.booking_values import same_lead_player
from conformance.suite.arranged.pending import change_while_pending, wished
from conformance.target.target import Target

_TIMES = ("09:00", "10:30", "12:00", "13:30")
_TIME_WITHOUT_PHONE = "15:00"
_CHANGED_BEFORE = 4


@dataclass(frozen=True)
class Decided:
    """A booking that its course has confirmed, and the status that it was read with afterwards."""

    booked: Booked
    status: Any


@pytest.fixture(scope="session")
def asked(bookings: BookingDesk, courses: CourseFinder, run: Run) -> Callable[[int], Booked]:
    """A booking on the declared offline course by its number of players, made once."""

    def ask(players: int) -> Booked:
        wish = wished(courses, run, _TIMES[players - 1])
        return book(bookings, bookings.body(wish, players), wish)

    return cache(ask)


@pytest.fixture(scope="session")
def decided(
    bookings: BookingDesk, asked: Callable[[int], Booked], target: Target, course_decisions: CourseDecisions
) -> Callable[[int], Decided]:
    """A booking by its number of players, confirmed by its course once. One of them is changed before."""

    def decide(players: int) -> Decided:
        booked = asked(players)
        if booked.shown("status") != "pending":
            raise Inconclusive("The booking is not pending, which BKC-02 judges.")
        if players == _CHANGED_BEFORE:
            change_while_pending(bookings, booked.id)
        course_decisions.confirm(booked.id)
        status = within_budget(
            lambda: read(bookings, booked.id).get("status"),
            lambda shown: shown == "confirmed",
            seconds=target.budgets.visibility_seconds,
        )
        return Decided(booked, status)

    return cache(decide)


@verifies("BKC-02")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_booking_on_an_offline_course_is_pending(asked: Callable[[int], Booked], players: int) -> None:
    booked = asked(players)

    same(
        part(booked.answer, "data.status"),
        "pending",
        f"the status of new booking {booked.where} on an offline course",
        booked.answer,
    )


@verifies("BKC-17")
def test_the_phone_of_the_lead_player_is_optional_on_an_offline_course(
    bookings: BookingDesk, courses: CourseFinder, run: Run
) -> None:
    wish = if_possible(lambda: wished(courses, run, _TIME_WITHOUT_PHONE))

    answer = bookings.post(without(bookings.body(wish), "leadPlayer.phone"))
    if not answer.is_success:
        accepted(bookings.post(bookings.body(wish), role=Role.control), "The valid twin, sent after it,")

    golden(answer)


@verifies("BST-01")
@pytest.mark.parametrize("players", [1, 4])
def test_a_pending_booking_becomes_confirmed_when_the_course_confirms(
    decided: Callable[[int], Decided], players: int
) -> None:
    found = decided(players)
    what = f"the status of booking {found.booked.where} for {players}, which its course has confirmed,"
    same(found.status, "confirmed", what)


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
    same_lead_player(accepted(answer, "Reading a booking"), pending.sent, "the answer to get")


@verifies("BKL-03")
def test_a_pending_booking_appears_in_the_list_of_its_day(
    bookings: BookingDesk, asked: Callable[[int], Booked], target: Target
) -> None:
    pending = if_possible(lambda: asked(3))

    is_listed = within_budget(
        lambda: any(item.get("id") == pending.id for item in bookings.listed(pending.tee_time.play_date)),
        bool,
        seconds=target.budgets.visibility_seconds,
    )
    expect(is_listed, "the list of its day shows a booking that waits for its course", "it does not")


@verifies("BKL-04")
def test_the_status_filter_goes_by_the_status_of_now(
    bookings: BookingDesk, asked: Callable[[int], Booked], decided: Callable[[int], Decided], target: Target
) -> None:
    waiting = if_possible(lambda: asked(3))
    one = if_possible(lambda: decided(1))
    if one.status != "confirmed":
        raise NoEvidence("The booking was not confirmed, which BST-01 judges.")

    shown_in = within_budget(
        lambda: [status for status in ("pending", "confirmed") if _is_listed(bookings, one.booked, status)],
        lambda found: found == ["confirmed"],
        seconds=target.budgets.visibility_seconds,
    )

    if not shown_in:
        raise Inconclusive("A booking that its course confirmed is in no list (BKL-03).")
    told = f"the lists with status {' and '.join(shown_in) or 'of neither kind'} show it"
    expect(shown_in == ["confirmed"], "a confirmed booking is listed as confirmed, and not as pending", told)
    if _is_listed(bookings, waiting, "confirmed"):
        shown = read(bookings, waiting.id).get("status")
        expect(
            shown == "confirmed", "a booking that is listed as confirmed is read as confirmed", f"its status is {shown}"
        )


def _is_listed(desk: BookingDesk, booked: Booked, status: str) -> bool:
    return any(item.get("id") == booked.id for item in desk.listed(booked.tee_time.play_date, status=status))
