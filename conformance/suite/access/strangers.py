"""Bookings of one agency in every state, and everything that another agency tries with each of them.

A fault of access may show in one state only: while a booking is pending, after its own agency has read or changed it,
or when it came from a hold. So each state is a row of the table `STATES`, and a case of each check.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import accepted, refused
from conformance.discovery import BookingDesk, BookingHookDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.exchanges import Answer
from conformance.scope.run import Run
from conformance.suite.arranged.booked import book_own_tee_time, change, if_possible, listed_as_cancelled, read
from conformance.suite.arranged.changes import other_size, resize, with_other_texts
from conformance.suite.arranged.from_holds import book_own_from_larger_hold
from conformance.suite.arranged.hooked_tee_times import confirm_and_get_booking, hook_tee_time
from conformance.suite.arranged.pending import book_pending, wished
from conformance.suite.arranged.read_back import require_refused_and_unchanged
from conformance.target.target import Target

_PENDING_AT, _DECLINED_AT = "12:43", "12:51"
_PLAIN, _DECLINED = "confirmed", "declined"


@dataclass(frozen=True)
class OwnBookings:
    """Brings bookings of the first agency into a state. Each method returns the id of a new booking."""

    desk: BookingDesk
    hooks: BookingHookDesk
    tee_times: TeeTimeFinder
    courses: CourseFinder
    run: Run
    target: Target
    decisions: CourseDecisions

    def book_confirmed(self) -> str:
        """A booking at an online course."""
        return book_own_tee_time(self.desk, self.tee_times, self.desk.in_turn(1)).id

    def book_and_change(self) -> str:
        """A booking whose players its own agency has changed."""
        booked = book_own_tee_time(self.desk, self.tee_times, 3)
        resize(self.desk, booked.id, 2, self.target)
        return booked.id

    def book_from_a_hold(self) -> str:
        """A booking that completed a hold, of one more place where the target takes that."""
        return book_own_from_larger_hold(self.desk, self.tee_times, 3, self.target).id

    def book_by_a_hook(self) -> str:
        """The booking that a confirmed hook became. Raises `NoEvidence` where the answer does not show its id."""
        return str(confirm_and_get_booking(self.hooks, hook_tee_time(self.hooks, self.tee_times))["id"])

    def book_at_an_offline_course(self) -> str:
        """A booking that waits for its golf course."""
        return book_pending(self.desk, wished(self.courses, self.run, _PENDING_AT), self.desk.in_turn(2)).id

    def book_what_its_course_declines(self) -> str:
        """A booking that its golf course has declined. Raises `Untested` where no lever answers for a course."""
        booked = book_pending(self.desk, wished(self.courses, self.run, _DECLINED_AT), 2)
        self.decisions.decline(booked.id)
        return booked.id


STATES: Mapping[str, Callable[[OwnBookings], str]] = {
    _PLAIN: OwnBookings.book_confirmed,
    "changed": OwnBookings.book_and_change,
    "from a hold": OwnBookings.book_from_a_hold,
    "from a hook": OwnBookings.book_by_a_hook,
    "pending": OwnBookings.book_at_an_offline_course,
    _DECLINED: OwnBookings.book_what_its_course_declines,
}


@dataclass(frozen=True)
class Control:
    """The answers to the requests of its own agency about an ordinary booking: a read, a change and a cancellation.

    *of_another* are the answers to another agency that reads, changes and cancels the booking after its cancellation.
    """

    read: Answer
    change: Answer
    cancel: Answer
    of_another: Mapping[str, Answer]

    def answered(self, attempt: str) -> Answer:
        """The answer to the same request from its own agency, before the cancellation."""
        answers: dict[str, Answer] = {"read": self.read, "change": self.change, "cancel": self.cancel}
        return answers[attempt]


def ask_as_owner(own: OwnBookings, stranger: BookingDesk) -> Control:
    """What the agency itself gets when it reads, changes and cancels an ordinary booking, and what a stranger gets
    then.
    """
    booking_id = own.book_confirmed()
    read_own = own.desk.read_own(booking_id)
    changed, cancelled = change(own.desk, booking_id, {"players": 4}), own.desk.cancel(booking_id)
    # What its own agency reads, a target may keep for everybody.
    own.desk.read(booking_id)
    of_another = {
        "read": stranger.read(booking_id),
        "change": stranger.update(booking_id, {"players": 3}),
        "cancel": stranger.cancel(booking_id),
    }
    return Control(read_own, changed, cancelled, of_another)


@dataclass(frozen=True)
class Tried:
    """A booking in a *state*, and what another agency tried with it: reads, changes and a cancellation.

    *before* and *after* are what its own agency read: the attempts came between the two reads.
    """

    state: str
    before: Mapping[str, Any]
    read: Answer
    change: Answer
    cancel: Answer
    after: Mapping[str, Any]

    @property
    def because(self) -> str:
        """Why everything must be refused, for a sentence."""
        return f"the booking belongs to another agency ({self.state})"


def try_in(state: str, own: OwnBookings, stranger: BookingDesk) -> Tried:
    """Lets another agency try everything with a booking in this state, which its own agency has just read.

    Raises `NoEvidence` where the target has no booking in a special state.
    """
    prepare = STATES[state]
    booking_id = prepare(own) if state == _PLAIN else if_possible(lambda: prepare(own))
    before = _shown(own, booking_id, state)
    seen = stranger.read(booking_id)
    changed = stranger.update(booking_id, changes_in_turn(before, list(STATES).index(state) + own.run.seed))
    cancelled = stranger.cancel(booking_id)
    return Tried(state, before, seen, changed, cancelled, _shown(own, booking_id, state))


def changes_in_turn(before: Mapping[str, Any], turn: int) -> Mapping[str, Any]:
    """What another agency tries to change: all that a PUT may modify, or one member alone, in turn. A program may guard
    the players of a booking and not its texts.
    """
    everything = with_other_texts(before, {"players": other_size(before)})
    alone = ({name: everything[name]} for name in ("specialRequests", "players", "agencyBookingReference"))
    return [everything, *alone][turn % 4]


def _shown(own: OwnBookings, booking_id: str, state: str) -> Mapping[str, Any]:
    """What its own agency is shown of a booking in this state. A target may show a declined one in the list alone."""
    if state == _DECLINED:
        return if_possible(lambda: listed_as_cancelled(own.desk, booking_id, own.target))
    booking: Mapping[str, Any] = read(own.desk, booking_id)
    return booking


def require_unreadable(tried: Tried, control: Control) -> None:
    """Raises `Violation` when another agency can read the booking."""
    refused(tried.read, control=control.read, because=tried.because)


def require_refused_when_cancelled(control: Control, attempt: str) -> None:
    """Raises `Violation` when another agency can read, change or cancel a booking that its own agency has cancelled."""
    accepted(control.cancel, "Cancelling a booking")
    because = "it is a cancelled booking of another agency"
    refused(control.of_another[attempt], control=control.answered(attempt), because=because)


def require_unchangeable(tried: Tried, control: Control) -> None:
    """Raises `Violation` when another agency can change the booking."""
    require_refused_and_unchanged(
        [tried.change], tried.before, tried.after, control=control.change, because=tried.because
    )


def require_not_cancellable(tried: Tried, control: Control) -> None:
    """Raises `Violation` when another agency can cancel the booking."""
    require_refused_and_unchanged(
        [tried.cancel], tried.before, tried.after, control=control.cancel, because=tried.because
    )
