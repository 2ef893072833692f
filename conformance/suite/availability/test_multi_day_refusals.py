"""Checks of periods that have no availability: without an end, with a wrong parameter, or of no course."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import part, refused, refused_or, steady
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import unknown_courses
from conformance.suite.arranged.days_offered import (
    Period,
    ask_period,
    days_of,
)
from conformance.suite.availability.periods_again import (
    attempted,
    days_now,
    twin,
)
from conformance.suite.availability.sampled_periods import with_open_days


@verifies("AVM-04")
def test_a_period_needs_its_first_day(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    for period in with_open_days(periods, run, "first day"):
        attempt = ask_period(agency, period.course_id, None, period.last, period.players)
        control = twin(agency, period)

        refused(attempt, control=control)


@verifies("AVM-05")
def test_a_period_needs_its_last_day(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    for period in with_open_days(periods, run, "last day"):
        attempt = ask_period(agency, period.course_id, period.first, None, period.players)
        control = twin(agency, period)

        refused(attempt, control=control)


@verifies("AVM-11")
def test_an_unknown_time_range_is_refused(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    period = with_open_days(periods, run, "unknown time range")[0]
    asked = partial(ask_period, agency, period.course_id, period.first, period.last, period.players)

    refused(asked(timeRange="evening"), control=asked(timeRange="morning"))


@verifies("AVM-13")
@pytest.mark.parametrize("players", [0, 5])
def test_a_period_is_for_one_to_four_players(agency: Agency, run: Run, periods: Sequence[Period], players: int) -> None:
    for period in with_open_days(periods, run, f"{players} players"):
        asked = partial(ask_period, agency, period.course_id, period.first, period.last)
        body = refused_or(asked(players), control=twin(agency, period))
        if body is None:
            continue
        part(body, "availabilityResults", judge=False)

        clamped, answered = steady(
            partial(_one_and_four, agency, period),
            partial(attempted, agency, period, players),
            agree=lambda ends, shown: shown in ends,
        )

        expected = f"players={players} is refused or means 1 or 4"
        expect(answered in clamped, expected, f"it answered {shown(answered)}")


@verifies("AVM-20")
def test_a_period_that_ends_before_it_begins_has_no_day(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    for period in with_open_days(periods, run, "backwards"):
        attempt = ask_period(agency, period.course_id, period.last, period.first, period.players)
        control = twin(agency, period)

        days = days_of(refused_or(attempt, control=control))
        expect(not days, "a period that ends before it begins has no day", f"it has {[day['date'] for day in days]}")


@verifies("AVM-21")
def test_an_unknown_course_has_no_period(
    agency: Agency, courses: CourseFinder, run: Run, periods: Sequence[Period]
) -> None:
    unknown = [course_id for course_id, _ in unknown_courses(courses, run, "period of an unknown course")]
    for period in with_open_days(periods, run, "unknown course"):
        attempt = ask_period(agency, unknown[-1], period.first, period.last, period.players)
        control = twin(agency, period)

        refused(attempt, control=control)


def _one_and_four(agency: Agency, period: Period) -> list[list[dict[str, Any]]]:
    return [days_now(agency, period, players=players) for players in (1, 4)]
