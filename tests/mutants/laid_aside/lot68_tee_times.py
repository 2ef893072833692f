"""Blind faults of the sixty-eighth lot: tee_times."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after, world_time
from tests.mutants.parts.days import date_in
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.tee_sheets import players_asked, priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_SATURDAY = 5


def _carts_for_pairs(body: Any) -> Any:
    twilight = [line for line in body.get("availableTimes", ()) if line["pricing"]["priceType"] == "twilight"]
    for line in twilight:
        line["pricing"]["totalAmount"] = line["pricing"]["greenFee"] * 4
    return body


json_answer(
    "AVT-05.lot68-twilight-sold-in-pairs",
    "At twilight the total for three players is that for two pairs.",
    "listTeeTimes",
    _carts_for_pairs,
    when=lambda call: players_asked(call) == 3,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _is_between_half_hours(call: Call) -> bool:
    given = call.query.get("earliestTime", "")
    return re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", given) is not None and given[3:] not in ("00", "30")


def _from_the_half_hour(call: Call) -> Call:
    hour, minutes = call.query["earliestTime"].split(":")
    return call.asking(earliestTime=f"{hour}:{'30' if minutes > '30' else '00'}")


request_change(
    "AVT-09.lot68-buckets-of-half-hours",
    "earliestTime is rounded down to the half hour.",
    "listTeeTimes",
    _from_the_half_hour,
    when=_is_between_half_hours,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVT-18.lot68-second-query-without-places",
    "The query with a latestTime lists every tee time with a free place, however many players ask.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _second_query_without_places(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "latestTime"):
        return answer
    every = await call.asking(players=1).forward()
    return every.with_json(priced_for(players_asked(call))(every.json()))


@mutant(
    "AVT-25.lot68-sheet-of-the-weekday",
    "A date beyond maxDaysInAdvance shows the tee sheet of the same weekday a few weeks ahead.",
    "listTeeTimes",
    origin=Origin.blind,
)
async def _sheet_of_the_weekday(call: Call) -> Answer:
    answer = await call.forward()
    day = day_in(call, "date")
    if day is None or (answer.ok and answer.json().get("availableTimes", True)):
        return answer
    terms = await call.upstream("GET", f"/travel/courses/{call.path_params['courseId']}/terms")
    if not terms.ok:
        return answer
    days = terms.json()["data"]["bookingTerms"]["maxDaysInAdvance"]
    today = (await world_time(call)).date()
    if day <= today + timedelta(days=days):
        return answer
    weeks = (day - today).days // 7 - 2
    earlier = await call.asking(date=days_after(str(day), -7 * weeks)).forward()
    return earlier.with_json(earlier.json() | {"date": str(day)}) if earlier.ok else answer


def _of_the_whole_period(body: Any) -> Any:
    slots = sum(day["availableSlots"] for day in body["availabilityResults"])
    if body["bestAvailability"]:
        body["bestAvailability"]["availableSlots"] = slots
    return body


json_answer(
    "AVM-15.lot68-slots-of-the-period",
    "bestAvailability counts the slots of the whole period.",
    "checkAvailability",
    _of_the_whole_period,
    when=asks_for_a_range,
    origin=Origin.blind,
)


def _is_weekend(day: dict[str, Any]) -> bool:
    found = date_in(day["date"])
    return found is not None and found.weekday() >= _SATURDAY


@mutant(
    "AVM-18.lot68-no-singles-at-weekends",
    "For a single player the multi-day answer counts only the tee times that are free as a whole at weekends.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _no_singles_at_weekends(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("players") != "1":
        return answer
    body = answer.json()
    for_four = (await call.asking(players=4).forward()).json()
    days = {day["date"]: day for day in for_four["availabilityResults"] if _is_weekend(day)}
    body["availabilityResults"] = [days.get(day["date"], day) for day in body["availabilityResults"]]
    best = body["bestAvailability"]
    if best and best["date"] in days:
        body["bestAvailability"] = {name: days[best["date"]].get(name, best[name]) for name in best}
    return answer.with_json(body)
