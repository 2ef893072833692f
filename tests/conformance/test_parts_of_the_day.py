"""A morning and an afternoon are parts of their day: in their times, in their prices and together."""

from typing import Any

import pytest

from conformance.suite.arranged.days_offered import halves_unlike_the_day, parts_beyond_the_day


def _day(first: str, last: str, slots: int, price: int | None) -> dict[str, Any]:
    span = {"firstAvailableTime": first, "lastAvailableTime": last}
    return span | {"date": "2027-03-01", "hasAvailability": True, "availableSlots": slots, "lowestPrice": price}


_WHOLE = _day("08:00", "17:00", 6, 40)
_MORNING, _AFTERNOON = _day("08:00", "11:50", 4, 60), _day("12:00", "17:00", 2, 40)
_CLOSED = {"date": "2027-03-01", "hasAvailability": False, "availableSlots": 0, "lowestPrice": 0}


@pytest.mark.parametrize("part", [_MORNING, _AFTERNOON, _CLOSED, _day("08:00", "11:50", 4, None)])
def test_a_part_within_its_day_is_no_finding(part: dict[str, Any]) -> None:
    assert parts_beyond_the_day([part], [_WHOLE]) == []


@pytest.mark.parametrize(
    "part", [_day("07:50", "11:50", 4, 60), _day("12:00", "17:10", 2, 40), _day("12:00", "17:00", 2, 39)]
)
def test_a_part_that_begins_before_ends_after_or_costs_less_is_found(part: dict[str, Any]) -> None:
    assert parts_beyond_the_day([part], [_WHOLE]) == ["2027-03-01"]


@pytest.mark.parametrize(
    ("morning", "afternoon"),
    [
        (_MORNING, _AFTERNOON),
        (_MORNING, _day("12:00", "16:00", 1, 60)),
        (_CLOSED, _day("08:00", "17:00", 6, 40)),
        (_CLOSED, _CLOSED),
        (_day("08:00", "12:30", 4, 60), _day("12:00", "17:00", 2, 60)),
        (_MORNING, _day("12:00", "17:00", 2, None)),
    ],
)
def test_halves_that_make_up_the_day_or_leave_an_evening_are_no_finding(
    morning: dict[str, Any], afternoon: dict[str, Any]
) -> None:
    assert halves_unlike_the_day([morning], [afternoon], [_WHOLE]) == []


@pytest.mark.parametrize(
    ("morning", "afternoon"),
    [
        (_MORNING, _day("12:00", "17:00", 2, 47)),
        (_day("08:10", "11:50", 4, 60), _AFTERNOON),
        (_MORNING, _day("12:00", "16:50", 2, 40)),
        (_CLOSED, _day("08:00", "17:00", 6, 47)),
    ],
)
def test_halves_with_all_slots_and_another_span_or_price_are_found(
    morning: dict[str, Any], afternoon: dict[str, Any]
) -> None:
    assert halves_unlike_the_day([morning], [afternoon], [_WHOLE]) == ["2027-03-01"]
