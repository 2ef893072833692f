"""Blind faults of course pricing."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CACHED = "PRC-09.lot20-cached-with-extras"


def _counting_prices(body: dict[str, Any]) -> dict[str, Any]:
    rows = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return body | {"meta": body["meta"] | {"totalSeasons": rows}}


# A plain fault.
json_answer(
    "PRC-19.lot20-counts-prices",
    "totalSeasons counts the prices of all seasons.",
    "getCoursePricing",
    _counting_prices,
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "PRC-17.lot20-day-after-season",
    "A period that begins on the day after the end of a season still has this season.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _day_after_season(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None:
        return answer
    before = days_after(start.isoformat(), -1)
    earlier = await call.asking(startDate=before).forward()
    if not earlier.ok:
        return answer
    ended = [season for season in earlier.json()["data"]["seasons"] if season["validTo"] == before]
    if not ended:
        return answer
    body = answer.json()
    body["data"]["seasons"] = ended + body["data"]["seasons"]
    body["meta"]["totalSeasons"] = len(body["data"]["seasons"])
    return answer.with_json(body)


@mutant(
    _CACHED,
    "Pricing asked for without extra products has them when the same was asked for with them before.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached_with_extras(call: Call) -> Answer:
    cached = memory_of_world(call, _CACHED)
    key = f"{call.path}?{sorted(call.without('includeExtraProducts').query.multi_items())}"
    answer = await call.forward()
    if not answer.ok:
        return answer
    if answer.json()["meta"]["includeExtraProducts"]:
        cached[key] = True
        return answer
    if key not in cached:
        return answer
    full = await call.asking(includeExtraProducts="true").forward()
    return answer.with_json(answer.json() | {"data": full.json()["data"]}) if full.ok else answer
