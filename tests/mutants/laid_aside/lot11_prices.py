"""Blind faults of the eleventh lot: seasonal prices and terms."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CACHED_SECONDS = 120.0
_OF_A_CACHED_PRICE = ("startDate", "endDate", "holeCount")

json_answer(
    "PRC-16.lot11-end-exclusive",
    "The requested period in the meta of prices ends on the day after the requested last day.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    origin=Origin.blind,
)


def _by_text(tiers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True)


json_answer(
    "TRM-06.lot11-order-of-text",
    "The cancellation tiers are sorted by their hours as texts, so that 72 comes before 168.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", _by_text),
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot11-touching-season",
    "Prices from the first day of a season also show the season that ended the day before.",
    "getCoursePricing",
    origin=Origin.blind,
)
async def _keeps_the_season_before(call: Call) -> Answer:
    answer, first = await call.forward(), day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    wider = await call.asking(startDate=days_after(first.isoformat(), -1), endDate=_end_of(answer)).forward()
    if not wider.ok:
        return answer
    return wider.with_json(put("meta.requestedPeriod", answer.json()["meta"]["requestedPeriod"])(wider.json()))


def _end_of(answer: Answer) -> str:
    return str(answer.json()["meta"]["requestedPeriod"]["endDate"])


@mutant(
    "PRC-09.lot11-cache-key",
    "For two minutes after a request for extra products, the same prices without them come from a cache that does not"
    " know the flag, and show the extra products.",
    "getCoursePricing",
    origin=Origin.blind,
)
async def _forgets_the_flag_in_its_cache(call: Call) -> Answer:
    cached: dict[tuple[str | None, ...], float] = call.memory.setdefault("cached", {})
    key = (call.path_params["id"], *(call.query.get(name) for name in _OF_A_CACHED_PRICE))
    answer = await call.forward()
    if not answer.ok:
        return answer
    if answer.json()["meta"]["includeExtraProducts"]:
        cached[key] = time.monotonic()
        return answer
    if time.monotonic() - cached.get(key, -_CACHED_SECONDS) >= _CACHED_SECONDS:
        return answer
    full = await call.asking(includeExtraProducts="true").forward()
    return full.with_json(put("meta.includeExtraProducts", False)(full.json()))
