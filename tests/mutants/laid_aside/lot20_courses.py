"""Blind faults of the course list and of course details."""

from __future__ import annotations

from dataclasses import replace

from tests.mutants.parts.asking import all_courses, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LARGEST_OFFSET_STEP = 50


def _as_text(course: dict[str, object]) -> dict[str, object]:
    return course | {name: str(course[name]) for name in ("latitude", "longitude") if name in course}


def _escaped(name: str) -> str:
    return name.replace("&", "&amp;").replace("'", "&#039;").replace('"', "&quot;")


# A plain fault.
json_answer(
    "CRS-03.lot20-decimals-as-text",
    "The course list has latitude and longitude as strings.",
    "searchCourses",
    alter("data[*]", _as_text),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "CRS-07.lot20-greenwich",
    "A search around a point finds no course on the other side of the prime meridian.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _greenwich(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    is_west = number_in(call, "longitude", 0) < 0
    found = await all_courses(call)
    same_side = [course for course in found if (course["longitude"] < 0) == is_west]
    if len(same_side) == len(found):
        return answer
    pagination = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    page = page_of_courses(same_side, pagination["page"], pagination["pageSize"])
    return replace(answer, headers=kept).with_json(page)


@mutant(
    "PAG-12.lot20-offset-capped",
    "Later pages of more than 50 courses begin where they would with pages of 50, so that courses come twice.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _offset_capped(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    page, size = body["meta"]["pagination"]["page"], body["meta"]["pagination"]["pageSize"]
    if page < 2 or size <= _LARGEST_OFFSET_STEP or not body["data"]:
        return answer
    first = (page - 1) * _LARGEST_OFFSET_STEP
    return answer.with_json(body | {"data": (await all_courses(call))[first : first + size]})


json_answer(
    "CRD-07.lot20-apostrophe",
    "Course details have the name with its apostrophes and ampersands escaped for HTML, unlike the list.",
    "getCourse",
    alter("data.name", _escaped),
    hidden="some values",
    origin=Origin.blind,
)
