"""Checks of periods that have no availability: without an end, with a wrong parameter, or of no course."""

from collections.abc import Sequence
from functools import partial

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import refused
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import unknown_courses
from conformance.suite.arranged.days_offered import Period, ask_period
from conformance.suite.arranged.many_answers import require_refusals
from conformance.suite.availability.period_comparisons import require_refusal_or_one_or_four
from conformance.suite.availability.period_oracles import require_no_days
from conformance.suite.availability.periods_again import period_twin
from conformance.suite.availability.sampled_periods import with_open_days


@verifies("AVM-04")
def test_a_period_needs_its_first_day(reader: Agency, run: Run, periods: Sequence[Period]) -> None:
    asked = with_open_days(periods, run, "first day")

    require_refusals(
        (ask_period(reader, period.course_id, None, period.last, period.players), period_twin(reader, period))
        for period in asked
    )


@verifies("AVM-05")
def test_a_period_needs_its_last_day(reader: Agency, run: Run, periods: Sequence[Period]) -> None:
    asked = with_open_days(periods, run, "last day")

    require_refusals(
        (ask_period(reader, period.course_id, period.first, None, period.players), period_twin(reader, period))
        for period in asked
    )


@verifies("AVM-11")
def test_an_unknown_time_range_is_refused(reader: Agency, run: Run, periods: Sequence[Period]) -> None:
    period = with_open_days(periods, run, "unknown time range")[0]
    asked = partial(ask_period, reader, period.course_id, period.first, period.last, period.players)

    refused(asked(timeRange="evening"), control=asked(timeRange="morning"))


@verifies("AVM-13")
@pytest.mark.parametrize("players", [0, 5])
def test_a_period_is_for_one_to_four_players(reader: Agency, run: Run, periods: Sequence[Period], players: int) -> None:
    asked = with_open_days(periods, run, f"{players} players")
    attempts = (
        (
            period,
            ask_period(reader, period.course_id, period.first, period.last, players),
            period_twin(reader, period),
        )
        for period in asked
    )

    require_refusal_or_one_or_four(reader, players, attempts)


@verifies("AVM-20")
def test_a_period_that_ends_before_it_begins_has_no_day(reader: Agency, run: Run, periods: Sequence[Period]) -> None:
    asked = with_open_days(periods, run, "backwards")

    require_no_days(
        (
            ask_period(reader, period.course_id, period.last, period.first, period.players),
            period_twin(reader, period),
        )
        for period in asked
    )


@verifies("AVM-21")
def test_an_unknown_course_has_no_period(
    reader: Agency, courses: CourseFinder, run: Run, periods: Sequence[Period]
) -> None:
    unknown = [course_id for course_id, _ in unknown_courses(courses, run, "period of an unknown course")]
    asked = with_open_days(periods, run, "unknown course")

    require_refusals(
        (ask_period(reader, unknown[-1], period.first, period.last, period.players), period_twin(reader, period))
        for period in asked
    )
