"""Courses and days for the checks: near and far days, weekdays and weekends, drawn by the seed of the run."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from conformance.conditions.days import is_about_a_change_of_clocks, is_first, is_last, is_weekend
from conformance.discovery import CourseFinder
from conformance.discovery.course_kinds import varied
from conformance.discovery.cutoffs import days_beyond_cutoffs
from conformance.discovery.grounds import declared_online, varied_online_courses
from conformance.evidence.verdicts import Inconclusive, Judgement, Untested
from conformance.scope.run import Run

# Without readable terms nobody knows how far ahead a course sells.
_SAFE_DAYS_AHEAD = 30
_DAYS_KEPT_BELOW_THE_HORIZON = 5
_DEGREES_PER_HOUR = 15
# A round of golf costs hundreds or thousands in the currencies of these countries.
_COUNTRIES_OF_LARGE_AMOUNTS = frozenset({"CZ", "DK", "HU", "IN", "IS", "JP", "KR", "NO", "SE", "TH", "ZA"})
_SHORT_HOLES = 9
# No clock is further behind the sun than the first, nor further behind UTC than the second.
_BEHIND_THE_SUN, _BEHIND_UTC = timedelta(hours=4), timedelta(hours=12)


@dataclass(frozen=True)
class DayKind:
    """A kind of day: between *first* and *last* days from today, and of which part of the week."""

    name: str
    first: int
    last: int
    is_weekend: bool


# Less than three days ahead, time zones decide which tee times are still on sale.
FAR_WEEKDAY = DayKind("far weekday", 40, 320, is_weekend=False)
FAR_WEEKEND_DAY = DayKind("far weekend day", 40, 320, is_weekend=True)
DAY_KINDS = (
    DayKind("near weekday", 3, 16, is_weekend=False),
    DayKind("near weekend day", 3, 16, is_weekend=True),
    FAR_WEEKDAY,
    FAR_WEEKEND_DAY,
)


def play_day(kind: DayKind, run: Run, name: str, furthest: int) -> date:
    """A day of *kind*, at most *furthest* days from today; the same seed and *name* give the same day."""
    days = _days(kind, run, furthest)
    fitting = [day for day in days if is_weekend(day) is kind.is_weekend]
    return run.random(f"{kind.name} {name}").choice(fitting or days)


def telling_day(kind: DayKind, run: Run, turn: int, furthest: int) -> date | None:
    """A day of *kind* on which programs go wrong that work on all others, None when none is in reach.

    Turns by turn, one about a change of the European clocks, the first and the last day of a month.
    """
    chosen = _TELLING[turn % len(_TELLING)]
    fitting = [day for day in _days(kind, run, furthest) if is_weekend(day) is kind.is_weekend and chosen(day)]
    return run.random(f"{kind.name} telling {turn}").choice(fitting) if fitting else None


def days_of_clock_changes(run: Run, furthest: int) -> list[date]:
    """The Sundays on which the European clocks change, at most *furthest* days from today; none when none is in
    reach.
    """
    days = [run.today + timedelta(ahead) for ahead in range(FAR_WEEKEND_DAY.first, furthest + 1)]
    return [day for day in days if is_weekend(day) and is_about_a_change_of_clocks(day)]


def _days(kind: DayKind, run: Run, furthest: int) -> list[date]:
    return [run.today + timedelta(ahead) for ahead in range(min(kind.first, furthest), min(kind.last, furthest) + 1)]


_TELLING: tuple[Callable[[date], bool], ...] = (is_about_a_change_of_clocks, is_first, is_last)


def furthest_day(courses: CourseFinder, course_id: str) -> int:
    """How many days ahead it is safe to ask this course, from its terms where they can be read."""
    try:
        horizon = courses.terms(course_id)["bookingTerms"]["maxDaysInAdvance"]
    except (Judgement, KeyError, TypeError):
        return _SAFE_DAYS_AHEAD
    return max(horizon - _DAYS_KEPT_BELOW_THE_HORIZON, 1) if isinstance(horizon, int) else _SAFE_DAYS_AHEAD


def day_beyond(today: date, horizon: Any, days: int) -> date:
    """The day that is *days* days after the last day that a course of this *horizon*, in days, takes bookings for.

    Raises `Inconclusive` when *horizon* is not a number of days, and `Untested` when no calendar goes so far.
    """
    if not isinstance(horizon, int):
        raise Inconclusive(f"maxDaysInAdvance is {horizon!r}, which another requirement judges.")
    try:
        return today + timedelta(days=horizon + days)
    except OverflowError as error:
        raise Untested(f"maxDaysInAdvance is {horizon}, so no day is too far ahead.") from error


def latest_day_over(courses: CourseFinder, course_id: str, now: datetime) -> date:
    """The latest day that is over at this course *now*, whatever its zone: mostly yesterday. *now* is aware UTC."""
    try:
        ahead = timedelta(hours=float(courses.details(course_id)["longitude"]) / _DEGREES_PER_HOUR) - _BEHIND_THE_SUN
    except (Judgement, KeyError, TypeError, ValueError):
        ahead = -_BEHIND_UTC
    return (now + max(ahead, -_BEHIND_UTC)).date() - timedelta(days=1)


def bookable_day(courses: CourseFinder, course_id: str, usual: int) -> int:
    """How many days ahead to ask this course for a booking: *usual*, or more where its terms have longer deadlines, but
    never beyond its horizon.
    """
    try:
        beyond = days_beyond_cutoffs(courses.terms(course_id))
    except (Judgement, KeyError, TypeError):
        beyond = usual
    return min(max(usual, beyond), furthest_day(courses, course_id))


def some_online(courses: CourseFinder, most: int) -> list[str]:
    """Ids of up to *most* online courses of all kinds, drawn by the seed. Raises `Untested` when there is none."""
    return list(varied_online_courses(courses)[:most])


def online_of_telling_kinds(courses: CourseFinder, most: int) -> list[str]:
    """As `some_online`. First comes a course whose prices have many digits, second the declared one that allows few
    players, third one of 9 holes, and fourth the declared one with terms of its own: the first courses drawn are hardly
    ever of these kinds.
    """
    drawn = varied_online_courses(courses)
    few, own = (declared_online(courses, fact) for fact in ("low_maximum", "override_terms"))
    listed = {course["id"]: course for course in courses.listed}
    dear = [course_id for course_id in drawn if listed[course_id].get("country") in _COUNTRIES_OF_LARGE_AMOUNTS]
    short = [course_id for course_id in drawn if listed[course_id].get("holes") == _SHORT_HOLES]
    return list(dict.fromkeys([*dear[:1], *few, *short[:1], *own, *drawn]))[:most]


def some_offline(courses: CourseFinder, most: int) -> list[str]:
    """Ids of up to *most* offline courses of all kinds, a declared one first. Raises `Untested` when there is none."""
    listed = sum(1 for course in courses.listed if course.get("isOnline") is False)
    count = 1 if most == 1 else max(listed, 1)
    return [course["id"] for course in varied(courses.offline(count))[:most]]


def offline_of_small_countries(courses: CourseFinder, known: Sequence[str], most: int) -> list[str]:
    """Ids of offline courses of up to *most* countries in which none of the *known* courses lies, those with the fewest
    courses first: checks that draw among all courses hardly meet them.
    """
    offline = [course for course in courses.listed if course.get("isOnline") is False and course.get("country")]
    met = {course["country"] for course in offline if course["id"] in known}
    counts = Counter(course["country"] for course in offline)
    first = {course["country"]: course["id"] for course in reversed(offline)}
    small = sorted(counts.keys() - met, key=lambda country: (counts[country], country))
    return [first[country] for country in small[:most]]
