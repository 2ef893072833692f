"""A sample of answers for several days: several courses, periods near and far, long and short, one to four players."""

from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial

from conformance.asking.client import Agency
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Untested, or_else
from conformance.scope.lanes import run_together
from conformance.scope.run import Run
from conformance.suite.arranged.days_offered import Period, ask_period
from conformance.suite.arranged.play_days import (
    DAY_KINDS,
    days_of_clock_changes,
    furthest_day,
    online_of_telling_kinds,
    play_day,
)
from conformance.suite.arranged.tee_sheets import is_amount

_COURSES = 4
_MOST_COURSES_TRIED = 10
_MOST_COURSES_ASKED_FOR_WINTER = 15
_DAYS_AFTER_THE_FIRST = 6
# No whole number of weeks.
_DAYS_AFTER_THE_FIRST_FAR_OFF = 9
# The days from the begin of a period to the last day of a month, and from there to the end of the period.
_ABOUT_A_MONTH_END = ((2, 2), (4, 0), (-1, 5), (0, 4))
_LONGEST_MONTH = 31


def sample_periods(agency: Agency, courses: CourseFinder, run: Run) -> Sequence[Period]:
    """Up to sixteen answers: four courses, four periods, one to four players, each with each of the others.

    Fewer courses take turns. A refused period does not count: other requirements judge it. Raises `Untested` when no
    course has a day with availability.
    """
    rows: list[list[Period]] = []
    tried: list[Period] = []
    for course_id in online_of_telling_kinds(courses, _MOST_COURSES_TRIED):
        row = _row(agency, courses, run, course_id, len(rows))
        tried += row
        rows += [row] if any(period.open_days for period in row) else []
        if len(rows) == _COURSES:
            break
    while rows and len(rows) < _COURSES:
        rows.append(_row(agency, courses, run, rows[0][0].course_id, len(rows)))
    if not rows:
        raise Untested(_why_none(tried))
    return tuple(period for row in rows for period in row if period.answer.is_success)


def _why_none(tried: Sequence[Period]) -> str:
    """Why none of the periods *tried* has a day with availability, as a sentence."""
    refused = [period.answer for period in tried if not period.answer.is_success]
    if refused and len(refused) == len(tried):
        return f"No period was served: {refused[0].where} answered {refused[0].status}, and so did the others."
    if not any(period.days for period in tried):
        return "The answers for periods show no day with the documented members, which AVM-02 judges."
    return "None of the online courses that were asked has a day with availability."


def _row(agency: Agency, courses: CourseFinder, run: Run, course_id: str, number: int) -> list[Period]:
    """One answer for each kind of period; from row to row the numbers of players move on by one period."""
    furthest = max(furthest_day(courses, course_id) - _DAYS_AFTER_THE_FIRST_FAR_OFF, 1)
    return run_together(
        partial(_period, agency, course_id, first, last, (number + column) % 4 + 1)
        for column, (first, last) in enumerate(_spans(run, number, furthest))
    )


def _spans(run: Run, number: int, furthest: int) -> Iterator[tuple[date, date]]:
    """A near week, a weekend day alone, days about a month end, and ten far days, now and then with a clock change."""
    near, weekend_day, _, far = (play_day(kind, run, f"period {number}", furthest) for kind in DAY_KINDS)
    changes = days_of_clock_changes(run, furthest)
    if changes and number % 2 == 0:
        # In one night the clocks go forward, in the other night they go back.
        clocks_change = changes[number // 2 % len(changes)]
        far = max(near, clocks_change - timedelta(days=_DAYS_AFTER_THE_FIRST // 2))
    before, after = _ABOUT_A_MONTH_END[number % len(_ABOUT_A_MONTH_END)]
    month_end = _month_end(near)
    if before == 0 and month_end.day < _LONGEST_MONTH:
        # Some programs know no day after the thirtieth to begin with.
        month_end = _month_end(month_end + timedelta(days=1))
    yield near, near + timedelta(days=_DAYS_AFTER_THE_FIRST)
    yield weekend_day, weekend_day
    yield max(near, month_end - timedelta(days=before)), month_end + timedelta(days=after)
    yield far, far + timedelta(days=_DAYS_AFTER_THE_FIRST_FAR_OFF)


def _month_end(day: date) -> date:
    """The last day of the month of *day*."""
    return day.replace(day=monthrange(day.year, day.month)[1])


def _period(agency: Agency, course_id: str, first: date, last: date, players: int) -> Period:
    return Period(course_id, first, last, players, ask_period(agency, course_id, first, last, players))


def winter_weeks(agency: Agency, courses: CourseFinder, run: Run) -> Iterator[Period]:
    """A January week at one northern course after the other, where a day without availability is most likely."""
    january = date(run.today.year + 1, 1, 14)
    online = [course for course in courses.listed if course.get("isOnline") is True]
    online.sort(key=lambda course: course["latitude"] if is_amount(course.get("latitude")) else 0, reverse=True)
    for course_id in [course["id"] for course in online[:_MOST_COURSES_ASKED_FOR_WINTER]]:
        if (january - run.today).days + _DAYS_AFTER_THE_FIRST <= furthest_day(courses, course_id):
            yield _period(agency, course_id, january, january + timedelta(days=_DAYS_AFTER_THE_FIRST), 4)


def with_open_days(periods: Sequence[Period], run: Run, name: str, *, most: int = 2) -> list[Period]:
    """Up to *most* periods of several days with availability, of different courses, drawn by *name*.

    Raises `Untested` when there is none.
    """
    drawn = [period for period in periods if period.open_days and period.first < period.last]
    run.random(name).shuffle(drawn)
    found = list({period.course_id: period for period in drawn}.values())
    if not found:
        raise Untested("No period of several days has a day with availability.")
    return found[:most]


def with_some_closed_days(periods: Sequence[Period], run: Run, name: str, *, most: int = 2) -> list[Period]:
    """As `with_open_days`, where the first period has days without availability too, if there is such a period."""
    mixed = [period for period in periods if 0 < len(period.open_days) < len(period.days)]
    first = or_else(lambda: with_open_days(mixed, run, name, most=1), [])
    asked = {period.course_id for period in first}
    others = [period for period in periods if period.course_id not in asked]
    rest = or_else(lambda: with_open_days(others, run, name, most=most - len(first)), [])
    return [*first, *rest] or with_open_days(periods, run, name)
