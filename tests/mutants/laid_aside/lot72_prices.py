"""Blind faults of the seventy-second lot: prices."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _period_of_the_seasons(body: Any) -> Any:
    seasons = body["data"]["seasons"]
    if seasons:
        first, last = min(item["validFrom"] for item in seasons), max(item["validTo"] for item in seasons)
        body["meta"]["requestedPeriod"] = {"startDate": first, "endDate": last}
    return body


json_answer(
    "PRC-16.lot72-period-of-the-seasons",
    "The requested period of a price list is the period that its seasons cover together.",
    "getCoursePricing",
    _period_of_the_seasons,
    when=lambda call: "startDate" in call.query or "endDate" in call.query,
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot72-whole-first-year",
    "With a hole filter and a period across a New Year, the seasons of the first year before the period are listed.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _whole_first_year(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or "holeCount" not in call.query or not first or not last or first.year >= last.year:
        return answer
    longer = await call.asking(startDate=first.replace(month=1, day=1).isoformat()).forward()
    if not longer.ok:
        return answer
    body = longer.json()
    body["meta"]["requestedPeriod"] = answer.json()["meta"]["requestedPeriod"]
    return answer.with_json(body)


json_answer(
    "PRC-13.lot72-extras-have-no-holes",
    "The filter for nine holes removes the extra products too.",
    "getCoursePricing",
    drop("data.seasons[*].extraProducts"),
    when=lambda call: call.query.get("holeCount") == "9",
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _kinds_counted(body: Any) -> Any:
    body["meta"]["totalSeasons"] = len({season["seasonType"] for season in body["data"]["seasons"]})
    return body


json_answer(
    "PRC-19.lot72-counts-kinds-of-seasons",
    "The number of seasons counts two seasons of the same type once.",
    "getCoursePricing",
    _kinds_counted,
    hidden="some values",
    origin=Origin.blind,
)
