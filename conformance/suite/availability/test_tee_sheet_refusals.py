"""Checks that no tee sheet is served without a date, for an unknown course, or for a day that nobody can book."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import part, refused
from conformance.discovery import CourseFinder, MovableClock, TeeTimeFinder
from conformance.discovery.grounds import declared_online
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.clock_moves import move_to, past_everywhere
from conformance.suite.arranged.course_samples import unknown_courses
from conformance.suite.arranged.many_answers import require_refusals
from conformance.suite.arranged.play_days import day_beyond, latest_day_over
from conformance.suite.arranged.tee_sheets import TeeSheet, ask
from conformance.suite.availability.sampled_sheets import near_and_far_sheet, of_both_kinds, one_of_each_course
from conformance.suite.availability.sheet_oracles import require_nothing_offered
from conformance.suite.availability.sheets_again import sheet_twin

_FOURTEEN_DAYS_IN_MINUTES = 14 * 24 * 60
_DAYS_TO_A_CONTROL = 20


@verifies("AVT-13")
def test_a_tee_sheet_needs_a_date(reader: Agency, sheets: Sequence[TeeSheet]) -> None:
    asked = one_of_each_course(sheets)[:2]

    require_refusals((ask(reader, sheet.course_id, None, sheet.players), sheet_twin(reader, sheet)) for sheet in asked)


@verifies("AVT-14")
@pytest.mark.parametrize("form", ["31st of a short month", "30 February", "month 13", "with slashes", "a word"])
def test_a_date_that_is_none_is_refused(reader: Agency, run: Run, sheets: Sequence[TeeSheet], form: str) -> None:
    sheet = next(of_both_kinds(sheets, run, form))

    attempt = ask(reader, sheet.course_id, _no_date(form, sheet.play_date, run.today), sheet.players)
    control = sheet_twin(reader, sheet)

    refused(attempt, control=control)


@verifies("AVT-23")
def test_an_unknown_course_has_no_tee_sheet(
    reader: Agency, courses: CourseFinder, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    unknown = [course_id for course_id, _ in unknown_courses(courses, run, "tee sheet of an unknown course")]
    asked = of_both_kinds(sheets, run, "unknown course")

    require_refusals(
        (ask(reader, unknown[-1], sheet.play_date, sheet.players), sheet_twin(reader, sheet)) for sheet in asked
    )


@verifies("AVT-24")
@pytest.mark.parametrize("days_ago", [7, 45])
def test_a_past_date_offers_nothing(reader: Agency, run: Run, sheets: Sequence[TeeSheet], days_ago: int) -> None:
    day = run.today - timedelta(days_ago)
    asked = of_both_kinds(sheets, run, f"{days_ago} days ago")

    require_nothing_offered(reader, ((sheet, day) for sheet in asked))


@verifies("AVT-24")
def test_the_day_before_offers_nothing(
    reader: Agency, courses: CourseFinder, run: Run, sheets: Sequence[TeeSheet]
) -> None:
    asked = of_both_kinds(sheets, run, "the day before")

    require_nothing_offered(
        reader, ((sheet, latest_day_over(courses, sheet.course_id, sheet.answer.answered_at)) for sheet in asked)
    )


# Only where the clock can be moved: other checks decide the row as well.
@verifies("AVT-24", moves_clock_minutes=_FOURTEEN_DAYS_IN_MINUTES)
def test_a_day_that_was_read_before_it_was_past_offers_nothing(
    reader: Agency, sheets: Sequence[TeeSheet], tee_times: TeeTimeFinder, clock: MovableClock, run: Run
) -> None:
    past, ahead = near_and_far_sheet(sheets, run)
    move_to(past_everywhere(past.play_date), tee_times, clock, run)

    require_nothing_offered(reader, [(ahead, past.play_date)])


@pytest.fixture(scope="session")
def near_and_far_horizons(
    reader: Agency, courses: CourseFinder, run: Run, sheets: Sequence[TeeSheet]
) -> Sequence[TeeSheet]:
    """Tee sheets of two courses. The first one sells fewer days ahead than others, if the run knows such a course."""
    day, declared = run.today + timedelta(days=_DAYS_TO_A_CONTROL), declared_online(courses, "short_horizon")
    shortest = [TeeSheet(course_id, day, 1, ask(reader, course_id, day, 1)) for course_id in declared]
    return [*shortest, *sorted(one_of_each_course(sheets), key=partial(_horizon, courses))][:2]


@verifies("AVT-25")
@pytest.mark.parametrize("days_beyond", [3, 10, 100, 200])
def test_a_date_beyond_the_horizon_offers_nothing(
    reader: Agency, courses: CourseFinder, run: Run, near_and_far_horizons: Sequence[TeeSheet], days_beyond: int
) -> None:
    horizon, asked = partial(_horizon, courses), near_and_far_horizons

    require_nothing_offered(reader, ((sheet, day_beyond(run.today, horizon(sheet), days_beyond)) for sheet in asked))


def _horizon(courses: CourseFinder, sheet: TeeSheet) -> int:
    """The maxDaysInAdvance of the course of *sheet*, whose terms are read once."""
    return int(part(courses.terms(sheet.course_id), "bookingTerms.maxDaysInAdvance", judge=False))


def _no_date(form: str, day: date, today: date) -> str:
    """A text that is not a date, though it resembles *day* or a day after *today*."""
    month = next(short for short in (2, 4, 6, 9, 11, 14) if short >= day.month)
    return {
        "31st of a short month": f"{day.year + month // 13}-{month % 12:02}-31",
        "30 February": f"{today.year + 1}-02-30",
        "month 13": f"{day.year}-13-{day.day:02}",
        "with slashes": f"{day:%d/%m/%Y}",
        "a word": "tomorrow",
    }[form]
