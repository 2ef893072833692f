"""Blind faults of the twelfth lot: prices and terms."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HORIZON = timedelta(days=400)
_CACHE_SECONDS = 300.0


@mutant(
    "PRC-14.lot12-counted-from-the-start",
    "The 400 days of a pricing period are counted from its start and not from today.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if code_of(answer) != "period_too_far" or start is None or end is None:
        return answer
    last = await today(call) + _HORIZON
    if not start <= last < end <= start + _HORIZON:
        return answer
    priced = await call.asking(endDate=last).forward()
    return priced.with_json(_until(priced.json(), end.isoformat())) if priced.ok else answer


def _until(body: dict[str, Any], end: str) -> dict[str, Any]:
    body["meta"]["requestedPeriod"]["endDate"] = end
    for season in body["data"]["seasons"][-1:]:
        season["validTo"] = max(season["validTo"], end)
    return body


@mutant(
    "PRC-09.lot12-cached-with-extras",
    "Prices that were read with extra products are shown with them to a later call that does not ask for them.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached_with_extras(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    key = call.path, *(call.query.get(name) for name in ("startDate", "endDate", "holeCount"))
    if body["meta"]["includeExtraProducts"]:
        call.memory[str(key)] = time.monotonic(), body["data"]
        return answer
    read, priced = call.memory.get(str(key), (0.0, None))
    fresh = priced is not None and time.monotonic() - read < _CACHE_SECONDS
    return answer.with_json(body | {"data": priced}) if fresh else answer


json_answer(
    "PRC-23.lot12-extras-in-euro",
    "Extra products of a course with another currency are labelled in euro.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", put("data.seasons[*].extraProducts[*].currency", "EUR")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


json_answer(
    "TRM-06.lot12-tiers-in-text-order",
    "The tiers of a cancellation policy are sorted by their hours as text.",
    "getCourseTerms",
    alter(
        "data.cancellationPolicy.tiers",
        lambda tiers: sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True),
    ),
    hidden="some values",
    origin=Origin.blind,
)
