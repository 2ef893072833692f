"""Checks of the availability of several days at an online course."""

from collections.abc import Sequence

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES, book, if_possible
from conformance.suite.arranged.days_offered import Period
from conformance.suite.availability.days_beside_sheets import (
    day_as_period,
    first_with_every_place,
    require_agreement_in_time,
    require_agreement_with_tee_sheets,
)
from conformance.suite.availability.period_oracles import (
    require_availability_exactly_with_slots,
    require_days_within_the_period,
    require_each_day_once_and_in_order,
    require_first_and_last_day,
    require_first_times_before_last_times,
    require_weekdays_of_the_dates,
)
from conformance.suite.availability.sampled_periods import winter_weeks, with_some_closed_days
from conformance.target.target import Target


@verifies("AVM-03")
def test_the_days_lie_within_the_period_asked_for(reader: Agency, periods: Sequence[Period]) -> None:
    require_days_within_the_period(periods)
    require_first_and_last_day(reader, periods)


@verifies("AVM-06")
def test_day_of_week_names_the_weekday_of_the_date(periods: Sequence[Period]) -> None:
    require_weekdays_of_the_dates(periods)


@verifies("AVM-07")
def test_a_day_has_availability_exactly_when_it_has_slots(
    reader: Agency, courses: CourseFinder, run: Run, periods: Sequence[Period]
) -> None:
    in_winter = winter_weeks(reader, courses, run)

    require_availability_exactly_with_slots(periods, in_winter)


@verifies("AVM-08")
def test_the_first_time_of_a_day_is_not_after_its_last(periods: Sequence[Period]) -> None:
    require_first_times_before_last_times(periods)


@verifies("AVM-18")
def test_a_period_and_a_tee_sheet_agree(reader: Agency, run: Run, periods: Sequence[Period]) -> None:
    asked = with_some_closed_days(periods, run, "agreement", most=4)

    require_agreement_with_tee_sheets(reader, run, asked)


@verifies("AVM-18")
@pytest.mark.needs_quiet
def test_a_period_and_a_tee_sheet_agree_after_a_booking_and_its_cancellation(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    day = tee_times.fresh_day()
    tee_time = first_with_every_place(day)
    # A target may remember what the day showed before the booking.
    period = day_as_period(agency, day)

    booked = if_possible(lambda: book(bookings, bookings.body(tee_time, PLACES), tee_time))
    require_agreement_in_time(agency, period, target)

    if_possible(lambda: accepted(bookings.cancel(booked.id), "Cancelling a booking"))
    require_agreement_in_time(agency, period, target)


@verifies("AVM-19")
def test_a_day_appears_once_and_in_order(periods: Sequence[Period]) -> None:
    require_each_day_once_and_in_order(periods)
