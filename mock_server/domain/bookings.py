"""A booking and its life. Spec: Booking, and Booking statuses: confirmed, pending, cancelled."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from mock_server.domain.refusals import (
    BookingCancelled,
    BookingPending,
    CancellationCutoffPassed,
    ModificationCutoffPassed,
    ModificationNotAllowed,
    NothingToDecide,
)
from mock_server.domain.states import Condition, Decision, Refuse, Row, decide
from mock_server.domain.terms import CourseRules, tee_off
from mock_server.domain.world_settings import NO_SETTINGS, WorldSettings


class Status(StrEnum):
    """The statuses that the specification states."""

    CONFIRMED = "confirmed"
    PENDING = "pending"
    CANCELLED = "cancelled"


class Trigger(StrEnum):
    """What can happen to a booking."""

    CREATE = "POST /bookings"
    COURSE_CONFIRMS = "confirmation by the golf course"
    COURSE_DECLINES = "refusal by the golf course"
    CHANGE = "PUT /bookings/{id}"
    CANCEL = "DELETE /bookings/{id}"


@dataclass(frozen=True, slots=True)
class LeadPlayer:
    """The lead player. *phone* is None if the caller gave no number."""

    first_name: str
    last_name: str
    email: str
    phone: str | None


@dataclass(frozen=True, slots=True)
class Booking:
    """A booking of one agency.

    *number* counts the bookings of a world. *course_answers_at* is when the course answers by itself, or None.
    *cancelled_at* and *cancellation_reason* are None until they apply.
    """

    id: str
    number: int
    agency: str
    status: Status
    reference: str
    agency_reference: str | None
    course_id: str
    play_date: date
    tee_time: time
    players: int
    lead_player: LeadPlayer
    special_requests: str | None
    created_at: datetime
    course_answers_at: datetime | None
    cancelled_at: datetime | None
    cancellation_reason: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """The members of a change. None means that the caller did not send the member."""

    players: int | None
    agency_reference: str | None
    special_requests: str | None


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that the rows check. *time_left* is the time until the tee time, and it is negative afterwards."""

    rules: CourseRules
    time_left: timedelta
    booking_id: str = ""
    status: str = ""
    players_change: bool = False
    anything_changes: bool = False
    settings: WorldSettings = NO_SETTINGS


_TAKES_NO_CHANGES = Condition[Facts]("the course allows no changes", lambda facts: not facts.rules.modification_allowed)
_INSIDE_MODIFICATION_CUTOFF = Condition[Facts](
    "fewer hours are left than the modification cutoff",
    lambda facts: facts.time_left < timedelta(hours=facts.rules.modification_cutoff_hours),
)
_INSIDE_CANCELLATION_CUTOFF = Condition[Facts](
    "fewer hours are left than the cancellation cutoff",
    lambda facts: facts.time_left < timedelta(hours=facts.rules.cancellation_cutoff_hours),
)
_TEE_TIME_OVER = Condition[Facts]("the tee time is over", lambda facts: facts.time_left < timedelta(0))
_PENDING_STAYS = Condition[Facts](
    "the world refuses to cancel a pending booking", lambda facts: facts.settings.chosen("pendingCancel") == "refuse"
)
_ONCE_ONLY = Condition[Facts](
    "the world refuses a second cancellation", lambda facts: facts.settings.chosen("secondCancel") == "refuse"
)
_NOTHING_CHANGES = Condition[Facts]("no member has a new value", lambda facts: not facts.anything_changes)
_ONLINE = Condition[Facts]("the course is online", lambda facts: facts.rules.is_online)
_OFFLINE_PLAYERS_CHANGE = Condition[Facts](
    "the number of players changes and the course is offline",
    lambda facts: facts.players_change and not facts.rules.is_online,
)

_NOT_ALLOWED = Refuse[Facts](ModificationNotAllowed, lambda _facts: ModificationNotAllowed())
_TOO_LATE_TO_CHANGE = Refuse[Facts](
    ModificationCutoffPassed,
    lambda facts: ModificationCutoffPassed(facts.rules.modification_cutoff_hours, facts.time_left),
)
_TOO_LATE_TO_CANCEL = Refuse[Facts](
    CancellationCutoffPassed,
    lambda facts: CancellationCutoffPassed(facts.rules.cancellation_cutoff_hours, facts.time_left),
)
_WAITS = Refuse[Facts](BookingPending, lambda facts: BookingPending(facts.booking_id))
_CANCELLED = Refuse[Facts](BookingCancelled, lambda facts: BookingCancelled(facts.booking_id))
_NO_QUESTION = Refuse[Facts](NothingToDecide, lambda facts: NothingToDecide(facts.booking_id, facts.status))

_S, _T = Status, Trigger

# state, trigger, condition, next state or refusal, event, source. The cutoff itself is still in time.
TRANSITIONS: tuple[Row[Status, Trigger, Facts], ...] = (
    Row(None, _T.CREATE, _ONLINE, _S.CONFIRMED, "booking.confirmed", "stated"),
    Row(None, _T.CREATE, None, _S.PENDING, None, "stated"),
    Row(_S.PENDING, _T.COURSE_CONFIRMS, None, _S.CONFIRMED, "booking.confirmed", "stated"),
    Row(_S.PENDING, _T.COURSE_DECLINES, None, _S.CANCELLED, "booking.cancelled", "A-34"),
    Row(_S.PENDING, _T.CHANGE, _TAKES_NO_CHANGES, _NOT_ALLOWED, None, "stated"),
    Row(_S.PENDING, _T.CHANGE, _INSIDE_MODIFICATION_CUTOFF, _TOO_LATE_TO_CHANGE, None, "A-33"),
    Row(_S.PENDING, _T.CHANGE, _NOTHING_CHANGES, _S.PENDING, None, "A-29"),
    Row(_S.PENDING, _T.CHANGE, None, _S.PENDING, "booking.modified", "A-30"),
    Row(_S.PENDING, _T.CANCEL, _PENDING_STAYS, _WAITS, None, "A-31"),
    Row(_S.PENDING, _T.CANCEL, _TEE_TIME_OVER, _TOO_LATE_TO_CANCEL, None, "A-31"),
    Row(_S.PENDING, _T.CANCEL, None, _S.CANCELLED, "booking.cancelled", "A-31"),
    Row(_S.CONFIRMED, _T.COURSE_CONFIRMS, None, _NO_QUESTION, None, "A-34"),
    Row(_S.CONFIRMED, _T.COURSE_DECLINES, None, _NO_QUESTION, None, "A-34"),
    Row(_S.CONFIRMED, _T.CHANGE, _TAKES_NO_CHANGES, _NOT_ALLOWED, None, "stated"),
    Row(_S.CONFIRMED, _T.CHANGE, _INSIDE_MODIFICATION_CUTOFF, _TOO_LATE_TO_CHANGE, None, "A-33"),
    Row(_S.CONFIRMED, _T.CHANGE, _NOTHING_CHANGES, _S.CONFIRMED, None, "A-29"),
    Row(_S.CONFIRMED, _T.CHANGE, _OFFLINE_PLAYERS_CHANGE, _S.PENDING, "booking.modified", "A-30"),
    Row(_S.CONFIRMED, _T.CHANGE, None, _S.CONFIRMED, "booking.modified", "A-30"),
    Row(_S.CONFIRMED, _T.CANCEL, _INSIDE_CANCELLATION_CUTOFF, _TOO_LATE_TO_CANCEL, None, "A-33"),
    Row(_S.CONFIRMED, _T.CANCEL, None, _S.CANCELLED, "booking.cancelled", "stated"),
    Row(_S.CANCELLED, _T.COURSE_CONFIRMS, None, _NO_QUESTION, None, "A-34"),
    Row(_S.CANCELLED, _T.COURSE_DECLINES, None, _NO_QUESTION, None, "A-34"),
    Row(_S.CANCELLED, _T.CHANGE, None, _CANCELLED, None, "A-32"),
    Row(_S.CANCELLED, _T.CANCEL, _ONCE_ONLY, _CANCELLED, None, "A-32"),
    Row(_S.CANCELLED, _T.CANCEL, None, _S.CANCELLED, None, "A-32"),
)


def _facts(booking: Booking, rules: CourseRules, now: datetime) -> Facts:
    time_left = tee_off(booking.play_date, booking.tee_time, rules.zone) - now
    return Facts(rules, time_left, booking.id, booking.status.value)


def first_status(rules: CourseRules) -> Decision[Status]:
    """How a booking begins: confirmed at an online course, pending at an offline one.

    Spec: Booking statuses: confirmed, pending, cancelled.
    """
    return decide(TRANSITIONS, None, Trigger.CREATE, Facts(rules, timedelta(0)))


def course_confirms(booking: Booking, rules: CourseRules, now: datetime) -> tuple[Booking, str | None]:
    """The booking after its course agreed, and the event to emit. Raises NothingToDecide.

    Spec: Booking statuses: confirmed, pending, cancelled; assumption A-34.
    """
    decision = decide(TRANSITIONS, booking.status, Trigger.COURSE_CONFIRMS, _facts(booking, rules, now))
    return replace(booking, status=decision.state, course_answers_at=None), decision.emits


def course_declines(booking: Booking, rules: CourseRules, now: datetime, reason: str) -> tuple[Booking, str | None]:
    """The booking after its course refused at *now* (aware UTC), and the event to emit. Raises NothingToDecide.

    Assumption A-34.
    """
    decision = decide(TRANSITIONS, booking.status, Trigger.COURSE_DECLINES, _facts(booking, rules, now))
    declined = replace(
        booking, status=decision.state, course_answers_at=None, cancelled_at=now, cancellation_reason=reason
    )
    return declined, decision.emits


def changed(booking: Booking, change: Change, rules: CourseRules, now: datetime) -> tuple[Booking, str | None]:
    """The booking after a change, and the event to emit (None when nothing changed).

    Members that were not sent keep their value. The ledger checks the places, not this function.
    Raises ModificationNotAllowed, ModificationCutoffPassed or BookingCancelled.
    Spec: PUT /bookings/{id}; assumptions A-29, A-30.
    """
    after = replace(
        booking,
        players=booking.players if change.players is None else change.players,
        agency_reference=booking.agency_reference if change.agency_reference is None else change.agency_reference,
        special_requests=booking.special_requests if change.special_requests is None else change.special_requests,
    )
    facts = replace(
        _facts(booking, rules, now),
        players_change=after.players != booking.players,
        anything_changes=after != booking,
    )
    decision = decide(TRANSITIONS, booking.status, Trigger.CHANGE, facts)
    return replace(after, status=decision.state), decision.emits


def cancelled(
    booking: Booking, rules: CourseRules, now: datetime, settings: WorldSettings = NO_SETTINGS
) -> tuple[Booking, str | None]:
    """The booking after a cancellation, and the event to emit. A second cancellation changes nothing.

    *settings* can change both rules. Raises CancellationCutoffPassed, BookingPending or BookingCancelled.
    Spec: DELETE /bookings/{id}; assumptions A-31 to A-33.
    """
    facts = replace(_facts(booking, rules, now), settings=settings)
    decision = decide(TRANSITIONS, booking.status, Trigger.CANCEL, facts)
    if booking.status is Status.CANCELLED:
        return booking, decision.emits
    return replace(booking, status=decision.state, cancelled_at=now, course_answers_at=None), decision.emits
