"""Checks of the parameters of a period: players, part of the day, a single date, and where the days begin."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from conformance.asking.client import Agency
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import or_else, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.days_offered import Period, ask_period, ask_single_date
from conformance.suite.availability.period_comparisons import (
    require_afternoon_of_today,
    require_all_by_default,
    require_first_day_on_sale,
    require_parts_of_the_day,
    require_periods_for_four_by_default,
    without_open_days,
)
from conformance.suite.availability.period_oracles import (
    require_best_to_be_one_of_the_days,
    require_the_single_date_form,
)
from conformance.suite.availability.sampled_periods import with_open_days
from conformance.target.target import Target

_A_DAY_OF_FEW_MONTHS = 31


@verifies("AVM-09")
def test_the_time_range_defaults_to_all(reader: Agency, run: Run, periods: Sequence[Period]) -> None:
    asked = with_open_days(periods, run, "default time range")

    require_all_by_default(reader, asked)


@verifies("AVM-10")
def test_morning_and_afternoon_are_parts_of_all(reader: Agency, run: Run, periods: Sequence[Period]) -> None:
    asked = with_open_days(periods, run, "parts of the day")

    require_parts_of_the_day(reader, asked)


@verifies("AVM-12")
def test_players_defaults_to_four_in_a_period(reader: Agency, run: Run, periods: Sequence[Period]) -> None:
    asked = with_open_days(periods, run, "default players", most=4)

    require_periods_for_four_by_default(reader, asked)


@verifies("AVM-15")
def test_the_best_availability_is_one_of_the_days(reader: Agency, run: Run, periods: Sequence[Period]) -> None:
    mornings = _mornings_if_any(reader, run, periods)

    require_best_to_be_one_of_the_days([*periods, *mornings])


def _mornings_if_any(reader: Agency, run: Run, periods: Sequence[Period]) -> list[Period]:
    """The mornings of up to two periods with availability."""
    none: list[Period] = []
    return [_morning(reader, period) for period in or_else(lambda: with_open_days(periods, run, "best morning"), none)]


def _morning(reader: Agency, period: Period) -> Period:
    """The mornings of *period*."""
    answer = ask_period(reader, period.course_id, period.first, period.last, period.players, timeRange="morning")
    return replace(period, answer=answer)


@verifies("AVM-16")
def test_a_period_reaches_the_first_day_with_tee_times(reader: Agency, run: Run, periods: Sequence[Period]) -> None:
    one_day = [period for period in periods if period.first == period.last]
    several_days = with_open_days(periods, run, "first day with tee times", most=4)
    from_a_31st = [period for period in periods if period.first.day == _A_DAY_OF_FEW_MONTHS]
    # All days of a period without an open day are read.
    shortest_without = sorted(without_open_days(periods), key=lambda period: period.last - period.first)[:1]

    require_first_day_on_sale(reader, [*shortest_without, *several_days, *from_a_31st[:1]], one_day)


@verifies("AVM-16")
def test_a_period_that_begins_today_has_the_afternoon_of_today(
    reader: Agency, run: Run, periods: Sequence[Period]
) -> None:
    require_afternoon_of_today(reader, run, dict.fromkeys(period.course_id for period in periods))


@verifies("AVM-17")
def test_the_single_date_form_is_accepted(reader: Agency, run: Run, target: Target, periods: Sequence[Period]) -> None:
    answers = _answers_for_single_dates(reader, run, with_open_days(periods, run, "single date", most=4))

    require_the_single_date_form(answers, target)


def _answers_for_single_dates(reader: Agency, run: Run, periods: Sequence[Period]) -> Iterator[Answer]:
    """What the target answers for a drawn day with availability of each period."""
    for period in periods:
        day = run.random("single date").choice(period.open_days)
        yield ask_single_date(reader, period.course_id, day["date"], period.players)
