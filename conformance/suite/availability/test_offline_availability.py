"""Checks of what an offline course answers when its availability is asked for."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from conformance.asking.client import Agency
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Inconclusive, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.many_answers import require_successes
from conformance.suite.arranged.play_days import DAY_KINDS, furthest_day, play_day, some_offline
from conformance.suite.arranged.tee_sheets import TeeSheet, ask
from conformance.suite.availability.sheet_oracles import require_course_and_date, require_no_tee_times

_COURSES = 3


@pytest.fixture(scope="session")
def offline_sheets(agency: Agency, courses: CourseFinder, run: Run) -> Sequence[TeeSheet]:
    """The answers of up to three offline courses on near and far days, for one to four players."""
    sheets = []
    for number, course_id in enumerate(some_offline(courses, _COURSES)):
        for column, kind in enumerate(DAY_KINDS):
            day = play_day(kind, run, f"offline {number}", furthest_day(courses, course_id))
            players = (number + column) % 4 + 1
            sheets.append(TeeSheet(course_id, day, players, ask(agency, course_id, day, players)))
    return sheets


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
