"""Faults of the prices and seasons of a course (PRC)."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks, by_booking_code
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, another_course_id
from tests.mutants.parts.mending import is_date, passed_over, turned_round
from tests.mutants.parts.ways import by_code
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put, swapped
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

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


@mutant("PRC-20", "Pricing of a document id names another course.", "getCoursePricing")
async def _names_another(call: Call) -> Answer:
    answer = await call.forward()
    asked = call.path_params["id"]
    if not answer.ok or answer.json()["data"]["courseId"] != asked:
        return answer
    return answer.with_json(put("data.courseId", await another_course_id(call, asked))(answer.json()))


@mutant("PRC-21", "Pricing refuses a booking code.", "getCoursePricing", hidden="one of two ways")
async def _code_refused(call: Call) -> Answer:
    answer = await call.forward()
    by_code = answer.ok and answer.json()["data"]["courseId"] != call.path_params["id"]
    return await a_refusal_for_an_unknown_id(call) if by_code else answer


@mutant(
    "PRC-21.other",
    "Pricing of a booking code gives the prices of another course.",
    "getCoursePricing",
    hidden="one of two ways",
)
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


json_answer(
    "PRC-16",
    "meta exchanges the dates of the period.",
    "getCoursePricing",
    swapped("startDate", "endDate", "meta.requestedPeriod"),
)


@mutant("PRC-17", "Every period has the seasons of a whole year.", "getCoursePricing")
async def _all_seasons(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    everything = (await call.without("startDate", "endDate").forward()).json()
    period = put("meta.requestedPeriod", answer.json()["meta"]["requestedPeriod"])
    return answer.with_json(period(everything))


json_answer(
    "PRC-18", "Seasons end before they begin.", "getCoursePricing", swapped("validFrom", "validTo", "data.seasons[*]")
)
json_answer("PRC-19", "totalSeasons is one too many.", "getCoursePricing", alter("meta.totalSeasons", lambda n: n + 1))
json_answer(
    "PRC-22",
    "The last green fee of each season is for other holes than it says.",
    "getCoursePricing",
    alter("data.seasons[*].prices[*].holeCount", lambda holes: {9: 18, 18: 9}.get(holes, holes)),
)
json_answer("PRC-23", "The last season is priced in yen.", "getCoursePricing", put("data.seasons[-1].currency", "JPY"))

by_code(
    "PRC-21.extras",
    "By its booking code a course shows no extra products.",
    "getCoursePricing",
    "courseId",
    drop("data.seasons[*].extraProducts"),
)


@mutant(
    "PRC-20.blind-cache-by-country",
    "The second course of a country gets the cached price list of the first course.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cache_by_country(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    kept: Answer = call.memory.setdefault(f"{answer.json()['data']['country']} {call.query_string}", answer)
    return kept


request_change(
    "PRC-21.blind-start-by-code",
    "By booking code, the price list begins today whatever startDate says.",
    "getCoursePricing",
    lambda call: call.without("startDate"),
    when=lambda call: by_booking_code(call) and asks(call, "startDate"),
    then=lambda call: put("meta.requestedPeriod.startDate", call.query["startDate"]),
    hidden="one of two ways",
    origin=Origin.blind,
)

passed_over("PRC-24", "An endDate that no calendar has is ignored.", "getCoursePricing", "endDate", is_date)
turned_round(
    "PRC-24.reversed",
    "For prices, the service exchanges the dates of a period that ends before it begins.",
    "getCoursePricing",
)
passed_over(
    "PRC-24.holes",
    "A holeCount that no course has is ignored.",
    "getCoursePricing",
    "holeCount",
    {"all", "9", "18"}.__contains__,
)


def _without_the_last_season(body: Any) -> Any:
    seasons = body["data"]["seasons"]
    kept = seasons[:-1] or seasons
    return put("meta.totalSeasons", len(kept))(put("data.seasons", kept)(body))


json_answer(
    "INV-08.season-of-a-filter",
    "A price list for one hole count lacks the last season.",
    "getCoursePricing",
    _without_the_last_season,
    when=lambda call: "holeCount" in call.query,
    hidden="a combination of parameters",
    origin=Origin.hidden,
)
json_answer(
    "INV-08.season-kind",
    "The last season of a price list with extra products is of the other kind.",
    "getCoursePricing",
    alter("data.seasons[-1].seasonType", lambda kind: "low_season" if kind == "high_season" else "high_season"),
    when=lambda call: call.query.get("includeExtraProducts") == "true",
    hidden="a combination of parameters",
    origin=Origin.hidden,
)
by_code(
    "INV-07.price-list-by-code",
    "A price list by booking code names the course otherwise.",
    "getCoursePricing",
    "courseId",
    put("data.courseName", "Another Links"),
)
