"""Mutants of course pricing (PRC)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.mutants.tools.borrowed import a_refusal_for_an_unknown_id, another_course_id, days_after, today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put
from tests.mutants.tools.registry import json_answer, mutant, request_change

json_answer(
    "PRC-01",
    "seasons is an object.",
    "getCoursePricing",
    alter("data.seasons", lambda seasons: {season["season"]: season for season in seasons}),
)
json_answer("PRC-01.currency", "Pricing data has no currency.", "getCoursePricing", drop("data.currency"))
json_answer("PRC-02", "The last season has no validTo.", "getCoursePricing", drop("data.seasons[-1].validTo"))
json_answer(
    "PRC-02.kind",
    "seasonType of the last season is a number.",
    "getCoursePricing",
    put("data.seasons[-1].seasonType", 2),
)
json_answer(
    "PRC-03",
    "The last price of each season has no b2bPrice.",
    "getCoursePricing",
    drop("data.seasons[*].prices[-1].b2bPrice"),
)
json_answer(
    "PRC-03.holes",
    "The last price of the last season is for 12 holes.",
    "getCoursePricing",
    put("data.seasons[-1].prices[-1].holeCount", 12),
)
json_answer("PRC-04", "totalSeasons is a string.", "getCoursePricing", alter("meta.totalSeasons", str))
json_answer(
    "PRC-04.period",
    "requestedPeriod has no endDate.",
    "getCoursePricing",
    drop("meta.requestedPeriod.endDate"),
)
json_answer(
    "PRC-05",
    "holeCount in meta is null without a filter.",
    "getCoursePricing",
    put("meta.holeCount", None),
    when=lambda call: "holeCount" not in call.query,
)


def _says_it_filtered(call: Call) -> Edit:
    return put("meta.holeCount", int(call.query["holeCount"]))


request_change(
    "PRC-06",
    "holeCount=18 filters nothing.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: call.query.get("holeCount") == "18",
    then=_says_it_filtered,
)
request_change(
    "PRC-07",
    "holeCount=9 gives the prices for 18 holes.",
    "getCoursePricing",
    lambda call: call.asking(holeCount=18),
    when=lambda call: call.query.get("holeCount") == "9",
    then=_says_it_filtered,
)


def _without_extras_in_meta(_: Call) -> Edit:
    return put("meta.includeExtraProducts", False)


request_change(
    "PRC-09",
    "extraProducts is always present.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: call.query.get("includeExtraProducts") != "true",
    then=_without_extras_in_meta,
)
request_change(
    "PRC-09.false",
    "extraProducts is present for includeExtraProducts=false.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: call.query.get("includeExtraProducts") == "false",
    then=_without_extras_in_meta,
)


def _asks_for_a_week(call: Call) -> bool:
    try:
        first, last = (date.fromisoformat(call.query.get(name, "")) for name in ("startDate", "endDate"))
    except ValueError:
        return False
    return last - first < timedelta(days=7)


request_change(
    "PRC-10",
    "includeExtraProducts defaults to true.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: "includeExtraProducts" not in call.query,
)
request_change(
    "PRC-13",
    "Extra products are left out of prices for a week.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="false"),
    when=_asks_for_a_week,
)
json_answer(
    "PRC-12",
    "The last extra product of a season has no category.",
    "getCoursePricing",
    drop("data.seasons[*].extraProducts[-1].category"),
)
json_answer(
    "PRC-12.price",
    "retailPrice of the last extra product is a string.",
    "getCoursePricing",
    alter("data.seasons[*].extraProducts[-1].retailPrice", str),
)


def _with_a_season_before(end: str) -> Edit:
    """Prices that go on until *end*: a copy of the last season, thirty days long."""

    def edit(body: Any) -> Any:
        body["data"]["seasons"].append(
            body["data"]["seasons"][-1] | {"validFrom": days_after(end, -30), "validTo": end}
        )
        body["meta"]["totalSeasons"] += 1
        return put("meta.requestedPeriod.endDate", end)(body)

    return edit


@mutant("PRC-14", "Prices reach as far into the future as endDate asks.", "getCoursePricing")
async def _endless_prices(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status not in (400, 422) or "endDate" not in call.query:
        return answer
    bounded = await call.without("startDate", "endDate").forward()
    if not bounded.ok:
        return answer
    return bounded.with_json(_with_a_season_before(call.query["endDate"])(bounded.json()))


@mutant("PRC-15", "An endDate more than 365 days ahead is refused.", "getCoursePricing")
async def _a_year_at_most(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "endDate" not in call.query:
        return answer
    limit = await today(call) + timedelta(days=365)
    return answer if call.query["endDate"] <= limit.isoformat() else await call.asking(endDate="9999-12-31").forward()


@mutant("PRC-20", "Pricing of a document id names another course.", "getCoursePricing")
async def _names_another(call: Call) -> Answer:
    answer = await call.forward()
    asked = call.path_params["id"]
    if not answer.ok or answer.json()["data"]["courseId"] != asked:
        return answer
    return answer.with_json(put("data.courseId", await another_course_id(call, asked))(answer.json()))


@mutant("PRC-21", "Pricing refuses a booking code.", "getCoursePricing")
async def _code_refused(call: Call) -> Answer:
    answer = await call.forward()
    by_code = answer.ok and answer.json()["data"]["courseId"] != call.path_params["id"]
    return await a_refusal_for_an_unknown_id(call) if by_code else answer


@mutant("PRC-21.other", "Pricing of a booking code gives the prices of another course.", "getCoursePricing")
async def _code_of_another(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or (found := answer.json()["data"]["courseId"]) == call.path_params["id"]:
        return answer
    other = await another_course_id(call, found)
    return await call.upstream("GET", f"/travel/courses/{other}/pricing", query=dict(call.query))


@mutant("PRC-25", "Pricing of an unknown course is an empty price list.", "getCoursePricing")
async def _empty_prices(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    other = await another_course_id(call, "")
    borrowed = await call.upstream("GET", f"/travel/courses/{other}/pricing", query=dict(call.query))
    if not borrowed.ok:
        return borrowed
    body = borrowed.json()
    body["data"] |= {"courseId": call.path_params["id"], "seasons": []}
    return borrowed.with_json(put("meta.totalSeasons", 0)(body))
