"""What is special about days: the part of the week, boundaries of months, changes of the clocks, near and far. Pure."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from conformance.conditions.model import Case

_SATURDAY = 5
_CLOCKS_CHANGE_IN = (3, 10)
# Both months have 31 days.
_LAST_WEEK_BEGINS_AFTER = 24

# Less than three days ahead, time zones decide which tee times are still on sale.
FIRST_DAY, LAST_DAY_NEAR, LAST_DAY = 3, 30, 320

WEEK = ("weekday", "weekend")
CALENDAR = ("ordinary day", "edge of a month", "change to summer time", "change to winter time")
AHEAD = ("near", "far")
# The days of a period of each length that a run asks for.
LENGTHS_DAYS = {"one day": 1, "up to a week": 5, "longer than a week": 10}
CLOCKS = ("winter time", "summer time")
SPANS = ("within a month", "over the end of a month", "over a change to summer time", "over a change to winter time")


def is_weekend(day: date) -> bool:
    """Whether *day* is a Saturday or a Sunday."""
    return day.weekday() >= _SATURDAY


def is_weekday(day: date) -> bool:
    """Whether *day* is neither a Saturday nor a Sunday."""
    return not is_weekend(day)


def is_first(day: date) -> bool:
    """Whether *day* is the first of its month."""
    return day.day == 1


def is_last(day: date) -> bool:
    """Whether *day* is the last of its month."""
    return (day + timedelta(days=1)).day == 1


def season_of(day: date) -> str | None:
    """The value of *day* in `CLOCKS`. None in March and in October, when the clocks change."""
    return None if day.month in _CLOCKS_CHANGE_IN else CLOCKS[day.month in range(*_CLOCKS_CHANGE_IN)]


def is_change_of_clocks(day: date) -> bool:
    """Whether European clocks change on *day*, the last Sunday of March or October."""
    return day.weekday() > _SATURDAY and _clocks_change_on(day)


def is_about_a_change_of_clocks(day: date) -> bool:
    """Whether *day* is the last Sunday of March or October, or the Monday after it: then European clocks change."""
    sunday = day - timedelta(days=(day.weekday() + 1) % 7)
    return day - sunday <= timedelta(days=1) and _clocks_change_on(sunday)


def _is_in_autumn(day: date) -> bool:
    """Whether the clocks change to winter time about *day*, on which they change or the day before."""
    return day.month >= _CLOCKS_CHANGE_IN[1]


def _clocks_change_on(sunday: date) -> bool:
    return sunday.month in _CLOCKS_CHANGE_IN and sunday.day > _LAST_WEEK_BEGINS_AFTER


def week_of(day: date) -> str:
    """The value of *day* in `WEEK`."""
    return WEEK[is_weekend(day)]


def day_case(day: date, today: date) -> Case:
    """The conditions `week`, `calendar` and `ahead` of *day*."""
    if is_about_a_change_of_clocks(day):
        calendar = CALENDAR[2 + _is_in_autumn(day)]
    else:
        calendar = CALENDAR[is_first(day) or is_last(day)]
    return {"week": week_of(day), "calendar": calendar, "ahead": ahead_of(day, today)}


def ahead_of(day: date, today: date) -> str:
    """The value of *day* in `AHEAD`."""
    return AHEAD[(day - today).days > LAST_DAY_NEAR]


def span_of(first: date, last: date) -> str:
    """The value in `SPANS` of the period from *first* to *last*."""
    days = [first + timedelta(days=number) for number in range(min((last - first).days, LAST_DAY) + 1)]
    change = next(filter(is_change_of_clocks, days[1:]), None)
    if change:
        return SPANS[2 + _is_in_autumn(change)]
    return SPANS[any(is_first(day) for day in days[1:])]


def days_ahead(today: date, furthest: int = LAST_DAY) -> Sequence[date]:
    """The days on which a run may ask for tee times, at most *furthest* days ahead."""
    return [today + timedelta(days=number) for number in range(FIRST_DAY, max(furthest, FIRST_DAY) + 1)]


def day_table(days: Iterable[date], today: date) -> Sequence[Case]:
    """Each combination of `week`, `calendar` and `ahead` that one of *days* has."""
    return list({tuple(case.items()): case for day in days if (case := day_case(day, today))}.values())
