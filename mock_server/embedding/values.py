"""What the levers accept besides plain texts: courses, days, times, moments and durations, and how each is written."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol, TypeAlias

from mock_server.embedding.levers.server import NamedCourse

# A course document id, or the course that `world.course` returned.
Course: TypeAlias = "str | NamedCourse"
# A day of play, in the time of the course: a date, or a text such as 2040-05-12.
Day: TypeAlias = "date | str"
# A tee time, in the time of the course: a time, or a text such as 09:30.
TeeTime: TypeAlias = "time | str"
# A moment of the world's time: an aware datetime, or a text such as 2040-05-07T08:00:00Z.
Moment: TypeAlias = "datetime | str"


class Answered(Protocol):
    """An answer of the booking interface, from any client: httpx, requests, aiohttp and others have this member."""

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers of the answer."""
        ...


def course_id(course: Course) -> str:
    """The document id of a course."""
    return course if isinstance(course, str) else course["id"]


def day_text(day: Day) -> str:
    """A day as the interface writes it."""
    return day if isinstance(day, str) else f"{day:%Y-%m-%d}"


def tee_time_text(tee_time: TeeTime) -> str:
    """A tee time as the interface writes it."""
    return tee_time if isinstance(tee_time, str) else f"{tee_time:%H:%M}"


def moment_text(moment: Moment) -> str:
    """A moment in UTC. Raises ValueError for a datetime without a time zone."""
    if isinstance(moment, str):
        return moment
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone. Write for example datetime(2040, 5, 7, 8, tzinfo=UTC).")
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def moment_of(text: str) -> datetime:
    """The moment that the sandbox wrote, aware UTC."""
    return datetime.fromisoformat(text)


def duration_text(duration: timedelta) -> str:
    """A duration in the form of ISO 8601. Raises ValueError for a negative one, or one with a part of a second."""
    seconds = duration.total_seconds()
    if seconds < 0 or seconds != int(seconds):
        raise ValueError(f"The clock moves forwards by whole seconds, not by {duration}. To go back, reset the world.")
    return f"PT{int(seconds)}S"
