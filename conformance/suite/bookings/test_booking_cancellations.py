"""Checks of cancelling a booking, and of what may move its status."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest

from conformance.asking.oracles import accepted, golden, part, refused, same, within_budget
from conformance.discovery import BookingDesk, CourseFinder, MovableClock, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Exchange, Role
from conformance.evidence.verdicts import (
    Advisory,
    Inconclusive,
    Untested,
    Violation,
    exercises,
    expect,
    shown,
    verifies,
)
from conformance.suite.arranged.booked import (
    PARTY_SIZES,
    Booked,
    all_modifiable,
    book,
    book_from_hold,
    change,
    read,
    read_cancelled,
)
from conformance.suite.arranged.booking_values import moment
from conformance.suite.bookings.recorded_bookings import cancelled_for_good, may_be_changed_or_cancelled, statuses_shown
from conformance.target.target import Target

_CLOCK_TOLERANCE = timedelta(minutes=5)
_LONG_ENOUGH_TO_TELL = timedelta(seconds=2)
_FROM_A_HOLD = 2


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
def cancellations(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> tuple[Cancellation, ...]:
    """A booking of every party size, one from a hold, cancelled when the target's clock has visibly moved on."""
    made = [_made_in_its_way(bookings, tee_times, target, players) for players in PARTY_SIZES]
    _wait_until_times_differ(bookings, made[-1])
    return tuple(Cancellation(one, bookings.cancel(one.id)) for one in made)


@pytest.fixture(scope="session")
def cancelled_when_changed(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Cancellation | None:
    """A booking with new players, and the answer to cancelling it. None where it is not confirmed any more.

    What a change does to the status is open, and only a confirmed booking must be cancelled at once.
    """
    booked = _made(bookings, tee_times, 2)
    changed = change(bookings, booked.id, {"players": 3})
    if not changed.is_success or read(bookings, booked.id).get("status") != "confirmed":
        return None
    return Cancellation(booked, bookings.cancel(booked.id))


@exercises("cancelBooking", "createBooking", "getBooking", writes=True)
def test_bookings_of_every_size_are_cancelled(bookings: BookingDesk, cancellations: Sequence[Cancellation]) -> None:
    for one in cancellations:
        bookings.read(one.booked.id)


@verifies("BKX-01")
def test_cancel_answers_with_the_cancelled_booking(cancellations: Sequence[Cancellation]) -> None:
    for one in cancellations:
        same(
            part(one.answer, "data.status"), "cancelled", f"the status in the answer to {one.answer.where}", one.answer
        )
        for member in ("id", "bookingReference", "cancellationDate"):
            value = part(one.answer, f"data.{member}")
            has_it = isinstance(value, str) and value != ""
            expect(has_it, f"{one.answer.where} answers with {member}", f"{member} is {shown(value)}", one.answer)


@verifies("BKX-02")
def test_cancel_answers_about_the_booking_it_was_asked_about(cancellations: Sequence[Cancellation]) -> None:
    for one in cancellations:
        for member in ("id", "bookingReference"):
            shown = part(one.body, f"data.{member}", judge=False)
            same(shown, one.booked.shown(member), f"{member} in the answer to {one.answer.where}", one.answer)


@verifies("BKX-03")
def test_after_an_accepted_cancel_the_booking_is_cancelled(
    bookings: BookingDesk, target: Target, cancellations: Sequence[Cancellation]
) -> None:
    for one in cancellations:
        accepted(one.answer, "Cancelling a booking")
        answer = _read_until_cancelled(bookings, target, one.booked)
        if not answer.is_success:
            raise Advisory(f"{answer.where} answered {answer.status}: a cancelled booking cannot be read (BKX-04).")
        same(
            part(answer, "data.status"),
            "cancelled",
            f"the status of cancelled booking {one.booked.id} when it is read",
            answer,
        )


@verifies("BKX-03")
def test_a_changed_booking_is_cancelled_after_an_accepted_cancel(
    bookings: BookingDesk, target: Target, cancelled_when_changed: Cancellation | None
) -> None:
    if cancelled_when_changed is None or not cancelled_when_changed.answer.is_success:
        return

    answer = _read_until_cancelled(bookings, target, cancelled_when_changed.booked)

    if answer.is_success:
        same(
            part(answer, "data.status"),
            "cancelled",
            f"the status in {answer.where}, after a change and a cancel,",
            answer,
        )


@verifies("BKX-03")
def test_a_cancelled_booking_stays_so_when_its_tee_time_is_booked_again(
    bookings: BookingDesk, target: Target, cancellations: Sequence[Cancellation]
) -> None:
    one = cancellations[-1]
    accepted(one.answer, "Cancelling a booking")
    again = bookings.create(one.booked.tee_time, 1)
    if not again.is_success:
        again.mark(Role.attempt)
        return

    answer = _read_until_cancelled(bookings, target, one.booked)

    if answer.is_success:
        same(
            part(answer, "data.status"),
            "cancelled",
            f"after other bookings of its tee time, the status of the cancelled booking in {answer.where}",
            answer,
        )


@verifies("BKX-04", closing=True)
def test_no_cancelled_booking_is_listed_as_confirmed_at_the_end(
    bookings: BookingDesk, target: Target, cancellations: Sequence[Cancellation], exchanges: Sequence[Exchange]
) -> None:
    cancelled = cancelled_for_good(exchanges)
    if not cancelled:
        raise Inconclusive("No cancellation was accepted, which BKX-10 judges.")

    left = within_budget(
        lambda: cancelled & {str(item.get("id")) for item in bookings.listed(status="confirmed")},
        lambda found: not found,
        seconds=target.budgets.visibility_seconds,
    )
    told = f"GET /travel/bookings with status=confirmed lists {', '.join(sorted(left))}"
    expect(not left, "no cancelled booking of this run is listed as confirmed", told)


@verifies("BKX-04")
def test_a_cancelled_booking_is_listed_as_cancelled_only(
    bookings: BookingDesk, target: Target, cancellations: Sequence[Cancellation]
) -> None:
    for one in cancellations:
        accepted(one.answer, "Cancelling a booking")
    days = {one.booked.tee_time.play_date for one in cancellations}
    for play_date in (*sorted(days), None):
        own = {one.booked.id for one in cancellations if play_date in (one.booked.tee_time.play_date, None)}
        shown_in = _status_lists_with(bookings, target, own, play_date)
        wanted = {booking_id: ["cancelled"] for booking_id in shown_in}
        same(shown_in, wanted, "for each cancelled booking, the values of status whose list shows it")


@verifies("BKX-05")
def test_cancellation_date_is_the_time_of_cancel(cancellations: Sequence[Cancellation], clock: MovableClock) -> None:
    for one in cancellations:
        shown = part(one.body, "data.cancellationDate", judge=False)
        cancelled_at = moment(shown, "cancellationDate")
        created_at = moment(one.booked.shown("createdAt"), "createdAt")
        asked_at = one.answer.answered_at
        expected = f"cancellationDate lies within 5 minutes of {asked_at.isoformat()}, when cancel answered"
        told = f"{one.answer.where} answered with cancellationDate {shown}"
        expect(abs(cancelled_at - asked_at) <= _CLOCK_TOLERANCE, expected, told, one.answer)
        stands_still = cancelled_at <= created_at and clock.now() <= created_at
        if stands_still or asked_at - one.booked.answer.answered_at < _LONG_ENOUGH_TO_TELL:
            raise Inconclusive("The clock of the target does not move on, so its times cannot be told apart.")
        if cancelled_at == created_at and not (created_at.second or created_at.microsecond):
            raise Inconclusive("Both times are whole minutes, so they may well be the same one.")
        expect(cancelled_at > created_at, f"cancellationDate lies after createdAt, {created_at.isoformat()}", told)


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
def test_a_cancelled_booking_stays_cancelled(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int
) -> None:
    booked = _cancelled(bookings, tee_times, players)
    before = read_cancelled(bookings, booked.id, target)
    revivals = [{"players": 5 - players}, all_modifiable(before, {"players": 5 - players}), {"status": "confirmed"}]

    for body in revivals:
        bookings.update(booked.id, body).mark(Role.attempt)
    changed = read_cancelled(bookings, booked.id, target)
    bookings.cancel(booked.id).mark(Role.attempt)

    same(changed.get("status"), "cancelled", f"the status of cancelled booking {booked.where} after a change")
    after = read_cancelled(bookings, booked.id, target)
    same(after.get("status"), "cancelled", f"the status of cancelled booking {booked.where} after a second cancel")
    # Read by itself a booking may show it, and in the list not.
    if before.get("cancellationDate") and after.get("cancellationDate"):
        same(
            after["cancellationDate"],
            before["cancellationDate"],
            f"cancellationDate of {booked.where} after a second cancel",
        )


@verifies("BKX-10")
def test_a_changed_booking_outside_the_cutoff_can_be_cancelled(cancelled_when_changed: Cancellation | None) -> None:
    if cancelled_when_changed is not None:
        golden(cancelled_when_changed.answer)


@verifies("BKX-10")
def test_a_booking_outside_the_cutoff_can_be_cancelled(cancellations: Sequence[Cancellation]) -> None:
    for one in cancellations:
        golden(one.answer)


@verifies("BST-02")
def test_a_booking_stays_confirmed_when_another_joins_its_tee_time(
    bookings: BookingDesk, tee_times: TeeTimeFinder
) -> None:
    tee_time = tee_times.fresh()
    first = book(bookings, bookings.body(tee_time, 1), tee_time)
    if first.shown("status") != "confirmed":
        raise Inconclusive("The booking is not confirmed, which BKC-01 judges.")

    beside = book(bookings, bookings.body(tee_time, 1), tee_time)

    same(
        read(bookings, first.id).get("status"),
        "confirmed",
        f"the status of booking {first.where} after booking {beside.id} was made at the same tee time",
    )

    if bookings.cancel(beside.id).is_success:
        same(
            read(bookings, first.id).get("status"),
            "confirmed",
            f"the status of booking {first.where} after booking {beside.id} at the same tee time was cancelled",
        )


@verifies("BST-02", closing=True)
def test_a_confirmed_booking_stays_confirmed(exchanges: Sequence[Exchange]) -> None:
    confirmed: set[str] = set()
    ended: set[str] = set()
    observations = 0
    for one in exchanges:
        # What an accepted change does to the status is open, and cancelling ends the watch: a request that is repeated
        # afterwards may be answered as it was the first time. A change whose answer was lost may have been made.
        ended |= may_be_changed_or_cancelled(one)
        confirmed -= ended
        for booking_id, status in statuses_shown(one):
            if one.operation_id == "createBooking" and status == "confirmed" and booking_id not in ended:
                confirmed.add(booking_id)
            elif booking_id in confirmed:
                observations += 1
                if status != "confirmed":
                    told = f"{one.request.method} {one.request.path} shows {booking_id} with status {status}"
                    raise Violation("a booking stays confirmed until it is changed or cancelled", told, one)
    if not observations:
        raise Untested("No confirmed booking was read again in this run.")


def _made(desk: BookingDesk, tee_times: TeeTimeFinder, players: int) -> Booked:
    tee_time = tee_times.fresh()
    return book(desk, desk.body(tee_time, players), tee_time)


def _made_in_its_way(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int) -> Booked:
    """A booking made at once or, for one party size, from a hold."""
    if players != _FROM_A_HOLD:
        return _made(desk, tee_times, players)
    tee_time = tee_times.fresh()
    return book_from_hold(desk, desk.body(tee_time, players), tee_time, target)


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


def _status_lists_with(
    desk: BookingDesk, target: Target, own: Set[str], play_date: date | None
) -> dict[str, list[str]]:
    """By id, which of the lists of confirmed and of cancelled bookings show the booking, once it is only the second.

    Nothing of lists that are too long to be read whole.
    """

    def lists() -> dict[str, list[str]]:
        listed = {one: desk.listing(play_date, status=one) for one in ("confirmed", "cancelled")}
        if not all(listing.is_whole for listing in listed.values()):
            return {}
        ids = {one: {item.get("id") for item in listing.items} for one, listing in listed.items()}
        return {each: [one for one in ids if each in ids[one]] for each in sorted(own)}

    return within_budget(
        lists,
        lambda found: all(shown == ["cancelled"] for shown in found.values()),
        seconds=target.budgets.visibility_seconds,
    )


def _wait_until_times_differ(desk: BookingDesk, booked: Booked) -> None:
    """Read the booking until the clock of the target has visibly moved on, but not forever."""
    within_budget(
        lambda: desk.read(booked.id),
        lambda seen: seen.answered_at - booked.answer.answered_at >= _LONG_ENOUGH_TO_TELL,
        seconds=2 * _LONG_ENOUGH_TO_TELL.total_seconds(),
        every=_LONG_ENOUGH_TO_TELL.total_seconds() / 2,
    )
