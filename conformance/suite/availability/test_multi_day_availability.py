"""Checks of the availability of several days at an online course."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from conformance.asking.client import Agency
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import or_else, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.days_offered import Period, ask_period, ask_single_date
from conformance.suite.availability.period_comparisons import (
    require_agreement_when_booked_and_cancelled,
    require_agreement_with_tee_sheets,
    require_all_by_default,
    require_first_day_on_sale,
    require_four_players_by_default,
    require_parts_of_the_day,
)
from conformance.suite.availability.period_oracles import (
    require_availability_exactly_with_slots,
    require_best_to_be_one_of_the_days,
    require_days_within_the_period,
    require_each_day_once_and_in_order,
    require_first_times_before_last_times,
    require_the_single_date_form,
    require_weekdays_of_the_dates,
)
from conformance.suite.availability.sampled_periods import winter_weeks, with_open_days, with_some_closed_days
from conformance.target.target import Target


@verifies("AVM-03")
def test_the_days_lie_within_the_period_asked_for(periods: Sequence[Period]) -> None:
    require_days_within_the_period(periods)


@verifies("AVM-06")
def test_day_of_week_names_the_weekday_of_the_date(periods: Sequence[Period]) -> None:
    require_weekdays_of_the_dates(periods)


@verifies("AVM-07")
def test_a_day_has_availability_exactly_when_it_has_slots(
    agency: Agency, courses: CourseFinder, run: Run, periods: Sequence[Period]
) -> None:
    in_winter = winter_weeks(agency, courses, run)

    require_availability_exactly_with_slots(periods, in_winter)


@verifies("AVM-08")
def test_the_first_time_of_a_day_is_not_after_its_last(periods: Sequence[Period]) -> None:
    require_first_times_before_last_times(periods)


@verifies("AVM-09")
def test_the_time_range_defaults_to_all(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    asked = with_open_days(periods, run, "default time range")

    require_all_by_default(agency, asked)


@verifies("AVM-10")
def test_morning_and_afternoon_are_parts_of_all(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    asked = with_open_days(periods, run, "parts of the day")

    require_parts_of_the_day(agency, asked)


@verifies("AVM-12")
def test_players_defaults_to_four_in_a_period(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    asked = with_open_days(periods, run, "default players", most=4)

    require_four_players_by_default(agency, asked)


@verifies("AVM-15")
def test_the_best_availability_is_one_of_the_days(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    mornings = _mornings_if_any(agency, run, periods)

    require_best_to_be_one_of_the_days([*periods, *mornings])


def _mornings_if_any(agency: Agency, run: Run, periods: Sequence[Period]) -> list[Period]:
    """The mornings of up to two periods with availability."""
    none: list[Period] = []
    return [_morning(agency, period) for period in or_else(lambda: with_open_days(periods, run, "best morning"), none)]


def _morning(agency: Agency, period: Period) -> Period:
    """The mornings of *period*."""
    answer = ask_period(agency, period.course_id, period.first, period.last, period.players, timeRange="morning")
    return replace(period, answer=answer)


@verifies("AVM-16")
def test_a_period_reaches_the_first_day_with_tee_times(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    one_day = [period for period in periods if period.first == period.last]
    several_days = with_open_days(periods, run, "first day with tee times")

    require_first_day_on_sale(agency, [*several_days, *one_day[:1]])


@verifies("AVM-17")
def test_the_single_date_form_is_accepted(agency: Agency, run: Run, target: Target, periods: Sequence[Period]) -> None:
    answers = _answers_for_single_dates(agency, run, with_open_days(periods, run, "single date", most=4))

    require_the_single_date_form(answers, target)


def _answers_for_single_dates(agency: Agency, run: Run, periods: Sequence[Period]) -> Iterator[Answer]:
    """What the target answers for a drawn day with availability of each period."""
    for period in periods:
        day = run.random("single date").choice(period.open_days)
        yield ask_single_date(agency, period.course_id, day["date"], period.players)


@verifies("AVM-18")
def test_a_period_and_a_tee_sheet_agree(agency: Agency, run: Run, periods: Sequence[Period]) -> None:
    asked = with_some_closed_days(periods, run, "agreement")

    require_agreement_with_tee_sheets(agency, run, asked)


@verifies("AVM-18")
@pytest.mark.needs_quiet
def test_a_period_and_a_tee_sheet_agree_after_a_booking_and_its_cancellation(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    require_agreement_when_booked_and_cancelled(agency, bookings, tee_times, target)


@verifies("AVM-19")
def test_a_day_appears_once_and_in_order(periods: Sequence[Period]) -> None:
    require_each_day_once_and_in_order(periods)
