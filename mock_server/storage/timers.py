"""Rows of timers: what will happen by itself, and when."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import and_, bindparam, delete, insert, or_, select

from mock_server.domain.ids import Numbered
from mock_server.storage.sessions import Session, to_moment, to_seconds
from mock_server.storage.statements import Prepared
from mock_server.storage.tables import timers
from mock_server.storage.world_rows import next_number, wake_at


class TimerKind(StrEnum):
    """What happens when a timer is due."""

    BOOKING_ANSWERED = "booking.course_answers"
    HOOK_EXPIRES = "booking_hook.expires"
    GROUP_PROCESSED = "group_booking.processed"
    GROUP_ANSWERED = "group_booking.course_answers"


@dataclass(frozen=True, slots=True)
class Timer:
    """Something that happens to an object at a moment of the world's time."""

    number: int
    due: datetime
    kind: TimerKind
    object_id: str


_ADD = Prepared(insert(timers), timers.c.keys())
_NEXT = Prepared(
    select(timers)
    .where(timers.c.world == bindparam("world"))
    .order_by(timers.c.due_at, timers.c.number)
    .limit(bindparam("most"))
)
_ALL = Prepared(select(timers).where(timers.c.world == bindparam("world")).order_by(timers.c.due_at, timers.c.number))
_DROP_UNTIL = Prepared(
    delete(timers).where(
        timers.c.world == bindparam("world"),
        or_(
            timers.c.due_at < bindparam("due_at"),
            and_(timers.c.due_at == bindparam("due_at"), timers.c.number <= bindparam("number")),
        ),
    )
)
_DROP_OF = Prepared(
    delete(timers).where(timers.c.world == bindparam("world"), timers.c.object_id == bindparam("object_id"))
)


def add_timer(session: Session, due: datetime, kind: TimerKind, object_id: str) -> None:
    """Records that something happens to an object at *due*."""
    _ADD.run(
        session.connection,
        {
            "world": session.world.name,
            "number": next_number(session, Numbered.TIMER),
            "due_at": to_seconds(due),
            "kind": kind.value,
            "object_id": object_id,
        },
    )
    session.timers_set += 1
    wake_at(session, due)


def drop_timers(session: Session, object_id: str) -> None:
    """Removes the timers of an object."""
    _DROP_OF.run(session.connection, {"world": session.world.name, "object_id": object_id})


def next_timers(session: Session, most: int) -> list[Timer]:
    """Up to *most* timers, earliest first."""
    return [_timer(row) for row in _NEXT.rows(session.connection, {"world": session.world.name, "most": most})]


def drop_timers_until(session: Session, last: Timer) -> None:
    """Removes a timer and every earlier timer, in the order in which they are due."""
    until = {"due_at": to_seconds(last.due), "number": last.number}
    _DROP_UNTIL.run(session.connection, {"world": session.world.name, **until})


def upcoming_timers(session: Session) -> list[Timer]:
    """Everything that will happen by itself, in order of time."""
    return [_timer(row) for row in _ALL.rows(session.connection, {"world": session.world.name})]


def _timer(row: object) -> Timer:
    return Timer(row.number, to_moment(row.due_at), TimerKind(row.kind), row.object_id)  # type: ignore[attr-defined]  # A row of the table.
