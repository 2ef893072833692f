"""Faults of the price lists of courses, written blind."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

json_answer(
    "PRC-16.lot14-end-is-exclusive",
    "The requested period ends a day later than was asked, since its end is kept as the first day outside.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot14-over-new-year",
    "A period that goes over New Year gets the whole price list of its first year.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _over_new_year(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or first is None or last is None or first.year == last.year:
        return answer
    whole = await call.asking(startDate=f"{first.year}-01-01").forward()
    if not whole.ok:
        return answer
    return answer.with_json(put("meta.requestedPeriod", answer.json()["meta"]["requestedPeriod"])(whole.json()))


@mutant(
    "PRC-19.lot14-count-remembered",
    "The number of seasons is remembered by course: a later answer about another period repeats it.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _count_remembered(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    meta: dict[str, Any] = body["meta"]
    counts: dict[str, int] = call.memory.setdefault("counts", {})
    meta["totalSeasons"] = counts.setdefault(body["data"]["courseId"], meta["totalSeasons"])
    return answer.with_json(body)


def _extras_in_euro(body: Any) -> Any:
    if body["data"]["currency"] == "EUR":
        return body
    return put("data.seasons[*].extraProducts[*].currency", "EUR")(body)


json_answer(
    "PRC-23.lot14-extras-in-euro",
    "The extra products of a course outside the euro are shown in euro.",
    "getCoursePricing",
    _extras_in_euro,
    hidden="some values",
    origin=Origin.blind,
)
