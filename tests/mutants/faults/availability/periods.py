"""Faults of the days that multi-day availability shows, and of the best day (AVM)."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.parts.days import is_day_after_a_change
from tests.mutants.parts.periods import in_a_range, moved_by
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put, repeated, swapped
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_DAYS = "availabilityResults"


def _on_the_last_open_day(edit: Edit) -> Edit:
    """*edit* on the last day that has availability."""

    def edit_one(body: Any) -> Any:
        open_days = [day for day in body[_DAYS] if day["hasAvailability"]]
        for day in open_days[-1:]:
            edit(day)
        return body

    return edit_one


# Shapes.
in_a_range(
    "AVM-01",
    "availabilityResults is an object with a member per date.",
    alter(_DAYS, lambda days: {day["date"]: day for day in days}),
)
in_a_range("AVM-01.name", "Multi-day availability has no courseName.", drop("courseName"))
in_a_range("AVM-02", "The last open day has no currency.", _on_the_last_open_day(drop("currency")))
in_a_range(
    "AVM-02.slots",
    "availableSlots of the last open day is a string.",
    _on_the_last_open_day(alter("availableSlots", str)),
)
in_a_range(
    "AVM-06",
    "The last day has the name of the day before.",
    lambda body: put(f"{_DAYS}[-1].dayOfWeek", weekday(days_after(body[_DAYS][-1]["date"], -1)))(body),
)
in_a_range("AVM-14", "bestAvailability has no dayOfWeek.", drop("bestAvailability.dayOfWeek"))
in_a_range("AVM-14.price", "bestAvailability has no lowestPrice.", drop("bestAvailability.lowestPrice"))


# The best day.
def _best_after(body: Any) -> Any:
    best = body["bestAvailability"]
    return put("bestAvailability", best and best | moved_by(best, 400))(body)


in_a_range("AVM-15", "bestAvailability is a day outside the range.", _best_after)
in_a_range(
    "AVM-15.price",
    "The price of bestAvailability is lower than the price of its day.",
    alter("bestAvailability.lowestPrice", lambda price: price - 1),
)


request_change(
    "AVM-16",
    "The answer omits the first day of a range.",
    "checkAvailability",
    lambda call: call.asking(startDate=days_after(call.query["startDate"], 1)),
    when=lambda call: call.query.get("startDate", "9999") < call.query.get("endDate", ""),
)


def _hours_off(time: str | None, hours: int) -> str | None:
    """*time*, a number of hours later, within the day; a day without tee times has none."""
    return time and f"{min(max(int(time[:2]) + hours, 0), 23):02}{time[2:]}"


in_a_range(
    "AVM-18",
    "firstAvailableTime is an hour too early.",
    alter(f"{_DAYS}[*].firstAvailableTime", lambda time: _hours_off(time, -1)),
)
in_a_range(
    "AVM-18.last",
    "lastAvailableTime is an hour too late.",
    alter(f"{_DAYS}[*].lastAvailableTime", lambda time: _hours_off(time, 1)),
)

json_answer(
    "AVM-07",
    "Days without tee times have availability.",
    "checkAvailability",
    put("availabilityResults[*].hasAvailability", True),
)
json_answer(
    "AVM-08",
    "The first and the last time of a day are exchanged.",
    "checkAvailability",
    swapped("firstAvailableTime", "lastAvailableTime", "availabilityResults[*]"),
)

json_answer("AVM-19", "The first day appears twice.", "checkAvailability", repeated("availabilityResults"))


def _behind_a_change(body: Any) -> Any:
    """From the change of the clocks to the end of the answer, weekdays lag one behind."""
    dates = [date.fromisoformat(day["date"]) for day in body[_DAYS]]
    changed = [day for day in dates if is_day_after_a_change(day)]
    for day, shown in zip(dates, body[_DAYS], strict=True):
        if changed and day >= changed[0]:
            shown["dayOfWeek"] = weekday(days_after(shown["date"], -1))
    return body


json_answer(
    "AVM-06.clocks",
    "In a period in which the clocks change, the days after the change have the name of the day before.",
    "checkAvailability",
    _behind_a_change,
    when=lambda call: "date" not in call.query,
    hidden="certain days",
    origin=Origin.hidden,
)

json_answer(
    "AVM-06.blind-sunday",
    "Sunday has the name of Monday.",
    "checkAvailability",
    lambda body: _no_sunday("availabilityResults[*].dayOfWeek")(_no_sunday("bestAvailability.dayOfWeek")(body)),
    hidden="certain days",
    origin=Origin.blind,
)


def _no_sunday(path: str) -> Edit:
    return alter(path, lambda name: "Monday" if name == "Sunday" else name)


@mutant(
    "AVM-15.blind-best-of-all",
    "bestAvailability ignores timeRange.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _best_of_all(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "timeRange"):
        return answer
    unlimited = await call.asking(timeRange="all").forward()
    return answer.with_json(put("bestAvailability", unlimited.json()["bestAvailability"])(answer.json()))


@mutant(
    "AVM-16.blind-end",
    "The answer omits endDate, so a range of one day has no day.",
    "checkAvailability",
    hidden="some values",
    origin=Origin.blind,
)
async def _without_the_last_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"startDate", "endDate"} <= call.query.keys():
        return answer
    body: Any = answer.json()
    end = call.query["endDate"]
    days = [day for day in body["availabilityResults"] if day["date"] < end]
    best = body.get("bestAvailability")
    return answer.with_json(
        body | {"availabilityResults": days, "bestAvailability": best if best and best["date"] < end else None}
    )
