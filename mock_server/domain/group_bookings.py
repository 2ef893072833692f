"""A group booking and its life. Spec: Group booking, and Group booking statuses.

The specification states only the first status. The other statuses and their order are assumption A-42.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum

from mock_server.domain.bookings import LeadPlayer
from mock_server.domain.group_runs import GroupTeeTime
from mock_server.domain.refusals import (
    GroupCancelled,
    GroupFailed,
    GroupNotConfirmed,
    GroupSettled,
    GroupSize,
    TooManyNames,
)
from mock_server.domain.states import NEVER, Condition, Decision, Refuse, Row, decide

FEWEST_PLAYERS, MOST_PLAYERS = 5, 72
PROCESSING_TIME = timedelta(seconds=20)


class Status(StrEnum):
    """The last two are final. Assumption A-42."""

    PROCESSING = "processing"
    PENDING = "pending"
    CONFIRMED = "confirmed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Trigger(StrEnum):
    """What can happen to a group booking."""

    CREATE = "POST /group-bookings"
    PROCESSED = "the service has looked for tee times"
    COURSE_CONFIRMS = "confirmation by the golf course"
    COURSE_DECLINES = "refusal by the golf course"
    COURSE_CANCELS = "cancellation by the golf course"
    NAME_PLAYERS = "PUT /group-bookings/{id}/players"


@dataclass(frozen=True, slots=True)
class GroupPlayer:
    """One name of the player list. *email* and *handicap* (an index) are None if the caller did not send them."""

    first_name: str
    last_name: str
    email: str | None
    handicap: float | None


@dataclass(frozen=True, slots=True)
class GroupRequest:
    """What a caller asks for a group. None means that the caller did not send the member."""

    course_id: str
    play_date: date
    preferred_time: time
    total_players: int
    lead_player: LeadPlayer
    agency_reference: str | None
    special_requests: str | None


@dataclass(frozen=True, slots=True)
class GroupBooking:
    """A group booking of one agency.

    *number* counts the groups of a world. *course_answers_at* is when an offline course answers by itself, or None.
    *tee_times* is empty until the service has found them. *failure_reason* is None unless the group failed.
    """

    id: str
    number: int
    agency: str
    status: Status
    total_players: int
    course_id: str
    play_date: date
    preferred_time: time
    lead_player: LeadPlayer
    agency_reference: str | None
    special_requests: str | None
    created_at: datetime
    updated_at: datetime
    course_answers_at: datetime | None = None
    tee_times: tuple[GroupTeeTime, ...] = ()
    player_list: tuple[GroupPlayer, ...] = ()
    failure_reason: str | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that the rows check. *updated_at* is the last change of the group, *names* the length of the list."""

    total_players: int
    is_online: bool = True
    tee_times_found: bool = False
    group_id: str = ""
    status: str = ""
    updated_at: datetime = NEVER
    names: int = 0


_NO_GROUP = Condition[Facts](
    f"it has fewer than {FEWEST_PLAYERS} or more than {MOST_PLAYERS} players",
    lambda facts: not FEWEST_PLAYERS <= facts.total_players <= MOST_PLAYERS,
)
_OFFLINE = Condition[Facts]("the course is offline", lambda facts: not facts.is_online)
_FOUND = Condition[Facts]("there are tee times for all players", lambda facts: facts.tee_times_found)
_MORE_NAMES = Condition[Facts](
    "the list has more names than the group has players", lambda f: f.names > f.total_players
)

_SIZE = Refuse[Facts](GroupSize, lambda facts: GroupSize(facts.total_players, FEWEST_PLAYERS, MOST_PLAYERS))
_NO_QUESTION = Refuse[Facts](GroupSettled, lambda facts: GroupSettled(facts.group_id, facts.status))
_NOT_CONFIRMED = Refuse[Facts](GroupNotConfirmed, lambda facts: GroupNotConfirmed(facts.group_id, facts.status))
_TOO_MANY = Refuse[Facts](TooManyNames, lambda f: TooManyNames(f.group_id, f.names, f.total_players))
_FAILED = Refuse[Facts](GroupFailed, lambda facts: GroupFailed(facts.group_id, facts.updated_at))
_CANCELLED = Refuse[Facts](GroupCancelled, lambda facts: GroupCancelled(facts.group_id, facts.updated_at))

_S, _T = Status, Trigger

# state, trigger, condition, next state or refusal, event, source.
TRANSITIONS: tuple[Row[Status, Trigger, Facts], ...] = (
    Row(None, _T.CREATE, _NO_GROUP, _SIZE, None, "A-41"),
    Row(None, _T.CREATE, None, _S.PROCESSING, None, "stated"),
    Row(_S.PROCESSING, _T.PROCESSED, _OFFLINE, _S.PENDING, None, "A-42"),
    Row(_S.PROCESSING, _T.PROCESSED, _FOUND, _S.CONFIRMED, "group_booking.confirmed", "A-42"),
    Row(_S.PROCESSING, _T.PROCESSED, None, _S.FAILED, "group_booking.failed", "A-42"),
    Row(_S.PROCESSING, _T.COURSE_CONFIRMS, None, _NO_QUESTION, None, "A-42"),
    Row(_S.PROCESSING, _T.COURSE_DECLINES, None, _NO_QUESTION, None, "A-42"),
    Row(_S.PROCESSING, _T.COURSE_CANCELS, None, _NOT_CONFIRMED, None, "A-42"),
    Row(_S.PROCESSING, _T.NAME_PLAYERS, _MORE_NAMES, _TOO_MANY, None, "A-44"),
    Row(_S.PROCESSING, _T.NAME_PLAYERS, None, _S.PROCESSING, None, "A-44"),
    Row(_S.PENDING, _T.PROCESSED, None, _S.PENDING, None, "A-42"),
    Row(_S.PENDING, _T.COURSE_CONFIRMS, None, _S.CONFIRMED, "group_booking.confirmed", "A-42"),
    Row(_S.PENDING, _T.COURSE_DECLINES, None, _S.FAILED, "group_booking.failed", "A-42"),
    Row(_S.PENDING, _T.COURSE_CANCELS, None, _NOT_CONFIRMED, None, "A-42"),
    Row(_S.PENDING, _T.NAME_PLAYERS, _MORE_NAMES, _TOO_MANY, None, "A-44"),
    Row(_S.PENDING, _T.NAME_PLAYERS, None, _S.PENDING, None, "A-44"),
    Row(_S.CONFIRMED, _T.PROCESSED, None, _S.CONFIRMED, None, "A-42"),
    Row(_S.CONFIRMED, _T.COURSE_CONFIRMS, None, _NO_QUESTION, None, "A-42"),
    Row(_S.CONFIRMED, _T.COURSE_DECLINES, None, _NO_QUESTION, None, "A-42"),
    Row(_S.CONFIRMED, _T.COURSE_CANCELS, None, _S.CANCELLED, "group_booking.cancelled", "A-42"),
    Row(_S.CONFIRMED, _T.NAME_PLAYERS, _MORE_NAMES, _TOO_MANY, None, "A-44"),
    Row(_S.CONFIRMED, _T.NAME_PLAYERS, None, _S.CONFIRMED, None, "A-44"),
    Row(_S.FAILED, _T.PROCESSED, None, _S.FAILED, None, "A-42"),
    Row(_S.FAILED, _T.COURSE_CONFIRMS, None, _NO_QUESTION, None, "A-42"),
    Row(_S.FAILED, _T.COURSE_DECLINES, None, _NO_QUESTION, None, "A-42"),
    Row(_S.FAILED, _T.COURSE_CANCELS, None, _NOT_CONFIRMED, None, "A-42"),
    Row(_S.FAILED, _T.NAME_PLAYERS, None, _FAILED, None, "A-44"),
    Row(_S.CANCELLED, _T.PROCESSED, None, _S.CANCELLED, None, "A-42"),
    Row(_S.CANCELLED, _T.COURSE_CONFIRMS, None, _NO_QUESTION, None, "A-42"),
    Row(_S.CANCELLED, _T.COURSE_DECLINES, None, _NO_QUESTION, None, "A-42"),
    Row(_S.CANCELLED, _T.COURSE_CANCELS, None, _S.CANCELLED, None, "A-42"),
    Row(_S.CANCELLED, _T.NAME_PLAYERS, None, _CANCELLED, None, "A-44"),
)

Happened = tuple[GroupBooking, str | None]


def first_status(total_players: int) -> Decision[Status]:
    """How a group begins. Raises GroupSize for fewer than 5 or more than 72 players. Spec: POST /group-bookings."""
    return decide(TRANSITIONS, None, Trigger.CREATE, Facts(total_players))


def processed(
    group: GroupBooking, *, is_online: bool, tee_times: tuple[GroupTeeTime, ...], nothing_found: str, now: datetime
) -> Happened:
    """The group after the service has looked for tee times, and the event to emit.

    *tee_times* is empty if no tee times hold the group. *nothing_found* is then its failure reason. Assumption A-42.
    """
    facts = replace(_facts(group), is_online=is_online, tee_times_found=bool(tee_times))
    decision = decide(TRANSITIONS, group.status, Trigger.PROCESSED, facts)
    if decision.state is group.status:
        return group, decision.emits
    after = replace(
        group,
        status=decision.state,
        tee_times=tee_times if decision.state is Status.CONFIRMED else (),
        failure_reason=nothing_found if decision.state is Status.FAILED else None,
    )
    return _moved(group, after, now), decision.emits


def course_confirms(group: GroupBooking, tee_times: tuple[GroupTeeTime, ...], now: datetime) -> Happened:
    """The group after its course agreed to *tee_times*, and the event to emit. Raises GroupSettled. Assumption A-42."""
    decision = decide(TRANSITIONS, group.status, Trigger.COURSE_CONFIRMS, _facts(group))
    after = replace(group, status=decision.state, tee_times=tee_times, course_answers_at=None)
    return _moved(group, after, now), decision.emits


def course_declines(group: GroupBooking, reason: str, now: datetime) -> Happened:
    """The group after its course refused, and the event to emit. Raises GroupSettled. Assumption A-42."""
    decision = decide(TRANSITIONS, group.status, Trigger.COURSE_DECLINES, _facts(group))
    after = replace(group, status=decision.state, failure_reason=reason, course_answers_at=None)
    return _moved(group, after, now), decision.emits


def course_cancels(group: GroupBooking, now: datetime) -> Happened:
    """The group after its course took the agreement back, and the event to emit: None if the course did so before.

    Raises GroupNotConfirmed. Assumption A-42.
    """
    decision = decide(TRANSITIONS, group.status, Trigger.COURSE_CANCELS, _facts(group))
    return _moved(group, replace(group, status=decision.state), now), decision.emits


def named(group: GroupBooking, player_list: tuple[GroupPlayer, ...], now: datetime) -> GroupBooking:
    """The group with its player list replaced. The number of players does not change. Assumption A-44.

    Raises TooManyNames, GroupFailed or GroupCancelled.
    """
    facts = replace(_facts(group), names=len(player_list))
    decision = decide(TRANSITIONS, group.status, Trigger.NAME_PLAYERS, facts)
    return _moved(group, replace(group, status=decision.state, player_list=player_list), now)


def _facts(group: GroupBooking) -> Facts:
    return Facts(
        total_players=group.total_players,
        group_id=group.id,
        status=group.status.value,
        updated_at=group.updated_at,
    )


def _moved(before: GroupBooking, after: GroupBooking, now: datetime) -> GroupBooking:
    """*after*, last changed at *now*. A group without a change keeps its earlier moment."""
    return before if after == before else replace(after, updated_at=now)
