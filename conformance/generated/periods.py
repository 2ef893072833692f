"""Days for the ends of generated periods: near and far, around the new year, and where a season of prices begins."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

from conformance.asking.client import Agency, segment
from conformance.catalogue.paths import COURSES
from conformance.evidence.json_values import member_at
from conformance.evidence.verdicts import or_else

_A_DAY = timedelta(days=1)
# Days from a first day on.
_OF_A_RANGE, _OF_PRICES, _OF_BOOKINGS = (0, 2, 5, 12, 40), (180, 360, 1), (0, 30, 120, 360)
# Days within those of a range, in its first week and later.
_WITHIN_A_RANGE = (1, 4, 8, 11, 20, 33)
_MOST_SEASONS, _FARTHEST = 3, timedelta(days=365)


def days_of_a_range(first: date) -> Mapping[str, Sequence[str]]:
    """Periods of availability, of one day to some weeks, around the same days."""
    return _ends(first + timedelta(days=days) for days in _OF_A_RANGE)


def days_within_the_range(first: date) -> Sequence[str]:
    """Days of tee sheets within the periods that `days_of_a_range` has: rules compare a period with its days."""
    return [(first + timedelta(days=days)).isoformat() for days in _WITHIN_A_RANGE]


def days_of_bookings(today: date) -> Mapping[str, Sequence[str]]:
    """Periods of bookings, of a day to a year."""
    return _ends(today + timedelta(days=days) for days in _OF_BOOKINGS)


def days_of_prices(today: date, agency: Agency, courses: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Periods of prices, many of which end or begin with a season of the first of *courses*. Its prices are read."""
    new_year = date(today.year + 1, 1, 1)
    days = [new_year - 5 * _A_DAY, new_year + 9 * _A_DAY, *(today + timedelta(days=days) for days in _OF_PRICES)]
    for begin in _seasons_begin(agency, courses[0], today) if courses else ():
        days += [begin - _A_DAY, begin]
    return _ends(dict.fromkeys(days))


def _ends(days: Iterable[date]) -> Mapping[str, Sequence[str]]:
    """Values for both ends: requests have any two of them, and the first of each more often."""
    texts = [day.isoformat() for day in days]
    return {"startDate": texts, "endDate": texts[::-1]}


def _seasons_begin(agency: Agency, course_id: str, today: date) -> Sequence[date]:
    """The first days of the next seasons that the course has prices for."""
    path = f"{COURSES}/{segment(course_id)}/pricing"
    seasons = member_at(or_else(lambda: agency.get(path).body, None), "data.seasons")
    begins = set(_days(seasons if isinstance(seasons, list) else []))
    return sorted(day for day in begins if today + _A_DAY < day <= today + _FARTHEST)[:_MOST_SEASONS]


def _days(seasons: Sequence[Any]) -> Iterator[date]:
    for season in seasons:
        with suppress(KeyError, TypeError, ValueError):
            yield date.fromisoformat(season["validFrom"])
