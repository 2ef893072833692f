"""Blind faults of the pricing and of the terms of a course."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

# A plain fault.
json_answer(
    "PRC-11.lot16-flag-stays-false",
    "meta.includeExtraProducts is always false.",
    "getCoursePricing",
    put("meta.includeExtraProducts", False),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "PRC-17.lot16-season-that-just-ended",
    "A period that begins on the day after a season shows that season too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_that_just_ended(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None or day_in(call, "endDate") is None:
        return answer
    earlier = await call.asking(startDate=days_after(start.isoformat(), -1)).forward()
    if not earlier.ok:
        return answer
    body = earlier.json()
    body["meta"]["requestedPeriod"] = answer.json()["meta"]["requestedPeriod"]
    return answer.with_json(body)


def _counted_with_extras(body: Any) -> Any:
    rows = [max(1, len(season.get("extraProducts") or ())) for season in body["data"]["seasons"]]
    return put("meta.totalSeasons", sum(rows))(body)


json_answer(
    "PRC-19.lot16-joined-extras",
    "totalSeasons counts a season once for each of its extra products.",
    "getCoursePricing",
    _counted_with_extras,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

json_answer(
    "PRC-23.lot16-extras-in-euro",
    "The extra products of a course with another currency are labelled as euro.",
    "getCoursePricing",
    where(
        lambda body: body["data"]["currency"] != "EUR",
        put("data.seasons[*].extraProducts[*].currency", "EUR"),
    ),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _sorted_as_text(tiers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True)


json_answer(
    "TRM-06.lot16-sorted-as-text",
    "The tiers are sorted by their hours as text, so that 72 comes before 168.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", _sorted_as_text),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "TRM-08.lot16-defaults-written-over",
    "Once the terms of a course with an override were read, the platform defaults name that override as their source.",
    "getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _defaults_written_over(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    source = body["data"]["cancellationPolicy"]["source"]
    if source != "platform":
        call.memory["source"] = source
        return answer
    return answer.with_json(put("data.cancellationPolicy.source", call.memory.get("source", source))(body))
