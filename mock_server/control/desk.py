"""The desk of the golf courses: bookings and groups that wait for an answer, and the answers."""

from typing import Any

from mock_server.api.calls import Answer, Call, hh_mm, timestamp
from mock_server.domain.bookings import Booking
from mock_server.domain.group_bookings import GroupBooking
from mock_server.services import desk, group_bookings
from mock_server.storage.sessions import Session


def list_waiting(_call: Call, session: Session) -> Answer:
    """GET /desk: the bookings and groups of every agency of the world that wait for their course."""
    return Answer(200, {"data": [_waiting(waiting_booking, session) for waiting_booking in desk.waiting(session)]})


def confirm(call: Call, session: Session) -> Answer:
    """POST /desk/{id}/confirm: the golf course confirms."""
    return _answer(desk.decide(session, call.path["id"], confirms=True, reason=None), session)


def decline(call: Call, session: Session) -> Answer:
    """POST /desk/{id}/decline: the golf course declines, with a reason if it gives one."""
    reason = (call.body or {}).get("reason")
    return _answer(desk.decide(session, call.path["id"], confirms=False, reason=reason), session)


def silence(call: Call, session: Session) -> Answer:
    """POST /desk/{id}/silence: the golf course no longer answers by itself."""
    return _answer(desk.silence(session, call.path["id"]), session)


def cancel(call: Call, session: Session) -> Answer:
    """POST /desk/{id}/cancel: the golf course cancels a confirmed group."""
    return _answer(group_bookings.course_cancels(session, call.path["id"]), session)


def _answer(asked: Booking | GroupBooking, session: Session) -> Answer:
    return Answer(200, {"data": _waiting(asked, session)})


def _waiting(asked: Booking | GroupBooking, session: Session) -> dict[str, Any]:
    course = session.courses.by_id(asked.course_id)
    is_group = isinstance(asked, GroupBooking)
    return {
        "id": asked.id,
        "kind": "group_booking" if is_group else "booking",
        "agency": asked.agency,
        "status": asked.status.value,
        "course": {"id": course.id, "name": course.name},
        "date": str(asked.play_date),
        "teeTime": hh_mm(asked.preferred_time if isinstance(asked, GroupBooking) else asked.tee_time),
        "players": asked.total_players if isinstance(asked, GroupBooking) else asked.players,
        "courseAnswersAt": None if asked.course_answers_at is None else timestamp(asked.course_answers_at),
    }
