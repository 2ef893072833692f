"""Faults of tee times and of periods of days, written blind."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.days import date_in
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.substitutes import WorldMemory
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, rename, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_OFFLINE_SHEETS = WorldMemory()


@mutant(
    "AVT-05.lot15-hour-of-the-twilight",
    "The totals of twilight tee times in the hour in which twilight begins are those of the standard green fee.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _standard_totals(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not answer.json()["isOnline"]:
        return answer
    body = answer.json()
    standard = [line for line in body["availableTimes"] if line["pricing"]["priceType"] == "standard"]
    begins = str(body["timeSlots"]["twilightStart"] or "")
    for line in body["availableTimes"] if standard else ():
        if line["pricing"]["priceType"] == "twilight" and line["time"][:2] == begins[:2]:
            line["pricing"]["totalAmount"] = standard[-1]["pricing"]["greenFee"] * players_asked(call)
    return answer.with_json(body)


@mutant(
    "AVT-12.lot15-bound-before-the-sheet",
    "The first tee time of the day is left out when earliestTime is before it.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _one_too_far(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "earliestTime") or not answer.json().get("availableTimes"):
        return answer
    unbounded = (await call.without("earliestTime").forward()).json()["availableTimes"]
    body = answer.json()
    if body["availableTimes"][0]["time"] != unbounded[0]["time"]:
        return answer
    del body["availableTimes"][0]
    if body["availableTimes"]:
        body["timeSlots"]["firstAvailable"] = body["availableTimes"][0]["time"]
    return answer.with_json(body)


def _with_week_year(text: str) -> str:
    day = date_in(text)
    return text if day is None else f"{day.isocalendar().year}{text[4:]}"


json_answer(
    "AVT-04.lot15-year-of-the-week",
    "The tee sheet names its day with the year of the calendar week, which differs in some days around New Year.",
    "listTeeTimes",
    where(lambda body: body["isOnline"], alter("date", _with_week_year)),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVO-06.lot15-cached-by-course",
    "An offline course that was asked for before answers with the date of the first request.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_date_asked(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    body = answer.json()
    return answer.with_json(body | {"date": _OFFLINE_SHEETS.of(call).setdefault(body["courseId"], body["date"])})


json_answer(
    "AVM-14.lot15-price-without-lowest",
    "bestAvailability has its lowest price under the name price.",
    "checkAvailability",
    rename("bestAvailability.lowestPrice", "price"),
    when=asks_for_a_range,
    origin=Origin.blind,
)


@mutant(
    "AVM-15.lot15-best-of-whole-days",
    "With a timeRange bestAvailability counts the tee times of the whole day and not those of the range.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _best_of_whole_days(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call) or call.query.get("timeRange", "all") == "all":
        return answer
    whole: Any = (await call.asking(timeRange="all").forward()).json()
    return answer.with_json(put("bestAvailability", whole["bestAvailability"])(answer.json()))


@mutant(
    "AVM-03.lot15-first-of-the-next-month",
    "A period that ends on the last day of a month includes the first day of the next month.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _into_the_next_month(call: Call) -> Answer:
    answer = await call.forward()
    last = day_in(call, "endDate")
    if not answer.ok or last is None or not asks_for_a_range(call):
        return answer
    following = last + timedelta(days=1)
    if following.day != 1:
        return answer
    longer = await call.asking(endDate=following).forward()
    return longer if longer.ok else answer
