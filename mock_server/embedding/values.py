"""What the levers accept besides plain texts: courses, days, times, moments and durations, and how each is written."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol, TypeAlias

from mock_server.embedding.levers.server import NamedCourse

# A course document id, the name of a behaviour such as `offline-silent`, or the course that `world.course` returned.
Course: TypeAlias = "str | NamedCourse"
# A day of play, in the time of the course: a date, or a text such as 2040-05-12.
Day: TypeAlias = "date | str"
# A tee time, in the time of the course: a time, or a text such as 09:30.
TeeTime: TypeAlias = "time | str"
# A moment of the world's time: an aware datetime, or a text such as 2040-05-07T08:00:00Z.
Moment: TypeAlias = "datetime | str"

REQUEST_ID = "X-Request-Id"


class Answered(Protocol):
    """An answer of the booking interface, from any client: httpx, requests, aiohttp and others have this member."""

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of the answer."""
        ...


def id_or_behaviour(course: Course) -> str:
    """The document id of a course, or the name of its behaviour. Raises TypeError."""
    found = course.get("id") if isinstance(course, dict) else course
    if not isinstance(found, str):
        raise TypeError(f"{course!r} is not a course. Pass what world.course(...) returned, its id, or its behaviour.")
    return found


def day_text(day: Day) -> str:
    """A day as the interface writes it. Raises TypeError."""
    if isinstance(day, str):
        return day
    if not isinstance(day, date):
        raise TypeError(f"{day!r} is not a day. Pass a date, or a text such as 2040-05-12.")
    return f"{day:%Y-%m-%d}"


def tee_time_text(tee_time: TeeTime) -> str:
    """A tee time as the interface writes it. Raises TypeError."""
    if isinstance(tee_time, str):
        return tee_time
    if not isinstance(tee_time, time):
        raise TypeError(f"{tee_time!r} is not a tee time. Pass a time, or a text such as 09:30.")
    return f"{tee_time:%H:%M}"


def moment_text(moment: Moment) -> str:
    """A moment in UTC. Raises TypeError, and ValueError for a datetime without a time zone."""
    if isinstance(moment, str):
        return moment
    if not isinstance(moment, datetime):
        raise TypeError(f"{moment!r} is not a moment. Pass a datetime in UTC, or a text such as 2040-05-07T08:00:00Z.")
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone. Write for example datetime(2040, 5, 7, 8, tzinfo=UTC).")
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def moment_of(text: str) -> datetime:
    """The moment that the sandbox wrote, aware UTC."""
    return datetime.fromisoformat(text)


def duration_text(by: timedelta | None, **units: float | None) -> str:
    """The sum of a duration and of numbers of units such as minutes, in the form of ISO 8601.

    Raises TypeError where nothing says how far, and ValueError for a negative sum or one with a part of a second.
    """
    counted = {unit: count for unit, count in units.items() if count is not None}
    if by is None and not counted:
        raise TypeError(f"The clock needs to know how far it moves. {_ADVANCE}")
    if not isinstance(by, timedelta | None):
        raise TypeError(f"{by!r} is not a timedelta. {_ADVANCE}")
    for unit, count in counted.items():
        require_number(unit, count, _ADVANCE)
    try:
        whole = (by or timedelta()) + timedelta(**counted)
    except (OverflowError, ValueError):
        raise ValueError("No clock moves so far. It stays before the year 2190.") from None
    seconds = whole.total_seconds()
    if seconds < 0 or seconds != int(seconds):
        raise ValueError(f"The clock moves forwards by whole seconds, not by {whole}. To go back, reset the world.")
    return f"PT{int(seconds)}S"


def require_number(name: str, value: object, advice: str) -> None:
    """Raises TypeError with an advice if the argument *name* is not a number."""
    if not isinstance(value, int | float):
        raise TypeError(f"{name}={value!r} is not a number. {advice}")


_ADVANCE = "Write for example world.clock.advance(minutes=15), or world.clock.advance_to_next()."


def request_id_of(response: Answered | str) -> str:
    """The request id of an answer, or the text itself. Raises TypeError, and LookupError for an answer without one."""
    if isinstance(response, str):
        return response
    if not hasattr(response, "headers"):
        raise TypeError(f"{response!r} is not an answer. Pass the response of an HTTP client, or its {REQUEST_ID}.")
    named = response.headers.get(REQUEST_ID)
    if not named:
        raise LookupError(f"The answer has no header {REQUEST_ID}. Does it come from this sandbox?")
    return named
