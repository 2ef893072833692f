"""Bookings cancelled for the checks, and what every accepted cancellation must bring about, in lists and in reads."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from conformance.asking.oracles import accepted, golden, part, same, within_budget
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Exchange, Role
from conformance.evidence.verdicts import Advisory, Inconclusive, NoEvidence, expect, shown
from conformance.suite.arranged.booked import PARTY_SIZES, PLACES, Booked, book, book_own_tee_time, change, read
from conformance.suite.arranged.from_holds import book_own_from_larger_hold
from conformance.suite.bookings.recorded_bookings import cancelled_for_good
from conformance.target.target import Target

LONG_ENOUGH_TO_TELL = timedelta(seconds=2)
_PLAYERS_FROM_A_HOLD, _PLAYERS_IN_OTHER_SEASON = 2, 3


@dataclass(frozen=True)
class Cancellation:
    """A booking of this run and the answer to cancelling it."""

    booked: Booked
    answer: Answer

    @property
    def body(self) -> Any:
        """The body of the answer. Raises `Inconclusive` when cancelling was refused, which BKX-10 judges."""
        return accepted(self.answer, "Cancelling a booking")


def cancel_every_size(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> tuple[Cancellation, ...]:
    """Books for every party size, and cancels when the clock of the target has visibly moved on.

    One booking is from a larger hold. One is on a day of the other season, when the clocks of the course differ from
    today's.
    """
    created = [_book_for_a_cancellation(desk, tee_times, target, players) for players in PARTY_SIZES]
    _wait_until_times_differ(desk, created[-1])
    return tuple(Cancellation(booking, desk.cancel(booking.id)) for booking in created)


def cancel_after_a_change(desk: BookingDesk, tee_times: TeeTimeFinder) -> Cancellation:
    """A booking with new players, and the answer to cancelling it. Raises `NoEvidence` where it is not confirmed any
    more.

    What a change does to the status is open, and only a confirmed booking must be cancelled at once.
    """
    booked = book_own_tee_time(desk, tee_times, 2)
    changed = change(desk, booked.id, {"players": 3})
    if not changed.is_success or read(desk, booked.id).get("status") != "confirmed":
        raise NoEvidence("The booking is not confirmed after a change, and no document says that it must be.")
    return Cancellation(booked, desk.cancel(booked.id))


def book_and_cancel(desk: BookingDesk, tee_times: TeeTimeFinder, players: int) -> Booked:
    """Books, and cancels the booking. Raises `Inconclusive` when it was refused."""
    booked = book_own_tee_time(desk, tee_times, players)
    accepted(desk.cancel(booked.id), "Cancelling a booking")
    return booked


def _book_for_a_cancellation(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int) -> Booked:
    part = desk.in_turn(players)
    far = tee_times.in_other_season() if part == _PLAYERS_IN_OTHER_SEASON else None
    if far:
        return book(desk, desk.body(far, players), far)
    if part == _PLAYERS_FROM_A_HOLD and players < PLACES:
        return book_own_from_larger_hold(desk, tee_times, players, target)
    return book_own_tee_time(desk, tee_times, players)


def _wait_until_times_differ(desk: BookingDesk, booked: Booked) -> None:
    """Reads the booking until the clock of the target has visibly moved on, but not forever."""
    within_budget(
        lambda: desk.read(booked.id),
        lambda seen: apart(booked.answer, seen) >= LONG_ENOUGH_TO_TELL,
        seconds=2 * LONG_ENOUGH_TO_TELL.total_seconds(),
        every=LONG_ENOUGH_TO_TELL.total_seconds() / 2,
    )


def apart(first: Answer, second: Answer) -> timedelta:
    """The time between two answers, by the clock of the target and by ours: a busy target has old Date headers."""
    return min(second.answered_at - first.answered_at, second.started_at - first.started_at)


def read_all(desk: BookingDesk, cancellations: Iterable[Cancellation]) -> None:
    """Reads every cancelled booking, whatever the answer is."""
    for cancellation in cancellations:
        desk.read(cancellation.booked.id)


def require_every_cancel_accepted(cancellations: Iterable[Cancellation]) -> None:
    """Raises `Violation` unless every cancellation succeeds."""
    for cancellation in cancellations:
        golden(cancellation.answer)


def require_answers_with_the_cancelled_booking(cancellations: Iterable[Cancellation]) -> None:
    """Raises `Violation` unless every cancel answers with status cancelled, id, reference and cancellationDate."""
    for cancellation in cancellations:
        answer = cancellation.answer
        same(part(answer, "data.status"), "cancelled", f"the status in the answer to {answer.where}", answer)
        for member in ("id", "bookingReference", "cancellationDate"):
            value = part(answer, f"data.{member}")
            is_text = isinstance(value, str) and value != ""
            expect(is_text, f"{answer.where} answers with {member}", f"{member} is {shown(value)}", answer)


def require_answers_about_the_booking_asked_about(cancellations: Iterable[Cancellation]) -> None:
    """Raises `Violation` unless every cancel answers with the id and the reference that create showed."""
    for cancellation in cancellations:
        answer = cancellation.answer
        for member in ("id", "bookingReference"):
            value = part(cancellation.body, f"data.{member}", judge=False)
            same(value, cancellation.booked.shown(member), f"{member} in the answer to {answer.where}", answer)


def require_read_as_cancelled(desk: BookingDesk, target: Target, cancellations: Iterable[Cancellation]) -> None:
    """Raises `Violation` unless every cancelled booking is read with status cancelled, `Advisory` where it cannot be
    read.
    """
    for cancellation in cancellations:
        accepted(cancellation.answer, "Cancelling a booking")
        answer = _read_until_cancelled(desk, target, cancellation.booked)
        if not answer.is_success:
            raise Advisory(f"{answer.where} answered {answer.status}: a cancelled booking cannot be read (BKX-04).")
        what = f"the status of cancelled booking {cancellation.booked.id} when it is read"
        same(part(answer, "data.status"), "cancelled", what, answer)


def require_cancelled_after_a_change(desk: BookingDesk, target: Target, cancellation: Cancellation) -> None:
    """Raises `Violation` when a booking that was changed and then cancelled is read with another status.

    Raises `NoEvidence` where it was not cancelled, or cannot be read any more.
    """
    if not cancellation.answer.is_success:
        raise NoEvidence("The changed booking was not cancelled, which BKX-10 judges.")
    _require_shown_as_cancelled(desk, target, cancellation.booked, "after a change and a cancel")


def require_cancelled_beside(desk: BookingDesk, target: Target, cancellation: Cancellation, again: Answer) -> None:
    """Raises `Violation` when a cancelled booking is read with another status after *again* booked its tee time.

    Raises `NoEvidence` where the tee time was not booked again, or the cancelled booking cannot be read any more.
    """
    if not again.is_success:
        again.mark(Role.attempt)
        raise NoEvidence("The tee time was not booked again.")
    _require_shown_as_cancelled(desk, target, cancellation.booked, "after other bookings of its tee time")


def _require_shown_as_cancelled(desk: BookingDesk, target: Target, booked: Booked, when: str) -> None:
    answer = _read_until_cancelled(desk, target, booked)
    if not answer.is_success:
        raise NoEvidence(f"{answer.where} answered {answer.status}: a cancelled booking cannot be read (BKX-04).")
    same(
        part(answer, "data.status"),
        "cancelled",
        f"{when}, the status of the cancelled booking in {answer.where}",
        answer,
    )


def _read_until_cancelled(desk: BookingDesk, target: Target, booked: Booked) -> Answer:
    """The answer to reading the booking, as soon as it is refused, shows the cancel or the budget has run out."""
    return within_budget(
        lambda: desk.read(booked.id),
        lambda seen: not seen.is_success or part(seen.body, "data.status") == "cancelled",
        seconds=target.budgets.visibility_seconds,
    )


def require_none_listed_as_confirmed(desk: BookingDesk, target: Target, exchanges: Sequence[Exchange]) -> None:
    """Raises `Violation` when the list of confirmed bookings shows a booking that this run cancelled."""
    cancelled = cancelled_for_good(exchanges)
    if not cancelled:
        raise Inconclusive("No cancellation was accepted, which BKX-10 judges.")
    still_listed = within_budget(
        lambda: cancelled & {str(item.get("id")) for item in desk.listed(status="confirmed")},
        lambda found: not found,
        seconds=target.budgets.visibility_seconds,
    )
    actual = f"GET /travel/bookings with status=confirmed lists {', '.join(sorted(still_listed))}"
    expect(not still_listed, "no cancelled booking of this run is listed as confirmed", actual)


def require_listed_as_cancelled_only(desk: BookingDesk, target: Target, cancellations: Sequence[Cancellation]) -> None:
    """Raises `Violation` unless the lists of every day, and of all days, show the bookings as cancelled and not as
    confirmed.
    """
    for cancellation in cancellations:
        accepted(cancellation.answer, "Cancelling a booking")
    days = {cancellation.booked.tee_time.play_date for cancellation in cancellations}
    for play_date in (*sorted(days), None):
        own = {
            cancellation.booked.id
            for cancellation in cancellations
            if play_date in (cancellation.booked.tee_time.play_date, None)
        }
        shown_in = _statuses_listing_each(desk, target, own, play_date)
        wanted = {booking_id: ["cancelled"] for booking_id in shown_in}
        same(shown_in, wanted, "for each cancelled booking, the values of status whose list shows it")


def _statuses_listing_each(
    desk: BookingDesk, target: Target, own: Set[str], play_date: date | None
) -> dict[str, list[str]]:
    """The statuses whose list shows the booking, by its id. Reads again until only the list of cancelled bookings does.

    Empty where a list is too long to read it whole.
    """

    def lists() -> dict[str, list[str]]:
        listed = {status: desk.listing(play_date, status=status) for status in ("confirmed", "cancelled")}
        if not all(listing.is_whole for listing in listed.values()):
            return {}
        ids = {status: {item.get("id") for item in listing.items} for status, listing in listed.items()}
        return {booking_id: [status for status in ids if booking_id in ids[status]] for booking_id in sorted(own)}

    return within_budget(
        lists,
        lambda found: all(statuses == ["cancelled"] for statuses in found.values()),
        seconds=target.budgets.visibility_seconds,
    )


def try_to_revive(desk: BookingDesk, booking_id: str, revivals: Iterable[Mapping[str, Any]]) -> None:
    """Sends changes that a cancelled booking must not follow, whatever the answers are."""
    for body in revivals:
        desk.update(booking_id, body).mark(Role.attempt)


def cancel_again(desk: BookingDesk, booking_id: str) -> None:
    """Cancels a cancelled booking, whatever the answer is."""
    desk.cancel(booking_id).mark(Role.attempt)


def require_same_cancellation_date(before: Mapping[str, Any], after: Mapping[str, Any], where: str) -> None:
    """Raises `Violation` when a second cancel moved cancellationDate."""
    # Read by itself a booking may show it, and in the list not.
    if before.get("cancellationDate") and after.get("cancellationDate"):
        what = f"cancellationDate of {where} after a second cancel"
        same(after["cancellationDate"], before["cancellationDate"], what)
