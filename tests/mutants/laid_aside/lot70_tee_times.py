"""Blind faults of the seventieth lot: tee times."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_DAYS_OF_A_WEEK = 7
Day = dict[str, Any]


@mutant(
    "AVT-20.lot70-slots-of-whole-flights",
    "For a single player firstAvailable and lastAvailable are those of the tee times with four places.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _slots_of_four(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or players_asked(call) != 1 or not answer.json()["isOnline"]:
        return answer
    whole = (await call.asking(players=4).forward()).json()
    if not whole["availableTimes"]:
        return answer
    return answer.with_json(answer.json() | {"timeSlots": whole["timeSlots"]})


def _third_plays_free(body: dict[str, Any]) -> dict[str, Any]:
    for tee_time in body.get("availableTimes", ()):
        pricing = tee_time["pricing"]
        if pricing["priceType"] == "twilight":
            pricing["totalAmount"] = pricing["greenFee"] * 2
    return body


json_answer(
    "AVT-05.lot70-twilight-for-three",
    "A twilight tee time for three players costs two green fees.",
    "listTeeTimes",
    _third_plays_free,
    when=lambda call: players_asked(call) == 3,
    hidden="some values",
    origin=Origin.blind,
)


def _best_of(days: list[Day]) -> Day | None:
    free = [day for day in days if day["hasAvailability"]]
    if not free:
        return None
    best = max(free, key=lambda day: int(day["availableSlots"]))
    return {name: best[name] for name in ("date", "dayOfWeek", "availableSlots", "lowestPrice")}


@mutant(
    "AVM-16.lot70-last-month-only",
    "A long period over the end of a month leaves out its days of the first month.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _last_month(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or not asks_for_a_range(call) or first is None or last is None:
        return answer
    if first.month == last.month or (last - first).days < _DAYS_OF_A_WEEK:
        return answer
    body = answer.json()
    days = [day for day in body["availabilityResults"] if not day["date"].startswith(f"{first:%Y-%m}")]
    best = _best_of(days)
    if best is None:
        return answer
    return answer.with_json(body | {"availabilityResults": days, "bestAvailability": best})


def _is_weekend(day: Day) -> bool:
    return date.fromisoformat(day["date"]).weekday() >= SATURDAY


@mutant(
    "AVM-18.lot70-weekend-of-singles",
    "On weekends the answer for several days counts for large parties the tee times that have room for one player.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _singles(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call) or players_asked(call) < 3:
        return answer
    body = answer.json()
    single = (await call.asking(players=1).forward()).json()["availabilityResults"]
    weekend = {day["date"]: day for day in single if _is_weekend(day)}
    days = [weekend.get(day["date"], day) for day in body["availabilityResults"]]
    shown = [day for day in days if body["bestAvailability"] and day["date"] == body["bestAvailability"]["date"]]
    best = _best_of(shown) or body["bestAvailability"]
    return answer.with_json(body | {"availabilityResults": days, "bestAvailability": best})


json_answer(
    "AVO-04.lot70-response-in-minutes",
    "The response time of an offline course is a number of minutes.",
    "listTeeTimes",
    put("offlineBookingContact.responseTime", 120),
    origin=Origin.blind,
)


def _is_backwards(call: Call) -> bool:
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    return asks_for_a_range(call) and first is not None and last is not None and last < first


request_change(
    "AVM-20.lot70-turns-period-round",
    "A period that ends before it starts is turned round and its days are returned.",
    "checkAvailability",
    lambda call: call.asking(startDate=call.query["endDate"], endDate=call.query["startDate"]),
    when=_is_backwards,
    origin=Origin.blind,
)
