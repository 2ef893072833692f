"""Blind faults of the fifty-fourth lot: prices and terms."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_EARLIER_DAYS = 100
_OF_THE_PLATFORM = [(72, 100), (48, 50), (24, 25), (0, 0)]


@mutant(
    "PRC-17.lot54-season-before",
    "The seasons that ended in the hundred days before the requested period are returned too.",
    "getCoursePricing",
    origin=Origin.blind,
)
async def season_before(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    period = body["meta"]["requestedPeriod"]
    earlier = date.fromisoformat(period["startDate"]) - timedelta(days=_EARLIER_DAYS)
    more = await call.asking(startDate=earlier, endDate=period["endDate"]).forward()
    if not more.ok:
        return answer
    body["data"] = more.json()["data"]
    body["meta"]["totalSeasons"] = len(body["data"]["seasons"])
    return answer.with_json(body)


def _cut_at_new_year(meta: dict[str, Any]) -> dict[str, Any]:
    period = meta["requestedPeriod"]
    last = min(period["endDate"], f"{period['startDate'][:4]}-12-31")
    return meta | {"requestedPeriod": period | {"endDate": last}}


json_answer(
    "PRC-16.lot54-period-ends-with-the-year",
    "For a period over the turn of a year, meta.requestedPeriod ends on 31 December.",
    "getCoursePricing",
    alter("meta", _cut_at_new_year),
    when=lambda call: "endDate" in call.query,
    hidden="certain days",
    origin=Origin.blind,
)

json_answer(
    "PRC-23.lot54-extras-in-euros",
    "Extra products of a course outside of the euro have EUR as their currency, beside prices in another one.",
    "getCoursePricing",
    put("data.seasons[*].extraProducts[*].currency", "EUR"),
    when=lambda call: call.query.get("includeExtraProducts") == "true",
    hidden="a combination of parameters",
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot54-tiers-upwards",
    "The cancellation tiers run from 0 up to the largest hoursBeforeTeeTime.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    origin=Origin.blind,
)


def _judged_by_tiers(policy: dict[str, Any]) -> dict[str, Any]:
    tiers = [(tier["hoursBeforeTeeTime"], tier["refundPercent"]) for tier in policy["tiers"]]
    return policy | {"source": "platform"} if tiers == _OF_THE_PLATFORM else policy


json_answer(
    "TRM-09.lot54-override-without-tiers",
    "The source is platform for a course that overrides other terms than the cancellation tiers.",
    "getCourseTerms",
    alter("data.cancellationPolicy", _judged_by_tiers),
    hidden="some values",
    origin=Origin.blind,
)
