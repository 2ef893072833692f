"""What happens by itself: everything that is due by now happens before anybody reads the world, in order of time.

Spec: States and transitions; assumptions A-34, A-38 and A-42.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from mock_server.services.booking_hooks import time_runs_out as hook_expires
from mock_server.services.bookings import course_answers as booking_answered
from mock_server.services.group_bookings import course_answers as group_answered
from mock_server.services.group_bookings import process as group_processed
from mock_server.storage.sessions import Session
from mock_server.storage.statements import many_at_once
from mock_server.storage.timers import Timer, TimerKind, drop_timers_until, next_timers
from mock_server.storage.world_rows import set_next_due


@dataclass(frozen=True, slots=True)
class Happening:
    """An event that followed only from time: when (aware UTC), what kind of event, and to which object."""

    at: datetime
    kind: str
    object_id: str


# What a timer does to its object at the moment it was due. It returns the kind of event, or None if nothing happened.
ON_TIME: Mapping[TimerKind, Callable[[Session, str, datetime], str | None]] = {
    TimerKind.BOOKING_ANSWERED: booking_answered,
    TimerKind.HOOK_EXPIRES: hook_expires,
    TimerKind.GROUP_PROCESSED: group_processed,
    TimerKind.GROUP_ANSWERED: group_answered,
}

# How many timers are read at once.
_BATCH = 200


def is_overdue(session: Session) -> bool:
    """Whether something is due by now."""
    due = session.world.next_due_at
    return due is not None and due <= session.now


def catch_up(session: Session) -> list[Happening]:
    """Lets everything happen that is due by now, and returns it in order of time.

    A timer acts at its own moment and can set further timers, which also act if they are due by now.
    """
    if not is_overdue(session):
        return []
    happenings: list[Happening] = []
    with many_at_once(session.connection):
        while due := [timer for timer in next_timers(session, _BATCH) if timer.due <= session.now]:
            happenings += _run_in_order(session, due)
        following = next_timers(session, 1)
    set_next_due(session, following[0].due if following else None)
    return happenings


def _run_in_order(session: Session, due: list[Timer]) -> list[Happening]:
    """Lets timers act until one of them sets a new timer, which may be due before the next in the list.

    A timer that acts drops only timers of its own object, and an object has one timer at a time.
    """
    happenings: list[Happening] = []
    set_before = session.timers_set
    for timer in due:
        kind = ON_TIME[timer.kind](session, timer.object_id, timer.due)
        happenings += [] if kind is None else [Happening(timer.due, kind, timer.object_id)]
        if session.timers_set > set_before:
            break
    # A new timer comes after the timer that set it: it is not due earlier, and it has a higher number.
    drop_timers_until(session, timer)
    return happenings
