"""Hidden faults that show on certain days only: at weekends, at the ends of months, when the clocks change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from tests.mutants.tools.borrowed import days_after, weekday
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import booked_as
from tests.mutants.tools.edits import Edit, alter
from tests.mutants.tools.forgetful_sheets import tee_sheets_forget
from tests.mutants.tools.forgotten_places import Line
from tests.mutants.tools.registry import json_answer, mutant

_KIND = "certain days"
_DAYS = "availabilityResults"
_MARCH, _OCTOBER = 3, 10
_SATURDAY, _SUNDAY = 5, 6


def _clocks_change(year: int, month: int) -> date:
    """The last Sunday of a month of 31 days."""
    last = date(year, month, 31)
    return last - timedelta(days=(last.weekday() + 1) % 7)


def _is_day_after_a_change(day: date) -> bool:
    before = day - timedelta(days=1)
    return before in (_clocks_change(day.year, _MARCH), _clocks_change(day.year, _OCTOBER))


def _is_summer_time(day: date) -> bool:
    return _clocks_change(day.year, _MARCH) < day < _clocks_change(day.year, _OCTOBER)


def _is_sunday(day: date) -> bool:
    return day.weekday() == _SUNDAY


def _on(name: str, breaks: str, chosen: Callable[[date], bool], edit: Edit) -> None:
    """*edit* of the tee sheets of the *chosen* days."""

    def is_chosen(call: Call) -> bool:
        day = _date(call.query.get("date", ""))
        return day is not None and chosen(day)

    json_answer(name, breaks, "listTeeTimes", edit, when=is_chosen, hidden=_KIND)


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _with_surcharge(tee_time: Line) -> Line:
    pricing = tee_time["pricing"]
    return tee_time | {"pricing": pricing | {"totalAmount": pricing["totalAmount"] + pricing["greenFee"]}}


_surcharged = alter("availableTimes[*]", _with_surcharge)
_a_day_early = alter("date", lambda day: days_after(day, -1))

_on("AVT-05.sunday", "On Sundays one player too many is charged.", _is_sunday, _surcharged)
_on(
    "AVT-05.first", "On the first day of a month one player too many is charged.", lambda day: day.day == 1, _surcharged
)
_on("AVT-04.summer", "In summer time a tee sheet is dated the day before.", _is_summer_time, _a_day_early)
_on(
    "AVT-04.clocks",
    "A tee sheet of the day after the clocks changed is dated the day before.",
    _is_day_after_a_change,
    _a_day_early,
)


def _behind_a_change(body: Any) -> Any:
    """From the change of the clocks to the end of the answer, weekdays lag one behind."""
    dates = [date.fromisoformat(day["date"]) for day in body[_DAYS]]
    changed = [day for day in dates if _is_day_after_a_change(day)]
    for day, shown in zip(dates, body[_DAYS], strict=True):
        if changed and day >= changed[0]:
            shown["dayOfWeek"] = weekday(days_after(shown["date"], -1))
    return body


json_answer(
    "AVM-06.clocks",
    "In a period in which the clocks change, the days after it carry the name of the day before.",
    "checkAvailability",
    _behind_a_change,
    when=lambda call: "date" not in call.query,
    hidden=_KIND,
)


@mutant(
    "AVM-03.month",
    "A period that ends with a month gives the first of the next as well.",
    "checkAvailability",
    hidden=_KIND,
)
async def _into_the_next_month(call: Call) -> Answer:
    last = _date(call.query.get("endDate", ""))
    following = last and last + timedelta(days=1)
    return await (call.asking(endDate=following) if following and following.day == 1 else call).forward()


booked_as(
    "BKC-05.sunday",
    "A booking for a Sunday is made for the Saturday before.",
    alter("date", lambda day: days_after(day, -1)),
    when=lambda asked: _is_sunday(date.fromisoformat(asked["date"])),
    hidden=_KIND,
)
tee_sheets_forget(
    "HLD-05.weekend",
    "At weekends held places stay on offer.",
    "holdTeeTime",
    lambda made: made.players if date.fromisoformat(made.play_date).weekday() >= _SATURDAY else 0,
    hidden=_KIND,
)
