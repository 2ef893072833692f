"""Worlds and their time: open a session that is up to date, move the clock, reset.

What happens by itself (an offline course that answers) is caught up with before anybody looks.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from mock_server.clock import Clock, ClockMode
from mock_server.domain import bookings as rules_of_bookings
from mock_server.domain.bookings import Booking
from mock_server.storage import bookings, tee_time_holds
from mock_server.storage.ledger import give_back
from mock_server.storage.store import Session, Store, forget, set_clock, set_next_due

DECLINED = "course_declined"


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that followed from time alone: when (aware UTC), what kind of event, and to which object."""

    at: datetime
    kind: str
    object_id: str


@contextmanager
def opened(store: Store, name: str, wall: datetime, *, writes: bool) -> Iterator[Session]:
    """A session in the world *name*, with everything that is due by now already done.

    Creates the world on first use. Commits at the end; an exception undoes what the session did.
    """
    if not writes:
        with store.reading(name, wall) as session:
            if session is not None and not _is_overdue(session):
                yield session
                return
    with store.writing(name, wall) as session:
        catch_up(session)
        yield session


def _is_overdue(session: Session) -> bool:
    due = session.world.next_due_at
    return due is not None and due <= session.now


def catch_up(session: Session) -> list[Happening]:
    """Lets the courses answer that were due to answer by now; what happened, in order of time."""
    if not _is_overdue(session):
        return []
    happenings = [_course_answers(session, booking) for booking in bookings.bookings_to_answer(session, session.now)]
    set_next_due(session, bookings.next_answer_at(session))
    return happenings


def _course_answers(session: Session, booking: Booking) -> Happening:
    assert booking.course_answers_at is not None
    course, moment = session.courses.by_id(booking.course_id), booking.course_answers_at
    rules = session.courses.rules[course.id]
    if course.answer == "confirm":
        answered, event = rules_of_bookings.course_confirms(booking, rules, moment)
    else:
        answered, event = rules_of_bookings.course_declines(booking, rules, moment, DECLINED)
        give_back(session, booking.id)
    bookings.save_booking(session, answered)
    return Happening(moment, event or "", booking.id)


def set_world_clock(session: Session, mode: ClockMode, to: datetime | None, wall: datetime) -> Clock:
    """Freezes, sets or releases the clock. *to* None keeps the time it shows.

    Raises BackwardsInTime. Call `advanced` for the timeline of what a later time brings.
    """
    clock = session.world.clock.moved(session.now if to is None else to, mode, wall)
    set_clock(session, clock)
    return clock


def advanced(session: Session, to: datetime, mode: ClockMode, wall: datetime) -> list[Happening]:
    """Moves the clock to *to* and answers with everything that happened on the way, in order of time.

    Raises BackwardsInTime.
    """
    before = session.now
    clock = set_world_clock(session, mode, to, wall)
    session.now = clock.now(wall)
    expired = tee_time_holds.expiring_holds(session, before, session.now)
    happenings = [Happening(hold.expires_at, "tee_time_hold.expired", hold.id) for hold in expired]
    return sorted(happenings + catch_up(session), key=lambda happening: (happening.at, happening.object_id))


def reset(session: Session, wall: datetime) -> None:
    """Forgets everything that happened in the world. The same calls give the same bytes again."""
    forget(session, wall)
