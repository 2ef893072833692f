"""Blind faults of the fifty-seventh lot: tee times and days."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.parts.days import is_summer_time
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_THOUSAND = 1000


@mutant(
    "AVM-03.lot57-last-day-left-out",
    "A range of several days ends on the day before endDate.",
    "checkAvailability",
    origin=Origin.blind,
)
async def _last_day_left_out(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "startDate", "endDate") or call.query["startDate"] == call.query["endDate"]:
        return answer
    shorter = await call.asking(endDate=days_after(call.query["endDate"], -1)).forward()
    return shorter if shorter.ok else answer


def _named_in_winter_time(body: Any) -> Any:
    for day in [*body["availabilityResults"], body.get("bestAvailability")]:
        if day and is_summer_time(date.fromisoformat(day["date"])):
            day["dayOfWeek"] = weekday(days_after(day["date"], -1))
    return body


json_answer(
    "AVM-06.lot57-summer-time",
    "In summer time dayOfWeek is the weekday of the day before.",
    "checkAvailability",
    _named_in_winter_time,
    hidden="certain days",
    origin=Origin.blind,
)

json_answer(
    "AVO-03.lot57-thousands",
    "An estimated green fee of a thousand or more is a text with a comma.",
    "listTeeTimes",
    where(
        lambda body: not body["isOnline"],
        alter("approximatePricing.estimatedGreenFee", lambda fee: f"{fee:,.2f}" if fee >= _THOUSAND else fee),
    ),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVT-10.lot57-twilight-stays",
    "In a request with both bounds, latestTime removes no tee times at the twilight price.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _twilight_stays(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "earliestTime", "latestTime") or not answer.json()["isOnline"]:
        return answer
    whole = await call.without("latestTime").forward()
    if not whole.ok:
        return answer
    body = answer.json()
    listed = {item["time"] for item in body["availableTimes"]}
    times = [
        item
        for item in whole.json()["availableTimes"]
        if item["time"] in listed or item["pricing"]["priceType"] == "twilight"
    ]
    body["availableTimes"] = times
    if times:
        body["timeSlots"] |= {"firstAvailable": times[0]["time"], "lastAvailable": times[-1]["time"]}
    return answer.with_json(body)
