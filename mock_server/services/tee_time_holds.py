"""Holds a tee time. Spec: POST /courses/{courseId}/hold-tee-time."""

from dataclasses import dataclass
from datetime import date, time

from mock_server.domain.ids import Numbered, object_id
from mock_server.domain.ledger import Taking, TakingKind
from mock_server.domain.tee_time_holds import HOLD_DURATION, TeeTimeHold, require_holdable
from mock_server.domain.terms import require_bookable_day, require_future, require_party
from mock_server.services.availability import require_offer
from mock_server.storage.ledger import drop_expired, take
from mock_server.storage.sessions import Session
from mock_server.storage.tee_time_holds import insert_hold
from mock_server.storage.world_rows import next_number


@dataclass(frozen=True, slots=True)
class HoldRequest:
    """What a caller asks to hold."""

    course_id: str
    play_date: date
    tee_time: time
    players: int


def hold_tee_time(session: Session, agency: str, request: HoldRequest) -> TeeTimeHold:
    """Keeps the places for 15 minutes.

    Raises CourseNotFound, CourseOffline, TooManyPlayers, DateInPast, DateTooFar or TeeTimeUnavailable.
    Spec: POST /courses/{courseId}/hold-tee-time; assumptions A-25 and A-26.
    """
    course = session.courses.by_id(request.course_id)
    require_holdable(course.name, is_online=course.is_online)
    rules = session.courses.rules[course.id]
    require_party(request.players, rules)
    require_bookable_day(request.play_date, rules, session.now)
    require_future(request.play_date, request.tee_time, rules, session.now)
    offer = require_offer(session, course, request.play_date, request.tee_time, request.players)
    hold = TeeTimeHold(
        id=object_id(Numbered.HOLD, session.world.origin, next_number(session, Numbered.HOLD)),
        agency=agency,
        course_id=course.id,
        play_date=request.play_date,
        tee_time=request.tee_time,
        players=request.players,
        green_fee=offer.green_fee,
        created_at=session.now,
        expires_at=session.now + HOLD_DURATION,
        booking_id=None,
    )
    _record(session, hold)
    return hold


def _record(session: Session, hold: TeeTimeHold) -> None:
    drop_expired(session, hold.course_id, hold.play_date)
    insert_hold(session, hold)
    taking = Taking(
        hold.id, TakingKind.HELD, hold.course_id, hold.play_date, hold.tee_time, hold.players, hold.expires_at
    )
    take(session, taking)
