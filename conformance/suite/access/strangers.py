"""Bookings of one agency in every state, and everything that another agency tries with each of them.

A fault of access may show in one state only: while a booking is pending, after its own agency has read or changed it,
or when it came from a hold. So each state is a row of the table `STATES`, and each check judges all of them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.asking.oracles import accepted, refused
from conformance.discovery import BookingDesk, BookingHookDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import NoEvidence
from conformance.scope.run import Run
from conformance.suite.access.books import booked_for
from conformance.suite.arranged.booked import (
    all_modifiable,
    book_from_hold,
    change,
    if_possible,
    read,
)
from conformance.suite.arranged.hooked_tee_times import hooked
from conformance.suite.arranged.pending import asked_for, wished
from conformance.suite.arranged.read_back import refused_and_unchanged, unchanged
from conformance.target.target import Target

_PENDING_AT = "12:40"
_PLAIN = "confirmed"


@dataclass(frozen=True)
class OwnBookings:
    """Brings bookings of the first agency into a state. Each method returns the id of a new booking."""

    desk: BookingDesk
    hooks: BookingHookDesk
    tee_times: TeeTimeFinder
    courses: CourseFinder
    run: Run
    target: Target

    def confirmed(self) -> str:
        """A booking at an online course."""
        return booked_for(self.desk, self.tee_times, 1).id

    def changed(self) -> str:
        """A booking whose players its own agency has changed."""
        booked = booked_for(self.desk, self.tee_times, 3)
        accepted(change(self.desk, booked.id, {"players": 2}), "Changing a booking")
        return booked.id

    def from_a_hold(self) -> str:
        """A booking that completed a hold."""
        tee_time = self.tee_times.fresh()
        return book_from_hold(self.desk, self.desk.body(tee_time, 4), tee_time, self.target).id

    def from_a_hook(self) -> str:
        """The booking that a confirmed hook became. Raises `NoEvidence` where the answer does not show its id."""
        hook = hooked(self.hooks, self.tee_times, 2)
        confirmed = self.hooks.confirm(self.hooks.id_of(hook.answer), hook.sent)
        booking = accepted(confirmed, "Confirming a hook")
        data = booking.get("data") if isinstance(booking, dict) else None
        if not isinstance(data, dict) or "bookingReference" not in data or "id" not in data:
            raise NoEvidence("The answer to the confirmation of a hook does not show its booking.")
        return str(data["id"])

    def pending(self) -> str:
        """A booking that waits for its golf course."""
        return asked_for(self.desk, wished(self.courses, self.run, _PENDING_AT), 2).id


STATES: Mapping[str, Callable[[OwnBookings], str]] = {
    _PLAIN: OwnBookings.confirmed,
    "changed": OwnBookings.changed,
    "from a hold": OwnBookings.from_a_hold,
    "from a hook": OwnBookings.from_a_hook,
    "pending": OwnBookings.pending,
}


@dataclass(frozen=True)
class Tried:
    """A booking and what another agency tried with it. *before* and *after* are what its own agency read meanwhile.

    The *own* answers are those to the same requests of its own agency. *late* are reads and changes of the other agency
    after them, before the booking was cancelled.
    """

    state: str
    before: Mapping[str, Any]
    reads: Sequence[Answer]
    changes: Sequence[Answer]
    cancel: Answer
    after: Mapping[str, Any]
    own_read: Answer
    own_change: Answer
    own_cancel: Answer
    late_read: Answer
    late_change: Answer

    def require_own_accepted(self, own: Answer) -> None:
        """Raise `NoEvidence` when the request of its own agency is refused: in some states no document excludes that.

        Of an ordinary booking, other rows judge such a refusal, and the check is inconclusive.
        """
        if self.state != _PLAIN and not own.is_success:
            own.mark(Role.attempt)
            raise NoEvidence(f"{own.where} of a booking that is {self.state} is refused for its own agency too.")


def tried_in(state: str, own: OwnBookings, stranger: BookingDesk) -> Tried:
    """Everything that another agency tries with a booking in this state.

    Raises `NoEvidence` where the target has no booking in a special state.
    """
    prepare = STATES[state]
    booking_id = prepare(own) if state == _PLAIN else if_possible(lambda: prepare(own))
    unread = stranger.read(booking_id)
    own_read = own.desk.read_own(booking_id)
    before = accepted(own_read, "Reading a booking")["data"]
    more = {"players": 5 - int(before["players"])}
    wishes = {"specialRequests": "Changed by another agency.", "agencyBookingReference": "changed-by-another-agency"}
    reads = [unread, stranger.read(booking_id)]
    changes = [stranger.update(booking_id, body) for body in (more, all_modifiable(before, more | wishes))]
    cancel = stranger.cancel(booking_id)
    after = read(own.desk, booking_id)
    own_change = change(own.desk, booking_id, more)
    late_read, late_change = stranger.read(booking_id), stranger.update(booking_id, {"players": before["players"]})
    own_cancel = own.desk.cancel(booking_id)
    return Tried(state, before, reads, changes, cancel, after, own_read, own_change, own_cancel, late_read, late_change)


def _because(tried: Tried) -> str:
    return f"it is a booking of another agency ({tried.state})"


def require_unreadable(tried: Tried) -> None:
    """Raise `Violation` when another agency can read the booking, before or after its own agency has read it."""
    for attempt in (*tried.reads, tried.late_read):
        refused(attempt, control=tried.own_read, because=_because(tried))


def require_unchangeable(tried: Tried) -> None:
    """Raise `Violation` when another agency can change the booking, before or after a change of its own agency."""
    because = _because(tried)
    unchanged(tried.before, tried.after, tried.changes, because)
    tried.require_own_accepted(tried.own_change)
    refused_and_unchanged(tried.changes, tried.before, tried.after, control=tried.own_change, because=because)
    refused(tried.late_change, control=tried.own_change, because=because)


def require_not_cancellable(tried: Tried) -> None:
    """Raise `Violation` when another agency can cancel the booking."""
    because = _because(tried)
    unchanged(tried.before, tried.after, [tried.cancel], because)
    tried.require_own_accepted(tried.own_cancel)
    refused_and_unchanged([tried.cancel], tried.before, tried.after, control=tried.own_cancel, because=because)


def cancel_beside(own: BookingDesk, other: BookingDesk, tee_times: TeeTimeFinder) -> tuple[Any, Any, Answer]:
    """A booking of one agency as it was read before and after another agency cancelled its own booking beside it.

    Both have the same tee time, reference and lead player. Raises `NoEvidence` when one of them is refused.
    """
    tee_time = tee_times.fresh()
    body = own.body(tee_time, 2)
    ours = if_possible(lambda: accepted(own.post(body), "Creating a booking"))["data"]["id"]
    theirs = if_possible(lambda: accepted(other.post(body), "Creating a booking beside it"))["data"]["id"]
    before = read(own, ours)
    cancelled = other.cancel(theirs)
    if_possible(lambda: accepted(cancelled, "Cancelling a booking"))
    return before, read(own, ours), cancelled
