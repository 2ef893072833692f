"""Blind faults of the sixty-ninth lot: prices."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import by_booking_code, day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer, mutant


@mutant(
    "PRC-17.lot69-season-of-the-eve",
    "A price list that begins on the first of a month still has the season that ended on the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_of_the_eve(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None or start.day != 1:
        return answer
    longer = await call.asking(startDate=days_after(str(start), -1)).forward()
    if not longer.ok:
        return answer
    return answer.with_json(put("meta.requestedPeriod.startDate", str(start))(longer.json()))


@mutant(
    "PRC-07.lot69-extras-drop-the-filter",
    "A list of 9-hole prices with extra products, read by booking code, has the prices for 18 holes too.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _extras_drop_the_filter(call: Call) -> Answer:
    answer = await call.forward()
    filtered = call.query.get("holeCount") == "9" and call.query.get("includeExtraProducts") == "true"
    if not answer.ok or not filtered or not by_booking_code(call):
        return answer
    whole = await call.without("holeCount").forward()
    hole_count = answer.json()["meta"]["holeCount"]
    return answer.with_json(put("meta.holeCount", hole_count)(whole.json()))


@mutant(
    "PRC-09.lot69-false-is-a-word",
    "The flag for extra products is taken for set when it is sent as false.",
    "getCoursePricing",
    hidden="some values",
    origin=Origin.blind,
)
async def _false_is_a_word(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("includeExtraProducts") != "false":
        return answer
    with_extras = await call.asking(includeExtraProducts="true").forward()
    return answer.with_json(put("meta.includeExtraProducts", False)(with_extras.json()))


def _counting_prices(body: Any) -> Any:
    prices = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return put("meta.totalSeasons", prices)(body)


json_answer(
    "PRC-19.lot69-rows-of-the-join",
    "The number of seasons counts the prices of the seasons.",
    "getCoursePricing",
    _counting_prices,
    origin=Origin.blind,
)
