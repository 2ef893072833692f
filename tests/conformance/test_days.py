"""What is special about days and periods."""

from datetime import date

import pytest

from conformance.conditions.days import CALENDAR, SPANS, day_case, span_of

TODAY = date(2026, 11, 29)


@pytest.mark.parametrize(
    ("day", "calendar"),
    [
        (date(2027, 3, 27), "ordinary day"),
        (date(2027, 3, 28), "change to summer time"),
        (date(2027, 3, 29), "change to summer time"),
        (date(2024, 4, 1), "change to summer time"),
        (date(2027, 10, 31), "change to winter time"),
        (date(2027, 11, 1), "change to winter time"),
        (date(2027, 6, 30), "edge of a month"),
    ],
)
def test_the_clocks_change_on_a_sunday_and_the_monday_after_it(day: date, calendar: str) -> None:
    assert day_case(day, TODAY)["calendar"] == calendar
    assert calendar in CALENDAR


@pytest.mark.parametrize(
    ("first", "last", "span"),
    [
        (date(2027, 3, 20), date(2027, 3, 27), "within a month"),
        (date(2027, 3, 27), date(2027, 3, 28), "over a change to summer time"),
        (date(2027, 3, 28), date(2027, 4, 2), "over the end of a month"),
        (date(2027, 3, 1), date(2027, 11, 1), "over a change to summer time"),
        (date(2027, 10, 30), date(2027, 11, 2), "over a change to winter time"),
    ],
)
def test_a_period_is_named_by_the_first_change_within_it(first: date, last: date, span: str) -> None:
    assert span_of(first, last) == span
    assert span in SPANS
