"""Blind faults of the forty-first lot: courses."""

from __future__ import annotations

from tests.mutants.parts.asking import all_courses, is_geographic, number_in
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_BY_BOX_FROM_KM = 100

json_answer(
    "CRD-07.lot41-coordinates-in-whole-degrees",
    "The details of a course show its latitude in whole degrees, and the list shows four decimals.",
    "getCourse",
    alter("data.latitude", round),
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot41-region-and-accents",
    "A search by region leaves out the courses of the region whose names have letters with accents.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _region_and_accents(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not call.query.get("region"):
        return answer
    found = await all_courses(call)
    kept = [course for course in found if course["name"].isascii()]
    return answer if len(kept) == len(found) else one_page(call, answer, kept)


@mutant(
    "CRS-15.lot41-box-ends-at-the-meridian",
    "A search within more than 100 km finds no courses on the other side of the meridian of Greenwich.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _box_ends_at_the_meridian(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or number_in(call, "distance", 50) <= _BY_BOX_FROM_KM:
        return answer
    is_east = number_in(call, "longitude", 0) >= 0
    found = await all_courses(call)
    kept = [course for course in found if (course["longitude"] >= 0) == is_east]
    return answer if len(kept) == len(found) else one_page(call, answer, kept)


@mutant(
    "PAG-13.lot41-count-without-holes",
    "From the second page on, the total of a search by number of holes counts the courses with any number of holes.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _count_without_holes(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not call.query.get("holes") or page_number(call) <= 1:
        return answer
    counted = await call.without("holes", "page").forward()
    if not counted.ok:
        return answer
    body = answer.json()
    totals = counted.json()["meta"]["pagination"]
    body["meta"]["pagination"].update(totalItems=totals["totalItems"], totalPages=totals["totalPages"])
    return answer.with_json(body)
