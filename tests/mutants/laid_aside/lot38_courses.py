"""Blind faults of lot 38: course search, details, terms and prices."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, day_in, is_geographic, page_of_courses
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_USUAL_SIZE = 20


def _without_links(answer: Answer) -> Answer:
    """The answer without the links of the sandbox, which show what it was really asked."""
    return replace(answer, headers=tuple(pair for pair in answer.headers if pair[0].lower() != "link"))


def _counted(body: dict[str, Any]) -> dict[str, Any]:
    body["meta"]["totalSeasons"] = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return body


# A plain fault.
json_answer(
    "TRM-06.lot38-shortest-notice-first",
    "The cancellation tiers run from 0 hours up to the largest number.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    origin=Origin.blind,
)
json_answer(
    "PRC-19.lot38-counts-price-lines",
    "totalSeasons counts the price items of all seasons.",
    "getCoursePricing",
    _counted,
    origin=Origin.blind,
)

# Faults under a condition.
json_answer(
    "CRD-07.lot38-west-of-greenwich",
    "The details of a course west of Greenwich show its longitude without the minus sign.",
    "getCourse",
    alter("data.longitude", abs),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-08.lot38-holes-around-a-point",
    "A search around a point ignores the filter for holes.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _holes_around_a_point(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or not asks(call, "holes"):
        return answer
    return _without_links(await call.without("holes").forward())


@mutant(
    "CRS-07.lot38-offline-lost-in-region",
    "A search by region leaves out the offline courses of the region.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _offline_lost_in_region(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "region"):
        return answer
    found = await all_courses(call)
    online = [course for course in found if course["isOnline"]]
    if len(online) == len(found):
        return answer
    asked = answer.json()["meta"]["pagination"]
    return _without_links(answer).with_json(page_of_courses(online, asked["page"], asked["pageSize"]))


@mutant(
    "PAG-12.lot38-offset-of-twenty",
    "A later page of courses begins after twenty items for each page before it, whatever pageSize says.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _offset_of_twenty(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "maxResults" in call.query:
        return answer
    body = answer.json()
    page, size = body["meta"]["pagination"]["page"], body["meta"]["pagination"]["pageSize"]
    if page < 2 or size == _USUAL_SIZE or not body["data"]:
        return answer
    items: list[Any] = []
    for number in range(page, page + -(-size // _USUAL_SIZE)):
        part = await call.asking(page=number, pageSize=_USUAL_SIZE).forward()
        items += part.json()["data"] if part.ok else []
    return answer.with_json(body | {"data": items[:size]})


@mutant(
    "PRC-17.lot38-season-that-ended",
    "Prices from the first day of a season on include the season that ended on the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_that_ended(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    wider = await call.asking(startDate=days_after(first.isoformat(), -1)).forward()
    if not wider.ok or wider.json()["data"] == answer.json()["data"]:
        return answer
    body = wider.json()
    body["meta"]["requestedPeriod"] = answer.json()["meta"]["requestedPeriod"]
    return answer.with_json(body)


json_answer(
    "PRC-23.lot38-extras-in-euro",
    "Extra products are in EUR at a course whose prices are in another currency.",
    "getCoursePricing",
    alter("data.seasons[*].extraProducts[*].currency", lambda _: "EUR"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
