"""Blind faults of the course list and of course details."""

from __future__ import annotations

from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KM_OF_A_DEGREE = 111.195

json_answer(
    "CRD-07.lot22-minutes-west-of-greenwich",
    "The details lose the sign of a longitude less than one degree west of Greenwich.",
    "getCourse",
    alter("data.longitude", lambda degrees: -degrees if -1 < degrees < 0 else degrees),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-10.lot22-box-for-a-circle",
    "With a country or holes beside it, the search around a point also finds the corners of the square around it.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _box_for_a_circle(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or not (asks(call, "country") or asks(call, "holes")):
        return answer
    north, east = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    reach = number_in(call, "distance", 50) / _KM_OF_A_DEGREE
    width = reach / max(cos(radians(north)), 0.01)

    def in_the_box(course: dict[str, Any]) -> bool:
        return abs(float(course["latitude"]) - north) <= reach and abs(float(course["longitude"]) - east) <= width

    circle = await all_courses(call)
    known = {course["id"] for course in circle}
    everywhere = await all_courses(call, "latitude", "longitude", "distance")
    corners = [course for course in everywhere if course["id"] not in known and in_the_box(course)]
    pagination = answer.json()["meta"]["pagination"]
    return answer.with_json(page_of_courses(circle + corners, pagination["page"], pagination["pageSize"]))


@mutant(
    "PAG-12.lot22-widow",
    "The last page of the course list is empty when a single course is left for it.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _widow(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if body["meta"]["pagination"]["page"] > 1 and len(body["data"]) == 1:
        return answer.with_json(body | {"data": []})
    return answer
