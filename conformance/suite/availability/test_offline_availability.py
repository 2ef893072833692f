"""Checks of what an offline course answers when its availability is asked for."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial
from itertools import product

import pytest

from conformance.asking.client import Agency
from conformance.conditions.days import CLOCKS, days_ahead, season_of
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Inconclusive, verifies
from conformance.recordings.parts import act_together
from conformance.scope.run import Run
from conformance.suite.arranged.many_answers import require_successes
from conformance.suite.arranged.play_days import (
    DAY_KINDS,
    DayKind,
    furthest_day,
    offline_of_small_countries,
    play_day,
    some_offline,
)
from conformance.suite.arranged.tee_sheets import TeeSheet, ask
from conformance.suite.availability.sheet_oracles import require_course_and_date, require_no_tee_times

_COURSES, _COUNTRIES = 3, 5
_NEAR_WEEKDAY, *_KINDS = DAY_KINDS
# Near days need no terms: each course takes bookings so far ahead.
_NEAR = DAY_KINDS[:2]


@pytest.fixture(scope="session")
def offline_sheets(reader: Agency, courses: CourseFinder, run: Run) -> Sequence[TeeSheet]:
    """The answers of up to three offline courses on near and far days, and of a course of some other countries on a
    day of summer time, for one to four players.
    """
    some = some_offline(courses, _COURSES)
    elsewhere = offline_of_small_countries(courses, some, _COUNTRIES)
    asked = [*product(some, _KINDS), *product(elsewhere, (None,))]
    return act_together([partial(_sheet, reader, courses, run, number, *wanted) for number, wanted in enumerate(asked)])


def _sheet(
    reader: Agency, courses: CourseFinder, run: Run, number: int, course_id: str, kind: DayKind | None
) -> TeeSheet:
    furthest = kind.last if kind in _NEAR else furthest_day(courses, course_id)
    name, players = f"offline {number}", number % 4 + 1
    day = play_day(kind, run, name, furthest) if kind else _day_of_summer_time(run, name, furthest)
    return TeeSheet(course_id, day, players, ask(reader, course_id, day, players))


def _day_of_summer_time(run: Run, name: str, furthest: int) -> date:
    """A day of summer time, at most *furthest* days from today; a near weekday when there is none. Where summer time is
    one hour from UTC, programs confuse the two.
    """
    days = days_ahead(run.today, furthest)
    summer = [day for day in days if season_of(day) == CLOCKS[True]]
    return run.random(name).choice(summer) if summer else play_day(_NEAR_WEEKDAY, run, name, furthest)


@verifies("AVO-01")
def test_an_offline_course_answers_for_its_availability(offline_sheets: Sequence[TeeSheet], run: Run) -> None:
    # No document shows how far ahead an offline course answers.
    near = run.today + timedelta(days=DAY_KINDS[0].last)

    require_successes(sheet.answer for sheet in offline_sheets if sheet.play_date <= near)


@verifies("AVO-05")
def test_an_offline_course_lists_no_tee_times(offline_sheets: Sequence[TeeSheet]) -> None:
    require_no_tee_times(_answered(offline_sheets))


@verifies("AVO-06")
def test_offline_availability_is_of_the_course_and_the_date_asked_for(offline_sheets: Sequence[TeeSheet]) -> None:
    require_course_and_date(_answered(offline_sheets))


def _answered(sheets: Sequence[TeeSheet]) -> list[TeeSheet]:
    """The tee sheets answered with an object. Raises `Inconclusive` when there are none: AVO-01 judges that."""
    answered = [sheet for sheet in sheets if sheet.answer.is_success and isinstance(sheet.answer.body, dict)]
    if not answered:
        raise Inconclusive("No offline course answers for its availability, which another requirement judges.")
    return answered
