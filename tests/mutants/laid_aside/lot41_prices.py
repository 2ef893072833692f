"""Blind faults of the forty-first lot: prices."""

from __future__ import annotations

from html import escape

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import another_course_id, days_after
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

json_answer(
    "INV-07.lot41-name-escaped-for-html",
    "Pricing shows the name of a course with an apostrophe escaped for HTML.",
    "getCoursePricing",
    alter("data.courseName", escape),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PRC-25.lot41-empty-price-list",
    "The pricing of an unknown course is an empty price list.",
    "getCoursePricing",
    origin=Origin.blind,
)
async def _empty_price_list(call: Call) -> Answer:
    answer = await call.forward()
    if code_of(answer) != "course_not_found":
        return answer
    known = await another_course_id(call, "")
    other = await call.upstream("GET", f"/travel/courses/{known}/pricing", query=dict(call.query))
    if not other.ok:
        return answer
    body = other.json()
    body["data"] |= {"courseId": call.path_params["id"], "courseName": "", "seasons": []}
    body["meta"]["totalSeasons"] = 0
    return other.with_json(body)


@mutant(
    "PRC-17.lot41-season-that-ended-yesterday",
    "A period that begins on the first day of a season also returns the season that ended on the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_that_ended_yesterday(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None:
        return answer
    wider = await call.asking(startDate=days_after(start.isoformat(), -1)).forward()
    if not wider.ok:
        return answer
    body = wider.json()
    body["meta"]["requestedPeriod"] = answer.json()["meta"]["requestedPeriod"]
    return answer.with_json(body)


@mutant(
    "PRC-19.lot41-seasons-joined-with-products",
    "With a filter of holes and extra products, totalSeasons counts each season once for each of its products.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _seasons_joined_with_products(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("includeExtraProducts") != "true" or not call.query.get("holeCount"):
        return answer
    body = answer.json()
    rows = sum(max(1, len(season.get("extraProducts") or ())) for season in body["data"]["seasons"])
    body["meta"]["totalSeasons"] = rows
    return answer.with_json(body)


@mutant(
    "TRM-08.lot41-source-of-the-terms-before",
    "Platform terms that are read right after the terms of a course with its own show the source of those.",
    "getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _source_of_the_terms_before(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    policy = body["data"]["cancellationPolicy"]
    left_over = call.memory.pop("source", None)
    if policy["source"] != "platform":
        call.memory["source"] = policy["source"]
    elif left_over is not None:
        policy["source"] = left_over
    return answer.with_json(body)
