"""Mutants of multi-day availability (AVM)."""

from __future__ import annotations

from typing import Any

from tests.mutants.tools.borrowed import a_refusal_for_a_bad_parameter, courses, days_after, today, weekday
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put
from tests.mutants.tools.registry import json_answer, mutant, request_change

_DAYS = "availabilityResults"


def _asks_for_a_range(call: Call) -> bool:
    return "date" not in call.query


def _in_a_range(name: str, breaks: str, edit: Edit) -> None:
    """A fault of the range form only: the answer to the single-date form is not shown."""
    json_answer(name, breaks, "checkAvailability", edit, when=_asks_for_a_range)


def _on_the_last_open_day(edit: Edit) -> Edit:
    """*edit* on the last day that has availability."""

    def edit_one(body: Any) -> Any:
        open_days = [day for day in body[_DAYS] if day["hasAvailability"]]
        for day in open_days[-1:]:
            edit(day)
        return body

    return edit_one


# Shapes.
_in_a_range(
    "AVM-01",
    "availabilityResults is an object with a member per date.",
    alter(_DAYS, lambda days: {day["date"]: day for day in days}),
)
_in_a_range("AVM-01.name", "Multi-day availability has no courseName.", drop("courseName"))
_in_a_range("AVM-02", "The last open day has no currency.", _on_the_last_open_day(drop("currency")))
_in_a_range(
    "AVM-02.slots",
    "availableSlots of the last open day is a string.",
    _on_the_last_open_day(alter("availableSlots", str)),
)
_in_a_range(
    "AVM-06",
    "The last day carries the name of the day before.",
    lambda body: put(f"{_DAYS}[-1].dayOfWeek", weekday(days_after(body[_DAYS][-1]["date"], -1)))(body),
)
_in_a_range("AVM-14", "bestAvailability has no dayOfWeek.", drop("bestAvailability.dayOfWeek"))
_in_a_range("AVM-14.price", "bestAvailability has no lowestPrice.", drop("bestAvailability.lowestPrice"))


# The range.
def _moved(day: dict[str, Any], days: int) -> dict[str, Any]:
    moved = days_after(day["date"], days)
    return day | {"date": moved, "dayOfWeek": weekday(moved)}


_in_a_range(
    "AVM-03",
    "The day after endDate is given as well.",
    alter(_DAYS, lambda days: [*days, _moved(days[-1], 1)] if days else days),
)
_in_a_range(
    "AVM-03.before",
    "The day before startDate is given as well.",
    alter(_DAYS, lambda days: [_moved(days[0], -1), *days] if days else days),
)


@mutant("AVM-04", "startDate defaults to today.", "checkAvailability")
async def _from_today(call: Call) -> Answer:
    if "startDate" in call.query or "date" in call.query:
        return await call.forward()
    answer = await call.forward()
    if answer.status != 400:
        return answer
    return await call.asking(startDate=await today(call)).forward()


request_change(
    "AVM-05",
    "endDate defaults to the sixth day after startDate.",
    "checkAvailability",
    lambda call: call.asking(endDate=days_after(call.query["startDate"], 6)),
    when=lambda call: "startDate" in call.query and "endDate" not in call.query,
)
request_change(
    "AVM-09",
    "timeRange defaults to morning.",
    "checkAvailability",
    lambda call: call.asking(timeRange="morning"),
    when=lambda call: "timeRange" not in call.query,
)


# Players.
def _with_slots(change: Any) -> Edit:
    return alter(f"{_DAYS}[*].availableSlots", change)


request_change(
    "AVM-12",
    "players defaults to 1 in multi-day availability.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: "players" not in call.query,
)
request_change(
    "AVM-13",
    "Five players find fewer tee times than four.",
    "checkAvailability",
    lambda call: call.asking(players=4),
    when=lambda call: call.query.get("players") == "5",
    then=lambda _: _with_slots(lambda slots: slots * 4 // 5),
)
request_change(
    "AVM-13.none",
    "No player at all finds more tee times than one.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: call.query.get("players") == "0",
    then=lambda _: _with_slots(lambda slots: slots + 1),
)


# The best day.
def _best_after(body: Any) -> Any:
    best = body["bestAvailability"]
    return put("bestAvailability", best and best | _moved(best, 400))(body)


_in_a_range("AVM-15", "bestAvailability is a day outside the range.", _best_after)
_in_a_range(
    "AVM-15.price",
    "bestAvailability is cheaper than the day it names.",
    alter("bestAvailability.lowestPrice", lambda price: price - 1),
)


request_change(
    "AVM-16",
    "The first day of a range is left out.",
    "checkAvailability",
    lambda call: call.asking(startDate=days_after(call.query["startDate"], 1)),
    when=lambda call: call.query.get("startDate", "9999") < call.query.get("endDate", ""),
)


def _hours_off(time: str | None, hours: int) -> str | None:
    """*time* so many hours later, within the day; a day without tee times has none."""
    return time and f"{min(max(int(time[:2]) + hours, 0), 23):02}{time[2:]}"


_in_a_range(
    "AVM-18",
    "firstAvailableTime is an hour too early.",
    alter(f"{_DAYS}[*].firstAvailableTime", lambda time: _hours_off(time, -1)),
)
_in_a_range(
    "AVM-18.last",
    "lastAvailableTime is an hour too late.",
    alter(f"{_DAYS}[*].lastAvailableTime", lambda time: _hours_off(time, 1)),
)


@mutant("AVM-17", "The single-date form is refused.", "checkAvailability")
async def _range_only(call: Call) -> Answer:
    return await (call.forward() if _asks_for_a_range(call) else a_refusal_for_a_bad_parameter(call))


@mutant("AVM-21", "An unknown course has no day in any range.", "checkAvailability")
async def _no_days(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    known = (await courses(call, pageSize=1))[0]
    borrowed = await call.upstream("GET", f"/travel/courses/{known['id']}")
    return borrowed.with_json(
        {
            "courseId": call.path_params["courseId"],
            "courseName": known["name"],
            "availabilityResults": [],
            "bestAvailability": None,
        }
    )
