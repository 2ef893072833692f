"""Courses and days to look at: near and far days, weekdays and weekends, drawn by the seed of the run."""

from dataclasses import dataclass
from datetime import date, timedelta

from conformance.discovery import CourseFinder
from conformance.run import Run
from conformance.verdicts import Judgement

# Without readable terms nobody knows how far ahead a course sells.
_SAFE_DAYS_AHEAD = 30
_DAYS_KEPT_BELOW_THE_HORIZON = 5
_SATURDAY = 5


@dataclass(frozen=True)
class DayKind:
    """A kind of day: between *first* and *last* days from today, and of which part of the week."""

    name: str
    first: int
    last: int
    is_weekend: bool


# Nearer than three days, time zones decide what is still on sale.
DAY_KINDS = (
    DayKind("near weekday", 3, 16, is_weekend=False),
    DayKind("near weekend day", 3, 16, is_weekend=True),
    DayKind("far weekday", 40, 320, is_weekend=False),
    DayKind("far weekend day", 40, 320, is_weekend=True),
)


def play_day(kind: DayKind, run: Run, name: str, furthest: int) -> date:
    """A day of *kind*, at most *furthest* days from today; the same seed and *name* give the same day."""
    days = [run.today + timedelta(ahead) for ahead in range(min(kind.first, furthest), min(kind.last, furthest) + 1)]
    fitting = [day for day in days if is_weekend(day) is kind.is_weekend]
    return run.random(f"{kind.name} {name}").choice(fitting or days)


def is_weekend(day: date) -> bool:
    """Whether *day* is a Saturday or a Sunday."""
    return day.weekday() >= _SATURDAY


def furthest_day(courses: CourseFinder, course_id: str) -> int:
    """How many days ahead it is safe to ask this course, from its terms where they can be read."""
    try:
        horizon = courses.terms(course_id)["bookingTerms"]["maxDaysInAdvance"]
    except (Judgement, KeyError, TypeError):
        return _SAFE_DAYS_AHEAD
    return max(horizon - _DAYS_KEPT_BELOW_THE_HORIZON, 1) if isinstance(horizon, int) else _SAFE_DAYS_AHEAD


def some_online(courses: CourseFinder, most: int) -> list[str]:
    """Ids of up to *most* online courses, drawn by the seed. Raises `Untested` when there is none."""
    return [course["id"] for course in courses.online(_count(courses, most, is_online=True))]


def some_offline(courses: CourseFinder, most: int) -> list[str]:
    """Ids of up to *most* offline courses, a declared one first. Raises `Untested` when there is none."""
    return [course["id"] for course in courses.offline(_count(courses, most, is_online=False))]


def _count(courses: CourseFinder, most: int, *, is_online: bool) -> int:
    listed = sum(1 for course in courses.listed if course.get("isOnline") is is_online)
    return max(1, min(most, listed))
