"""Blind faults of the seventy-second lot: tee times."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after, today, weekday
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_FRIDAY = 4
_WEEK = 6

json_answer(
    "AVT-20.lot72-end-of-the-last-flight",
    "The last available time is the moment when the last listed flight has left the tee, ten minutes later.",
    "listTeeTimes",
    alter("timeSlots.lastAvailable", lambda time: minutes_off(time, 10) if time else time),
    origin=Origin.blind,
)


def _late_twilight(body: Any) -> Any:
    lines = body["availableTimes"]
    begin = body["timeSlots"]["twilightStart"]
    full = next((line["pricing"] for line in lines if line["pricing"]["priceType"] == "standard"), None)
    if full and begin:
        for line in lines:
            if begin <= line["time"] < minutes_off(begin, 60):
                line["pricing"] = dict(full)
    return body


def _is_friday_single(call: Call) -> bool:
    day = day_in(call, "date")
    return day is not None and day.weekday() == _FRIDAY and call.query.get("players") == "1"


json_answer(
    "AVT-21.lot72-friday-after-work",
    "On Fridays the twilight prices for a single player start an hour after twilightStart.",
    "listTeeTimes",
    where(lambda body: body["isOnline"], _late_twilight),
    when=_is_friday_single,
    hidden="certain days",
    origin=Origin.blind,
)


def _spans_lunch(call: Call) -> bool:
    if not asks(call, "earliestTime", "latestTime"):
        return False
    return call.query["earliestTime"] < "12:00" and call.query["latestTime"] > "12:59"


json_answer(
    "AVT-12.lot72-no-hour-of-noon",
    "Bounds before noon and after 12:59 remove the tee times from 12:00 to 12:59 between them.",
    "listTeeTimes",
    alter("availableTimes", lambda lines: [line for line in lines if not line["time"].startswith("12:")]),
    when=_spans_lunch,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _is_long_and_single(call: Call) -> bool:
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    return bool(first and last and (last - first).days >= _WEEK) and call.query.get("players") == "1"


request_change(
    "AVM-18.lot72-week-of-whole-flights",
    "Over a week or more, the days for a single player count only the tee times that are wholly free.",
    "checkAvailability",
    lambda call: call.asking(players=4),
    when=_is_long_and_single,
    hidden="one of two ways",
    origin=Origin.blind,
)


@mutant(
    "AVM-15.lot72-best-of-all-day",
    "The best availability of the afternoons is that of the whole days.",
    "checkAvailability",
    hidden="some values",
    origin=Origin.blind,
)
async def _best_of_all_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("timeRange") != "afternoon" or "date" in call.query:
        return answer
    body = answer.json()
    whole = await call.without("timeRange").forward()
    if not body["bestAvailability"] or not whole.ok:
        return answer
    return answer.with_json(body | {"bestAvailability": whole.json()["bestAvailability"]})


@mutant(
    "AVM-06.lot72-weekdays-of-this-year",
    "Days of the coming years carry the weekday that their date has a year before.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekdays_of_this_year(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    year = (await today(call)).year

    def renamed(day: Any) -> Any:
        if not day or int(day["date"][:4]) <= year:
            return day
        return day | {"dayOfWeek": weekday(days_after(day["date"], -1))}

    body = alter("availabilityResults[*]", renamed)(answer.json())
    return answer.with_json(alter("bestAvailability", renamed)(body))
