"""Blind faults of price lists."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_REACH = timedelta(days=400)


def _with_the_season_before(body: Any) -> Any:
    """The price list with a season that ended on the day before the period."""
    seasons = body["data"]["seasons"]
    if not seasons:
        return body
    last = date.fromisoformat(body["meta"]["requestedPeriod"]["startDate"]) - timedelta(days=1)
    stale = {"season": "Season before", "validFrom": f"{last - timedelta(days=90)}", "validTo": f"{last}"}
    body["data"]["seasons"] = [seasons[0] | stale, *seasons]
    body["meta"]["totalSeasons"] = len(seasons) + 1
    return body


# A plain fault.
json_answer(
    "PRC-17.lot19-season-before",
    "The import keeps old seasons: a price list begins with one that ended before the period.",
    "getCoursePricing",
    _with_the_season_before,
    origin=Origin.blind,
)


# Faults under a condition.
json_answer(
    "PRC-23.lot19-extras-in-euros",
    "The import of extra products writes EUR at courses that have another currency.",
    "getCoursePricing",
    put("data.seasons[*].extraProducts[*].currency", "EUR"),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PRC-14.lot19-counted-from-start",
    "The 400 days of a price list are counted from startDate and not from today.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _counted_from_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if code_of(answer) != "period_too_far" or start is None or end is None or not start <= end <= start + _REACH:
        return answer
    last = await today(call) + _REACH
    if start > last or end <= last:
        return answer
    listed = await call.asking(endDate=last).forward()
    return listed.with_json(put("meta.requestedPeriod.endDate", f"{end}")(listed.json())) if listed.ok else answer
