"""A tee-time hold: places kept for 15 minutes, and how a booking uses them. Spec: Tee-time hold and booking hook."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import StrEnum

from mock_server.domain.refusals import CourseOffline, Difference, HoldAlreadyUsed, HoldExpired, HoldMismatch
from mock_server.domain.states import NEVER, Condition, Refuse, Row, decide

# Assumption A-26.
HOLD_DURATION = timedelta(minutes=15)
# The name of an expiry in the timeline of a moved clock. No delivery announces an expiry.
EXPIRED = "tee_time_hold.expired"


class State(StrEnum):
    """A used hold completed a booking. The last two states are final."""

    HELD = "held"
    USED = "used"
    EXPIRED = "expired"


class Trigger(StrEnum):
    """What can happen to a tee-time hold."""

    CREATE = "POST /courses/{courseId}/hold-tee-time"
    BOOK = "POST /bookings with its holdId"
    TIME_PASSES = "time passes"


@dataclass(frozen=True, slots=True)
class TeeTimeHold:
    """Places kept for an agency. *booking_id* is the booking it completed, or None while it is unused."""

    id: str
    agency: str
    course_id: str
    play_date: date
    tee_time: time
    players: int
    green_fee: Decimal
    created_at: datetime
    expires_at: datetime
    booking_id: str | None

    def state(self, now: datetime) -> State:
        """The state at *now*. A hold is expired from the second of its expiry. Assumption A-26."""
        recorded = State.HELD if self.booking_id is None else State.USED
        return decide(TRANSITIONS, recorded, Trigger.TIME_PASSES, Facts(is_over=now >= self.expires_at)).state


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that the rows check: the course before the hold exists, the hold and the booking afterwards."""

    course_name: str = ""
    is_online: bool = True
    hold_id: str = ""
    booking_id: str = ""
    expires_at: datetime = NEVER
    is_over: bool = False
    differences: tuple[Difference, ...] = ()


_OFFLINE = Condition[Facts]("the course is offline", lambda facts: not facts.is_online)
_OVER = Condition[Facts]("its 15 minutes are over", lambda facts: facts.is_over)
_DIFFERS = Condition[Facts]("the booking differs from the hold", lambda facts: bool(facts.differences))

_COURSE_OFFLINE = Refuse[Facts](CourseOffline, lambda facts: CourseOffline(facts.course_name))
_MISMATCH = Refuse[Facts](HoldMismatch, lambda facts: HoldMismatch(facts.hold_id, facts.differences))
_ALREADY_USED = Refuse[Facts](HoldAlreadyUsed, lambda facts: HoldAlreadyUsed(facts.hold_id, facts.booking_id))
_HOLD_EXPIRED = Refuse[Facts](HoldExpired, lambda facts: HoldExpired(facts.hold_id, facts.expires_at))

_S, _T = State, Trigger

# state, trigger, condition, next state or refusal, event, source. No event announces a change of a hold.
TRANSITIONS: tuple[Row[State, Trigger, Facts], ...] = (
    Row(None, _T.CREATE, _OFFLINE, _COURSE_OFFLINE, None, "A-56"),
    Row(None, _T.CREATE, None, _S.HELD, None, "stated"),
    Row(_S.HELD, _T.BOOK, _DIFFERS, _MISMATCH, None, "A-27"),
    Row(_S.HELD, _T.BOOK, None, _S.USED, None, "A-27"),
    Row(_S.HELD, _T.TIME_PASSES, _OVER, _S.EXPIRED, None, "A-26"),
    Row(_S.HELD, _T.TIME_PASSES, None, _S.HELD, None, "A-26"),
    Row(_S.USED, _T.BOOK, _DIFFERS, _MISMATCH, None, "A-27"),
    Row(_S.USED, _T.BOOK, None, _ALREADY_USED, None, "A-27"),
    Row(_S.USED, _T.TIME_PASSES, None, _S.USED, None, "A-27"),
    Row(_S.EXPIRED, _T.BOOK, _DIFFERS, _MISMATCH, None, "A-27"),
    Row(_S.EXPIRED, _T.BOOK, None, _HOLD_EXPIRED, None, "A-27"),
    Row(_S.EXPIRED, _T.TIME_PASSES, None, _S.EXPIRED, None, "A-26"),
)


def require_holdable(course_name: str, *, is_online: bool) -> None:
    """Refuses a hold at a course without a live tee sheet. Raises CourseOffline. Assumption A-56."""
    decide(TRANSITIONS, None, Trigger.CREATE, Facts(course_name, is_online))


def require_usable(hold: TeeTimeHold, differing: tuple[Difference, ...], now: datetime) -> None:
    """Refuses a hold that differs from the booking, that is used, or that has expired. Assumption A-27.

    Raises HoldMismatch, HoldAlreadyUsed or HoldExpired.
    """
    facts = Facts(hold_id=hold.id, booking_id=hold.booking_id or "", expires_at=hold.expires_at, differences=differing)
    decide(TRANSITIONS, hold.state(now), Trigger.BOOK, facts)


def differences(
    hold: TeeTimeHold, course_id: str, play_date: date, tee_time: time, players: int
) -> tuple[Difference, ...]:
    """The members of a booking that differ from its hold. Fewer players are no difference. Assumption A-27."""
    compared = (
        Difference("courseId", hold.course_id, course_id),
        Difference("date", str(hold.play_date), str(play_date)),
        Difference("teeTime", f"{hold.tee_time:%H:%M}", f"{tee_time:%H:%M}"),
    )
    found = tuple(member for member in compared if member.held != member.asked)
    if players > hold.players:
        found += (Difference("players", f"at most {hold.players}", str(players)),)
    return found
