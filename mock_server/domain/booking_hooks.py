"""A booking hook: a tee time kept for 14 days, and how it ends. Spec: Tee-time hold and booking hook.

The specification does not state its fields and its states: assumptions A-37 to A-39 and A-65.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from mock_server.domain.bookings import LeadPlayer
from mock_server.domain.refusals import BookingHookClosed, BookingHookExpired, CourseOffline, HooksNotTaken
from mock_server.domain.states import NEVER, Condition, Decision, Refuse, Row, decide

HOOK_DURATION = timedelta(days=14)


class Status(StrEnum):
    """The last three are final. Assumption A-38."""

    HELD = "held"
    CONFIRMED = "confirmed"
    RELEASED = "released"
    EXPIRED = "expired"


class Trigger(StrEnum):
    """What can happen to a booking hook."""

    CREATE = "POST /bookings/hooks"
    CONFIRM = "POST /bookings/hooks/{id}/confirm"
    RELEASE = "DELETE /bookings/hooks/{id}"
    TIME_RUNS_OUT = "14 days, or the tee time, are over"


@dataclass(frozen=True, slots=True)
class BookingHook:
    """A booking hook of one agency.

    *number* counts the hooks of a world. *booking_id* is the booking that the hook became, or None until then.
    """

    id: str
    number: int
    agency: str
    status: Status
    agency_reference: str | None
    course_id: str
    play_date: date
    tee_time: time
    players: int
    lead_player: LeadPlayer
    special_requests: str | None
    created_at: datetime
    expires_at: datetime
    booking_id: str | None


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that the rows check: the course before the hook exists, the hook and its time afterwards."""

    course_name: str = ""
    is_online: bool = True
    takes_hooks: bool = True
    hook_id: str = ""
    booking_id: str | None = None
    expires_at: datetime = NEVER
    is_over: bool = False


_OFFLINE = Condition[Facts]("the course is offline", lambda facts: not facts.is_online)
_NO_HOOKS = Condition[Facts]("the course takes no hooks", lambda facts: not facts.takes_hooks)
_OVER = Condition[Facts]("its time has run out", lambda facts: facts.is_over)

_COURSE_OFFLINE = Refuse[Facts](CourseOffline, lambda facts: CourseOffline(facts.course_name))
_NOT_TAKEN = Refuse[Facts](HooksNotTaken, lambda facts: HooksNotTaken(facts.course_name))
_EXPIRED = Refuse[Facts](BookingHookExpired, lambda facts: BookingHookExpired(facts.hook_id, facts.expires_at))
_CLOSED = Refuse[Facts](BookingHookClosed, lambda facts: BookingHookClosed(facts.hook_id, facts.booking_id))

_S, _T = Status, Trigger

# state, trigger, condition, next state or refusal, event, source.
TRANSITIONS: tuple[Row[Status, Trigger, Facts], ...] = (
    Row(None, _T.CREATE, _OFFLINE, _COURSE_OFFLINE, None, "A-56"),
    Row(None, _T.CREATE, _NO_HOOKS, _NOT_TAKEN, None, "A-65"),
    Row(None, _T.CREATE, None, _S.HELD, None, "A-38"),
    Row(_S.HELD, _T.CONFIRM, _OVER, _EXPIRED, None, "A-38"),
    Row(_S.HELD, _T.CONFIRM, None, _S.CONFIRMED, "booking_hook.confirmed", "A-38"),
    Row(_S.HELD, _T.RELEASE, _OVER, _EXPIRED, None, "A-38"),
    Row(_S.HELD, _T.RELEASE, None, _S.RELEASED, "booking_hook.released", "A-38"),
    Row(_S.HELD, _T.TIME_RUNS_OUT, None, _S.EXPIRED, "booking_hook.expired", "A-38"),
    Row(_S.CONFIRMED, _T.CONFIRM, None, _S.CONFIRMED, None, "A-39"),
    Row(_S.CONFIRMED, _T.RELEASE, None, _CLOSED, None, "A-38"),
    Row(_S.CONFIRMED, _T.TIME_RUNS_OUT, None, _S.CONFIRMED, None, "A-38"),
    Row(_S.RELEASED, _T.CONFIRM, None, _CLOSED, None, "A-38"),
    Row(_S.RELEASED, _T.RELEASE, None, _S.RELEASED, None, "A-39"),
    Row(_S.RELEASED, _T.TIME_RUNS_OUT, None, _S.RELEASED, None, "A-38"),
    Row(_S.EXPIRED, _T.CONFIRM, None, _EXPIRED, None, "A-38"),
    Row(_S.EXPIRED, _T.RELEASE, None, _EXPIRED, None, "A-38"),
    Row(_S.EXPIRED, _T.TIME_RUNS_OUT, None, _S.EXPIRED, None, "A-38"),
)


def _facts(hook: BookingHook, now: datetime) -> Facts:
    # A hook is over from the second of its expiry, even if nothing has recorded the expiry yet.
    return Facts(
        hook_id=hook.id, booking_id=hook.booking_id, expires_at=hook.expires_at, is_over=now >= hook.expires_at
    )


def first_status(course_name: str, *, is_online: bool, takes_hooks: bool) -> Decision[Status]:
    """How a hook begins at a course. Raises CourseOffline or HooksNotTaken. Assumptions A-56, A-65."""
    return decide(TRANSITIONS, None, Trigger.CREATE, Facts(course_name, is_online, takes_hooks))


def expires_at(created_at: datetime, tee_off_at: datetime) -> datetime:
    """The moment the places return to sale: after 14 days, or at the tee time if that is earlier. Assumption A-38."""
    return min(created_at + HOOK_DURATION, tee_off_at)


def confirmed(hook: BookingHook, now: datetime) -> tuple[BookingHook, str | None]:
    """The hook after its confirmation, and the event to emit: None if it was confirmed before.

    The caller creates the booking. Raises BookingHookExpired or BookingHookClosed. Assumptions A-38, A-39.
    """
    decision = decide(TRANSITIONS, hook.status, Trigger.CONFIRM, _facts(hook, now))
    return replace(hook, status=decision.state), decision.emits


def released(hook: BookingHook, now: datetime) -> tuple[BookingHook, str | None]:
    """The hook after its release, and the event to emit: None if it was released before.

    Raises BookingHookExpired or BookingHookClosed. Assumptions A-38, A-39.
    """
    decision = decide(TRANSITIONS, hook.status, Trigger.RELEASE, _facts(hook, now))
    return replace(hook, status=decision.state), decision.emits


def expired(hook: BookingHook, now: datetime) -> tuple[BookingHook, str | None]:
    """The hook after its time ran out at *now*, and the event to emit: None if it had ended before.

    Assumptions A-38 and A-52.
    """
    decision = decide(TRANSITIONS, hook.status, Trigger.TIME_RUNS_OUT, _facts(hook, now))
    return replace(hook, status=decision.state), decision.emits
