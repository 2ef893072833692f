"""Blind faults of the course list, of course details and of price lists."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in, page_of_courses
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_BLOCK = 50


def _rounded(degrees: Any) -> Decimal:
    return Decimal(degrees).quantize(Decimal("0.1"))


def _price_lines_counted(body: Any) -> Any:
    lines = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return put("meta.totalSeasons", lines)(body)


# Plain faults.
json_answer(
    "CRD-07.lot28-rough-coordinates",
    "The details round the coordinates of the list to one decimal.",
    "getCourse",
    in_turn(alter("data.latitude", _rounded), alter("data.longitude", _rounded)),
    origin=Origin.blind,
)
json_answer(
    "PRC-19.lot28-price-lines-counted",
    "totalSeasons counts the price items of all seasons.",
    "getCoursePricing",
    _price_lines_counted,
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "CRS-07.lot28-over-greenwich",
    "A geographic search leaves out the courses on the other side of the meridian of Greenwich.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _over_greenwich(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    west = number_in(call, "longitude", 0) < 0
    found = await all_courses(call)
    kept = [course for course in found if (course["longitude"] < 0) is west]
    if len(kept) == len(found):
        return answer
    pagination = answer.json()["meta"]["pagination"]
    return answer.with_json(page_of_courses(kept, pagination["page"], pagination["pageSize"]))


@mutant(
    "PAG-12.lot28-large-pages",
    "With a page size above 50 every page after the first begins as if pages had 50 courses.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _large_pages(call: Call) -> Answer:
    answer = await call.forward()
    page = page_number(call)
    size = answer.json()["meta"]["pagination"]["pageSize"] if answer.ok else 0
    if size <= _BLOCK or page < 2:
        return answer
    blocks = call.without("maxResults")
    items: list[Any] = []
    for block in (page, page + 1):
        items += (await blocks.asking(page=block, pageSize=_BLOCK).forward()).json()["data"]
    return answer.with_json(answer.json() | {"data": items[:size]})


@mutant(
    "PRC-17.lot28-first-day-of-a-season",
    "A period that begins on the first day of a season also gets the season that ended the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _first_day_of_a_season(call: Call) -> Answer:
    answer = await call.forward()
    first = call.query.get("startDate", "")
    if not answer.ok or all(season["validFrom"] != first for season in answer.json()["data"]["seasons"]):
        return answer
    earlier = await call.asking(startDate=days_after(first, -1)).forward()
    return earlier.with_json(put("meta.requestedPeriod.startDate", first)(earlier.json())) if earlier.ok else answer


json_answer(
    "PRC-23.lot28-extras-in-euros",
    "With a hole filter the extra products of a course outside the euro area are labelled as euros.",
    "getCoursePricing",
    where(
        lambda body: body["data"]["currency"] != "EUR" and body["meta"]["holeCount"] != "all",
        put("data.seasons[*].extraProducts[*].currency", "EUR"),
    ),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
