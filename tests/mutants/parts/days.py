"""Days and times that faults choose, and the ways in which they misread a time.

Knows no single mutant.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.registry import Origin, json_answer

_MARCH = 3
_OCTOBER = 10
SATURDAY = 5
_SUNDAY = 6


def clocks_change(year: int, month: int) -> date:
    """The last Sunday of a month of 31 days."""
    last = date(year, month, 31)
    return last - timedelta(days=(last.weekday() + 1) % 7)


def is_day_of_a_change(day: date) -> bool:
    """Whether the clocks change on this day."""
    return day in (clocks_change(day.year, _MARCH), clocks_change(day.year, _OCTOBER))


def is_day_after_a_change(day: date) -> bool:
    """Whether the clocks changed on the day before."""
    return is_day_of_a_change(day - timedelta(days=1))


def is_summer_time(day: date) -> bool:
    """Whether the day is between the two changes of the clocks."""
    return clocks_change(day.year, _MARCH) < day < clocks_change(day.year, _OCTOBER)


def is_sunday(day: date) -> bool:
    """Whether the day is a Sunday."""
    return day.weekday() == _SUNDAY


def on_days(name: str, breaks: str, chosen: Callable[[date], bool], edit: Edit) -> None:
    """*edit* of the tee sheets of the *chosen* days."""

    def is_chosen(call: Call) -> bool:
        day = date_in(call.query.get("date", ""))
        return day is not None and chosen(day)

    json_answer(name, breaks, "listTeeTimes", edit, when=is_chosen, hidden="certain days", origin=Origin.hidden)


def date_in(text: str) -> date | None:
    """The date that *text* is, None when it is no date."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


NOON = "12:59"


def twelve_hour(time: str) -> str:
    """HH:MM on a clock of twelve hours: 14:10 is 02:10."""
    return time if time <= NOON else f"{int(time[:2]) - 12:02}{time[2:]}"
