"""Blind faults of the course list, of details, of prices and of terms."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from html import escape
from typing import Any

from tests.mutants.parts.asking import all_courses, day_in, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _price_lines(body: Any) -> Any:
    body["meta"]["totalSeasons"] = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return body


# Plain faults.
json_answer(
    "CRD-07.lot25-rounded-longitude",
    "The details of a course show its longitude with two decimals, the list with all of them.",
    "getCourse",
    alter("data.longitude", lambda value: round(value, 2)),
    origin=Origin.blind,
)
json_answer(
    "PRC-19.lot25-prices-counted",
    "totalSeasons counts the prices of all seasons.",
    "getCoursePricing",
    _price_lines,
    origin=Origin.blind,
)
json_answer(
    "TRM-06.lot25-smallest-first",
    "The tiers of the cancellation policy begin with 0 hours.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "CRS-07.lot25-across-greenwich",
    "A search around a point leaves out the courses in reach on the other side of the meridian of Greenwich.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _across_greenwich(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    is_west = number_in(call, "longitude", 0) < 0
    found = await all_courses(call)
    kept = [course for course in found if (course["longitude"] < 0) == is_west]
    if len(kept) == len(found):
        return answer
    pagination = answer.json()["meta"]["pagination"]
    headers = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=headers).with_json(page_of_courses(kept, pagination["page"], pagination["pageSize"]))


json_answer(
    "INV-07.lot25-escaped-name",
    "Terms write an apostrophe or an ampersand in the name of a course as an HTML entity.",
    "getCourseTerms",
    alter("data.courseName", escape),
    hidden="some values",
    origin=Origin.blind,
)


json_answer(
    "PRC-23.lot25-extras-in-euros",
    "The extra products of a course with another currency than EUR are given in EUR.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", put("data.seasons[*].extraProducts[*].currency", "EUR")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot25-first-day-of-a-season",
    "A period that begins on the first day of a season shows the season before it too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _first_day_of_a_season(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None or day_in(call, "endDate") is None:
        return answer
    body = answer.json()
    if all(season["validFrom"] != first.isoformat() for season in body["data"]["seasons"]):
        return answer
    wider = await call.asking(startDate=(first - timedelta(days=1)).isoformat()).forward()
    if not wider.ok:
        return answer
    seasons = wider.json()["data"]["seasons"]
    body["data"]["seasons"] = seasons
    body["meta"]["totalSeasons"] = len(seasons)
    return answer.with_json(body)
