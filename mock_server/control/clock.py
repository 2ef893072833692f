"""The clock of a world: reads, freezes, releases and moves it, and shows what happens on the way."""

from datetime import UTC, datetime
from typing import Any

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.api.problems import Finding, Problem, invalid_request
from mock_server.clock import ClockMode
from mock_server.control.durations import duration
from mock_server.services.due import Happening
from mock_server.services.worlds import move_clock
from mock_server.storage.sessions import Session
from mock_server.storage.timers import upcoming_timers

# The contract writes days up to the year 2199, and courses take bookings more than a year ahead.
LATEST = datetime(2190, 1, 1, tzinfo=UTC)


def get_clock(_call: Call, session: Session) -> Answer:
    """GET /clock: its time, whether it moves by itself, and what will happen next."""
    return Answer(200, {"data": _clock(session, session.world.clock.mode)})


def set_clock(call: Call, session: Session) -> Answer:
    """PUT /clock: freezes it, lets it tick, or sets it to a later moment."""
    mode = ClockMode(call.body.get("mode", session.world.clock.mode.value))
    to = moment(call.body["now"], "/body/now") if "now" in call.body else session.now
    return _moved(session, to, mode, "/body/now")


def advance_clock(call: Call, session: Session) -> Answer:
    """POST /clock/advance: moves it by a duration, to a moment, or to the next event that follows from time."""
    ((member, value),) = call.body.items()
    try:
        to = _TARGETS[member](session, value)
    except OverflowError:
        raise _outside_calendar(f"/body/{member}") from None
    return _moved(session, to, session.world.clock.mode, f"/body/{member}")


def moment(text: str, pointer: str) -> datetime:
    """The moment that a body names, in whole seconds. Raises Problem if a clock cannot show it."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC).replace(microsecond=0)
    except (ValueError, OverflowError):
        raise _outside_calendar(pointer) from None


def _next(session: Session, _value: Any) -> datetime:
    """The moment of the next timer, or now if there is no timer."""
    return max([session.now, *[timer.due for timer in upcoming_timers(session)[:1]]])


_TARGETS = {
    "by": lambda session, value: session.now + duration(value),
    "to": lambda _session, value: moment(value, "/body/to"),
    "toNext": _next,
}


def _moved(session: Session, to: datetime, mode: ClockMode, pointer: str) -> Answer:
    if to >= LATEST:
        raise _outside_calendar(pointer)
    timeline = move_clock(session, to, mode)
    return Answer(
        200, {"data": _clock(session, mode) | {"timeline": [_happening(happening) for happening in timeline]}}
    )


def _outside_calendar(pointer: str) -> Problem:
    return invalid_request([Finding(pointer, "maximum", f"A clock stays before the year {LATEST.year}.")])


def _clock(session: Session, mode: ClockMode) -> dict[str, Any]:
    upcoming = upcoming_timers(session)
    return {
        "now": timestamp(session.now),
        "mode": mode.value,
        "upcoming": [
            {"at": timestamp(timer.due), "kind": timer.kind.value, "id": timer.object_id} for timer in upcoming[:100]
        ],
    }


def _happening(happening: Happening) -> dict[str, str]:
    return {"at": timestamp(happening.at), "kind": happening.kind, "id": happening.object_id}
