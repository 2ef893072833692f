"""Blind faults of the seventy-third lot: prices."""

from __future__ import annotations

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_FARTHEST = 400

json_answer(
    "PRC-08.lot73-always-all",
    "The holeCount of the meta object is `all` with a filter by holes too.",
    "getCoursePricing",
    put("meta.holeCount", "all"),
    origin=Origin.blind,
)

request_change(
    "PRC-09.lot73-false-is-a-text",
    "A price list with includeExtraProducts=false has the extra products.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: call.query.get("includeExtraProducts") == "false",
    then=lambda _: put("meta.includeExtraProducts", value=False),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PRC-14.lot73-limit-of-whole-periods",
    "A price list without startDate accepts an endDate of more than 400 days in the future.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _limit_of_whole_periods(call: Call) -> Answer:
    answer = await call.forward()
    if "startDate" in call.query or code_of(answer) != "period_too_far":
        return answer
    now, last = (await today(call)).isoformat(), day_in(call, "endDate")
    if last is None or last.isoformat() < now:
        return answer
    longest = await call.asking(endDate=days_after(now, _FARTHEST)).forward()
    if not longest.ok:
        return answer
    return longest.with_json(put("meta.requestedPeriod.endDate", last.isoformat())(longest.json()))
