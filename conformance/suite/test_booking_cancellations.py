"""Checks of cancelling a booking, and of what may move its status."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from urllib.parse import unquote

import pytest

from conformance.discovery import BookingDesk, CourseFinder, MovableClock, TeeTimeFinder
from conformance.exchanges import Answer, Exchange, NotJson, Role, parse_json
from conformance.operations import match
from conformance.oracles import accepted, golden, part, refused, same, within_budget
from conformance.suite.booked import PARTY_SIZES, Booked, all_modifiable, book, read
from conformance.suite.booking_values import moment
from conformance.target import Target
from conformance.verdicts import Advisory, Inconclusive, Untested, Violation, exercises, expect, verifies

_CLOCK_TOLERANCE = timedelta(minutes=5)
_LONG_ENOUGH_TO_TELL = timedelta(seconds=2)


@dataclass(frozen=True)
class Cancellation:
    """A booking of this run and the answer to cancelling it."""

    booked: Booked
    answer: Answer

    @property
    def body(self) -> Any:
        """The body of the answer. Raises `Inconclusive` when cancelling was refused, which BKX-10 judges."""
        return accepted(self.answer, "Cancelling a booking")


@pytest.fixture(scope="session")
def cancellations(bookings: BookingDesk, tee_times: TeeTimeFinder) -> tuple[Cancellation, ...]:
    """A booking of every party size, made, and cancelled when the target's clock has visibly moved on."""
    made = [_made(bookings, tee_times, players) for players in PARTY_SIZES]
    _wait_until_times_differ(bookings, made[-1])
    return tuple(Cancellation(one, bookings.cancel(one.id)) for one in made)


@exercises("cancelBooking", "createBooking", "getBooking", writes=True)
def test_bookings_of_every_size_are_cancelled(bookings: BookingDesk, cancellations: Sequence[Cancellation]) -> None:
    for one in cancellations:
        bookings.read(one.booked.id)


@verifies("BKX-01")
def test_cancel_answers_with_the_cancelled_booking(cancellations: Sequence[Cancellation]) -> None:
    for one in cancellations:
        same(part(one.body, "data.status"), "cancelled", "the status in the answer to cancel")
        for member in ("id", "bookingReference", "cancellationDate"):
            value = part(one.body, f"data.{member}")
            expect(isinstance(value, str) and value != "", f"the answer to cancel has {member}", value)


@verifies("BKX-02")
def test_cancel_answers_about_the_booking_it_was_asked_about(cancellations: Sequence[Cancellation]) -> None:
    for one in cancellations:
        for member in ("id", "bookingReference"):
            shown = part(one.body, f"data.{member}", judge=False)
            same(shown, one.booked.shown(member), f"{member} in the answer to cancel")


@verifies("BKX-03")
def test_after_an_accepted_cancel_the_booking_is_cancelled(
    bookings: BookingDesk, target: Target, cancellations: Sequence[Cancellation]
) -> None:
    for one in cancellations:
        accepted(one.answer, "Cancelling a booking")
        answer = _read_until_cancelled(bookings, target, one.booked)
        if not answer.is_success:
            raise Advisory(f"{answer.where} answered {answer.status}: a cancelled booking cannot be read (BKX-04).")
        same(part(answer.body, "data.status"), "cancelled", "the status of a cancelled booking when it is read")


@verifies("BKX-04")
def test_a_cancelled_booking_is_listed_as_cancelled_only(
    bookings: BookingDesk, target: Target, cancellations: Sequence[Cancellation]
) -> None:
    for one in cancellations:
        accepted(one.answer, "Cancelling a booking")
        for play_date in (one.booked.tee_time.play_date, None):
            shown_in = _status_lists_with(bookings, target, one.booked, play_date)
            same(shown_in, ["cancelled"], "the status lists that show a cancelled booking")


@verifies("BKX-05")
def test_cancellation_date_is_the_time_of_cancel(cancellations: Sequence[Cancellation], clock: MovableClock) -> None:
    for one in cancellations:
        shown = part(one.body, "data.cancellationDate", judge=False)
        cancelled_at = moment(shown, "cancellationDate")
        created_at = moment(one.booked.shown("createdAt"), "createdAt")
        asked_at = one.answer.answered_at
        expected = f"cancellationDate lies within 5 minutes of {asked_at.isoformat()}, when cancel answered"
        expect(abs(cancelled_at - asked_at) <= _CLOCK_TOLERANCE, expected, shown)
        stands_still = cancelled_at <= created_at and clock.now() <= created_at
        if stands_still or asked_at - one.booked.answer.answered_at < _LONG_ENOUGH_TO_TELL:
            raise Inconclusive("The clock of the target does not move on, so its times cannot be told apart.")
        expect(cancelled_at > created_at, f"cancellationDate lies after createdAt, {created_at.isoformat()}", shown)


@verifies("BKX-08")
@pytest.mark.parametrize("players", [1, 3])
def test_an_unknown_booking_cannot_be_cancelled(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, players: int
) -> None:
    booked = _made(bookings, tee_times, players)

    attempt = bookings.cancel(courses.unknown_id(booked.id))
    control = bookings.cancel(booked.id)

    refused(attempt, control=control)


@verifies("BKX-09")
@pytest.mark.parametrize("players", [1, 3])
def test_a_cancelled_booking_stays_cancelled(bookings: BookingDesk, tee_times: TeeTimeFinder, players: int) -> None:
    booked = _cancelled(bookings, tee_times, players)
    before = read(bookings, booked.id)
    revivals = [{"players": 5 - players}, all_modifiable(before, {"players": 5 - players}), {"status": "confirmed"}]

    for body in revivals:
        bookings.update(booked.id, body).mark(Role.attempt)
    bookings.cancel(booked.id).mark(Role.attempt)

    after = read(bookings, booked.id)
    same(after.get("status"), "cancelled", "the status of a cancelled booking after it was changed and cancelled again")
    same(after.get("cancellationDate"), before.get("cancellationDate"), "cancellationDate after a second cancel")


@verifies("BKX-10")
def test_a_booking_outside_the_cutoff_can_be_cancelled(cancellations: Sequence[Cancellation]) -> None:
    for one in cancellations:
        golden(one.answer)


@verifies("BST-02", closing=True)
def test_a_confirmed_booking_stays_confirmed(exchanges: Sequence[Exchange]) -> None:
    confirmed: set[str] = set()
    observations = 0
    for one in exchanges:
        # What an accepted change does to the status is open, and cancelling ends the watch.
        confirmed -= _changed_or_cancelled(one)
        for booking_id, status in _statuses_shown(one):
            if one.operation_id == "createBooking" and status == "confirmed":
                confirmed.add(booking_id)
            elif booking_id in confirmed:
                observations += 1
                if status != "confirmed":
                    raise Violation("a booking stays confirmed until it is changed or cancelled", status, one.index)
    if not observations:
        raise Untested("No confirmed booking was read again in this run.")


def _made(desk: BookingDesk, tee_times: TeeTimeFinder, players: int) -> Booked:
    tee_time = tee_times.fresh()
    return book(desk, desk.body(tee_time, players), tee_time)


def _cancelled(desk: BookingDesk, tee_times: TeeTimeFinder, players: int) -> Booked:
    booked = _made(desk, tee_times, players)
    accepted(desk.cancel(booked.id), "Cancelling a booking")
    return booked


def _read_until_cancelled(desk: BookingDesk, target: Target, booked: Booked) -> Answer:
    """The answer to reading the booking, as soon as it is refused, shows the cancel or the budget has run out."""
    return within_budget(
        lambda: desk.read(booked.id),
        lambda seen: not seen.is_success or part(seen.body, "data.status") == "cancelled",
        seconds=target.budgets.visibility_seconds,
    )


def _status_lists_with(desk: BookingDesk, target: Target, booked: Booked, play_date: date | None) -> list[str]:
    """Which of the lists of confirmed and of cancelled bookings show this one, once it is only the second."""

    def lists() -> list[str]:
        listed = {one: desk.listed(play_date, status=one) for one in ("confirmed", "cancelled")}
        return [one for one, items in listed.items() if any(item.get("id") == booked.id for item in items)]

    return within_budget(lists, lambda found: found == ["cancelled"], seconds=target.budgets.visibility_seconds)


def _wait_until_times_differ(desk: BookingDesk, booked: Booked) -> None:
    """Read the booking until the clock of the target has visibly moved on, but not forever."""
    within_budget(
        lambda: desk.read(booked.id),
        lambda seen: seen.answered_at - booked.answer.answered_at >= _LONG_ENOUGH_TO_TELL,
        seconds=2 * _LONG_ENOUGH_TO_TELL.total_seconds(),
    )


def _changed_or_cancelled(one: Exchange) -> set[str]:
    """The booking that this exchange changed or cancelled, if any."""
    if one.operation_id not in ("updateBooking", "cancelBooking") or not (one.response and one.response.is_success):
        return set()
    found = match(one.request.method, one.request.path)
    return {unquote(found.parameters["id"])} if found else set()


def _statuses_shown(one: Exchange) -> Iterator[tuple[str, Any]]:
    """Id and status of every booking that create, get or list shows in this exchange."""
    if one.operation_id not in ("createBooking", "getBooking", "listBookings"):
        return
    if one.response is None or not one.response.is_success:
        return
    try:
        shown = parse_json(one.response.content)["data"]
    except (NotJson, KeyError, TypeError):
        return
    for booking in shown if isinstance(shown, list) else [shown]:
        if isinstance(booking, dict) and "status" in booking:
            yield str(booking.get("id")), booking["status"]
