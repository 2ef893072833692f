"""Blind faults of the sixty-fourth lot: tee times and days."""

from __future__ import annotations

import re
from typing import Any

from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.parts.tee_sheets import minutes_off, players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_LONG_PERIOD = 7
_LAST_MINUTE = "23:59"


def _is_time(text: str) -> bool:
    return re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text) is not None and text < _LAST_MINUTE


request_change(
    "AVT-11.lot64-latest-time-included",
    "A tee time at exactly the latest time is listed.",
    "listTeeTimes",
    lambda call: call.asking(latestTime=minutes_off(call.query["latestTime"], 1)),
    when=lambda call: _is_time(call.query.get("latestTime", "")),
    origin=Origin.blind,
)


def _twilight_for_four(body: Any) -> Any:
    for line in body.get("availableTimes", ()):
        if line["pricing"]["priceType"] == "twilight":
            line["pricing"]["totalAmount"] = line["pricing"]["greenFee"] * 4
    return body


json_answer(
    "AVT-05.lot64-three-at-twilight-pay-for-four",
    "At twilight, three players see the total of four.",
    "listTeeTimes",
    _twilight_for_four,
    when=lambda call: players_asked(call) == 3,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVM-06.lot64-weekdays-slip-in-the-next-month",
    "In a period that runs into the next month, the days of that month have the weekday of the day after.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "startDate" not in call.query:
        return answer
    body = answer.json()
    month = call.query["startDate"][:7]
    days = [*body["availabilityResults"], body.get("bestAvailability") or {}]
    for day in days:
        if day.get("date", month)[:7] != month:
            day["dayOfWeek"] = weekday(days_after(day["date"], 1))
    return answer.with_json(body)


request_change(
    "AVM-12.lot64-half-days-count-for-a-single-player",
    "A query for a morning or an afternoon without players looks for a single player.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: call.query.get("timeRange") in ("morning", "afternoon") and "players" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _dearest_as_best(body: Any) -> Any:
    prices = [day["lowestPrice"] for day in body["availabilityResults"] if day["hasAvailability"]]
    if len(body["availabilityResults"]) > _LONG_PERIOD and prices and body.get("bestAvailability"):
        body["bestAvailability"]["lowestPrice"] = max(prices)
    return body


json_answer(
    "AVM-15.lot64-best-day-at-the-dearest-price",
    "In a period longer than a week, the best day shows the lowest price of the dearest day.",
    "checkAvailability",
    _dearest_as_best,
    hidden="some values",
    origin=Origin.blind,
)
