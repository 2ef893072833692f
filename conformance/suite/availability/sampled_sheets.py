"""A sample of tee sheets for many checks: several courses, near and far, weekdays and weekends, one to four players."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

from conformance.asking.client import Agency
from conformance.conditions.days import is_weekend
from conformance.discovery import CourseFinder, minutes_later
from conformance.evidence.verdicts import NoEvidence, Untested
from conformance.scope.lanes import run_together
from conformance.scope.run import Run
from conformance.suite.arranged.play_days import (
    DAY_KINDS,
    FAR_WEEKDAY,
    FAR_WEEKEND_DAY,
    DayKind,
    furthest_day,
    online_of_telling_kinds,
    play_day,
    telling_day,
)
from conformance.suite.arranged.tee_sheets import TeeSheet, ask

_COURSES = 4
_MOST_COURSES_TRIED = 10
_DATES_TRIED = 3
_ENOUGH_FOR_BOUNDS = 6
_AFTERNOON = "13:00"
# A run moves the clock by 14 days, and two days after a day it is past in every zone.
_SOON = timedelta(days=12)


def sample_tee_sheets(agency: Agency, courses: CourseFinder, run: Run) -> Sequence[TeeSheet]:
    """Up to sixteen tee sheets: four courses, four kinds of days, one to four players, each with each of the others.

    Fewer courses take turns. A refused sheet does not count: other requirements judge it. Raises `Untested` when no
    course lists a tee time.
    """
    rows: list[list[TeeSheet]] = []
    tried: list[TeeSheet] = []
    for course_id in online_of_telling_kinds(courses, _MOST_COURSES_TRIED):
        row = _row(agency, courses, run, course_id, len(rows))
        tried += row
        rows += [row] if any(sheet.tee_times for sheet in row) else []
        if len(rows) == _COURSES:
            break
    while rows and len(rows) < _COURSES:
        rows.append(_row(agency, courses, run, rows[0][0].course_id, len(rows)))
    if not rows:
        raise Untested(_why_none(tried))
    return tuple(sheet for row in rows for sheet in row if sheet.answer.is_success)


def _why_none(tried: Sequence[TeeSheet]) -> str:
    """Why none of the tee sheets *tried* shows a tee time, as a sentence."""
    refused = [sheet.answer for sheet in tried if not sheet.answer.is_success]
    if refused and len(refused) == len(tried):
        return f"No tee sheet was served: {refused[0].where} answered {refused[0].status}, and so did the others."
    listed = sum(sheet.listed for sheet in tried)
    if listed:
        return f"The tee sheets list {listed} tee times, and none has the documented members, which AVT-02 judges."
    return "None of the online courses that were asked lists a tee time on any of the days."


def _row(agency: Agency, courses: CourseFinder, run: Run, course_id: str, number: int) -> list[TeeSheet]:
    """A tee sheet of each kind of day; from row to row the numbers of players move on by one day."""
    furthest = furthest_day(courses, course_id)
    return run_together(
        partial(
            _first_with_tee_times,
            agency,
            course_id,
            _days_to_try(kind, run, number, furthest),
            (number + column) % 4 + 1,
        )
        for column, kind in enumerate(DAY_KINDS)
    )


def _days_to_try(kind: DayKind, run: Run, number: int, furthest: int) -> Sequence[date]:
    """Days of this *kind* for row *number*, of which the first with tee times is taken."""
    drawn = [play_day(kind, run, f"tee sheet {number}, draw {draw}", furthest) for draw in range(_DATES_TRIED)]
    telling = _telling(kind, run, number, furthest)
    return [telling, *drawn[1:]] if telling else drawn


def _telling(kind: DayKind, run: Run, number: int, furthest: int) -> date | None:
    """The day that row *number* has in place of a drawn one: each on its far weekday, every second at its weekend."""
    if kind is FAR_WEEKEND_DAY and number % 2:
        return telling_day(kind, run, number // 2, furthest)
    return telling_day(kind, run, number, furthest) if kind is FAR_WEEKDAY else None


def _first_with_tee_times(agency: Agency, course_id: str, days: Sequence[date], players: int) -> TeeSheet:
    """The first day that lists a tee time, or the last day when none does: courses close for the winter."""
    for day in days:
        sheet = TeeSheet(course_id, day, players, ask(agency, course_id, day, players))
        if sheet.tee_times:
            break
    return sheet


def with_tee_times(sheets: Sequence[TeeSheet]) -> list[TeeSheet]:
    """The tee sheets that list a tee time. Raises `Untested` when there are none."""
    found = [sheet for sheet in sheets if sheet.tee_times]
    if not found:
        raise Untested("No tee sheet that was asked for lists a tee time.")
    return found


def of_both_kinds(sheets: Sequence[TeeSheet], run: Run, name: str) -> Iterator[TeeSheet]:
    """A tee sheet of a weekend day and one of a weekday, both with tee times, drawn by *name*.

    One of the two when the other does not exist. Raises `Untested` when neither exists.
    """
    drawn = with_tee_times(sheets)
    run.random(name).shuffle(drawn)
    for weekend in (True, False):
        yield from [sheet for sheet in drawn if is_weekend(sheet.play_date) is weekend][:1]


def long_sheets(sheets: Sequence[TeeSheet], run: Run, name: str) -> Iterator[TeeSheet]:
    """As `of_both_kinds`, with enough tee times to set bounds between them."""
    found = [sheet for sheet in sheets if len(sheet.times) >= _ENOUGH_FOR_BOUNDS]
    if not found:
        raise Untested(f"No tee sheet lists {_ENOUGH_FOR_BOUNDS} tee times, enough to set bounds between.")
    return of_both_kinds(found, run, name)


def one_of_each_course(sheets: Sequence[TeeSheet]) -> list[TeeSheet]:
    """One tee sheet with tee times of each course. Raises `Untested` when no course lists any."""
    return list({sheet.course_id: sheet for sheet in with_tee_times(sheets)}.values())


def near_and_far_sheet(sheets: Sequence[TeeSheet], run: Run) -> tuple[TeeSheet, TeeSheet]:
    """A tee sheet of one of the next days and a later one of its course, as if asked for as many players. Raises
    `NoEvidence` where no sheet with tee times is so near.
    """
    soon = run.today + _SOON
    for near in sorted(with_tee_times(sheets), key=lambda sheet: sheet.play_date):
        far = [sheet for sheet in sheets if sheet.course_id == near.course_id and sheet.play_date > soon]
        if far and near.play_date < soon:
            return near, replace(far[0], players=near.players)
    raise NoEvidence("No tee sheet of the next days lists a tee time.")


def bound_inside(sheet: TeeSheet, run: Run, place: str, *, afternoon: bool | None = None) -> str:
    """A time with tee times on either side; *place* `at a tee time`, else a minute after a tee time.

    With *afternoon*, a time before or after noon where there is any: some targets read 14:00 as 2 o'clock.
    """
    inside = sheet.times[2:-2]
    fitting = [time for time in inside if afternoon is None or (time >= _AFTERNOON) is afternoon]
    random = run.random(f"{place} {sheet.answer.where}")
    # A bound on the full hour is the most natural one, and few tee times are there. A target that rounds a bound to the
    # full hour shows it only where a tee time is between the two.
    of_full_hours = [time for time in fitting or inside if time.endswith(":00")]
    within_hours = [time for time in fitting or inside if not time.endswith(":00")]
    if place == "at a tee time":
        return random.choice(random.choice([of_full_hours, within_hours]) or fitting or inside)
    return minutes_later(random.choice(within_hours or fitting or inside), 1)


def bounds_inside(sheet: TeeSheet, run: Run) -> tuple[str, str]:
    """Two tee times, with others before, between and after them."""
    random = run.random(f"bounds {sheet.answer.where}")
    low = random.randint(1, len(sheet.times) - 4)
    return sheet.times[low], sheet.times[random.randint(low + 2, len(sheet.times) - 2)]


def bounds_within_an_hour(sheet: TeeSheet) -> dict[str, str]:
    """Bounds in one hour with a tee time between them. Raises `NoEvidence` where no hour has three tee times."""
    for earliest, _, latest in zip(sheet.times, sheet.times[1:], sheet.times[2:], strict=False):
        if earliest[:2] == latest[:2]:
            return {"earliestTime": earliest, "latestTime": latest}
    raise NoEvidence(f"{sheet.answer.where} lists no three tee times within an hour.")
