"""Blind faults of the fifth lot: the price lists of courses."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.parts.asking import by_booking_code
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_CACHED_SECONDS = 60.0


def _without_nulls(price: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in price.items() if value is not None}


# A plain fault.
json_answer(
    "PRC-03.lot5-nulls-left-out",
    "A price item has no weekdayRules when they are null.",
    "getCoursePricing",
    alter("data.seasons[*].prices[*]", _without_nulls),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "PRC-09.lot5-cached-extras",
    "After a request with extra products, the same request without the flag shows them for a minute.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached_extras(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    rest = str((call.path, sorted(call.without("includeExtraProducts").query.multi_items())))
    if answer.json()["meta"]["includeExtraProducts"]:
        call.memory[rest] = time.monotonic()
        return answer
    if time.monotonic() - call.memory.get(rest, -_CACHED_SECONDS) >= _CACHED_SECONDS:
        return answer
    with_extras = await call.asking(includeExtraProducts="true").forward()
    return with_extras.with_json(put("meta.includeExtraProducts", False)(with_extras.json()))


request_change(
    "PRC-07.lot5-all-holes-by-code",
    "The prices of a course by its booking code ignore holeCount.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: by_booking_code(call) and call.query.get("holeCount") in ("9", "18"),
    then=lambda call: put("meta.holeCount", int(call.query["holeCount"])),
    hidden="one of two ways",
    origin=Origin.blind,
)
