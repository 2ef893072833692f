"""What each lever of the control plane does to the world of the caller. No HTTP: a session and a body in, JSON out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import jsonschema_rs

from mock_server.api.calls import hh_mm, timestamp
from mock_server.api.problems import Finding, Problem, invalid_request
from mock_server.clock import ClockMode, wall_clock
from mock_server.control.durations import DURATION_PATTERN, duration
from mock_server.domain.bookings import Booking
from mock_server.services.bookings import course_decides
from mock_server.services.worlds import Happening, advanced, reset
from mock_server.storage.bookings import pending_bookings
from mock_server.storage.store import Session

Lever = Callable[[Session, Any, Mapping[str, str]], dict[str, Any]]

# The contract writes days up to the year 2199, and courses take bookings more than a year ahead.
LATEST = datetime(2190, 1, 1, tzinfo=UTC)

_MOMENT = {"type": "string", "format": "date-time"}


def _body(properties: dict[str, Any], **bounds: int) -> jsonschema_rs.Validator:
    schema = {"type": "object", "properties": properties, "additionalProperties": False, **bounds}
    return jsonschema_rs.Draft202012Validator(schema, validate_formats=True)


_CLOCK_BODY = _body({"mode": {"enum": [mode.value for mode in ClockMode]}, "now": _MOMENT}, minProperties=1)
_ADVANCE_BODY = _body(
    {"by": {"type": "string", "pattern": DURATION_PATTERN}, "to": _MOMENT}, minProperties=1, maxProperties=1
)
_DECLINE_BODY = _body({"reason": {"type": "string", "minLength": 1, "maxLength": 200}})


def read_clock(session: Session, _body: Any, _path: Mapping[str, str]) -> dict[str, Any]:
    """What the clock of the world shows, and whether it moves by itself."""
    return _clock(session.world.clock.mode, session.now)


def set_clock(session: Session, body: Any, _path: Mapping[str, str]) -> dict[str, Any]:
    """Freezes the clock, lets it tick, or sets it to a later moment; answers with what happened on the way."""
    mode = ClockMode(body.get("mode", session.world.clock.mode.value))
    to = _moment(body["now"], "/body/now") if "now" in body else session.now
    return _moved(session, to, mode, "/body/now")


def advance_clock(session: Session, body: Any, _path: Mapping[str, str]) -> dict[str, Any]:
    """Moves the clock by a duration or to a moment; answers with what happened on the way."""
    (member,) = body
    try:
        to = session.now + duration(body["by"]) if member == "by" else _moment(body["to"], "/body/to")
    except OverflowError:
        raise _outside_calendar("/body/by") from None
    return _moved(session, to, session.world.clock.mode, f"/body/{member}")


def reset_world(session: Session, _body: Any, _path: Mapping[str, str]) -> dict[str, Any]:
    """Forgets everything that happened in the world: the same calls give the same bytes again."""
    reset(session, wall_clock())
    return {"world": session.world.name, "seed": session.world.seed}


def desk(session: Session, _body: Any, _path: Mapping[str, str]) -> list[dict[str, Any]]:
    """The bookings that wait for their course, of every agency of the world, oldest first."""
    return [_waiting(booking, session) for booking in pending_bookings(session)]


def confirm(session: Session, _body: Any, path: Mapping[str, str]) -> dict[str, Any]:
    """The golf course confirms a booking."""
    return _waiting(course_decides(session, path["id"], confirms=True, reason=None), session)


def decline(session: Session, body: Any, path: Mapping[str, str]) -> dict[str, Any]:
    """The golf course declines a booking, with a reason if it gives one."""
    reason = (body or {}).get("reason")
    return _waiting(course_decides(session, path["id"], confirms=False, reason=reason), session)


def _moved(session: Session, to: datetime, mode: ClockMode, pointer: str) -> dict[str, Any]:
    if to >= LATEST:
        raise _outside_calendar(pointer)
    timeline = advanced(session, to, mode, wall_clock())
    return _clock(mode, session.now) | {"timeline": [_happening(each) for each in timeline]}


def _moment(text: str, pointer: str) -> datetime:
    try:
        return datetime.fromisoformat(text).astimezone(UTC).replace(microsecond=0)
    except (ValueError, OverflowError):
        raise _outside_calendar(pointer) from None


def _outside_calendar(pointer: str) -> Problem:
    return invalid_request([Finding(pointer, "maximum", f"A clock stays before the year {LATEST.year}.")])


def _clock(mode: ClockMode, now: datetime) -> dict[str, Any]:
    return {"now": timestamp(now), "mode": mode.value}


def _happening(each: Happening) -> dict[str, str]:
    return {"at": timestamp(each.at), "kind": each.kind, "id": each.object_id}


def _waiting(booking: Booking, session: Session) -> dict[str, Any]:
    course = session.courses.by_id(booking.course_id)
    answers_at = booking.course_answers_at
    return {
        "id": booking.id,
        "agency": booking.agency,
        "status": booking.status.value,
        "course": {"id": course.id, "name": course.name},
        "date": str(booking.play_date),
        "teeTime": hh_mm(booking.tee_time),
        "players": booking.players,
        "courseAnswersAt": None if answers_at is None else timestamp(answers_at),
    }


@dataclass(frozen=True, slots=True)
class Route:
    """Where a lever is pulled. *body* validates what is sent with it; None takes no body."""

    method: str
    path: str
    lever: Callable[[Session, Any, Mapping[str, str]], Any]
    body: jsonschema_rs.Validator | None = None
    body_required: bool = True


ROUTES = (
    Route("GET", "/clock", read_clock),
    Route("PUT", "/clock", set_clock, _CLOCK_BODY),
    Route("POST", "/clock/advance", advance_clock, _ADVANCE_BODY),
    Route("POST", "/worlds/self/reset", reset_world),
    Route("GET", "/desk", desk),
    Route("POST", "/desk/{id}/confirm", confirm),
    Route("POST", "/desk/{id}/decline", decline, _DECLINE_BODY, body_required=False),
)
