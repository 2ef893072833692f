"""Blind faults of the course list and of course details."""

from __future__ import annotations

from decimal import Decimal
from math import cos, radians, sqrt
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in, page_of_courses
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KM_OF_A_DEGREE = 111.2
_LARGEST = 500.0


def _coarse(value: Any) -> Any:
    return round(Decimal(str(value)), 1)


# A plain fault.
json_answer(
    "CRD-07.lot23-coarse-coordinates",
    "The details of a course round its coordinates to one decimal.",
    "getCourse",
    in_turn(alter("data.latitude", _coarse), alter("data.longitude", _coarse)),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "CRS-10.lot23-square",
    "A search around a point finds the courses in a square, those in its corners too.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _square(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    latitude, longitude = number_in(call, "latitude", 0.0), number_in(call, "longitude", 0.0)
    reach = number_in(call, "distance", 50.0)
    wide = await all_courses(call.asking(distance=round(min(_LARGEST, reach * sqrt(2)), 3)))
    degree = _KM_OF_A_DEGREE * cos(radians(latitude))
    found = [
        course
        for course in wide
        if abs(float(course["latitude"]) - latitude) * _KM_OF_A_DEGREE <= reach
        and abs(float(course["longitude"]) - longitude) * degree <= reach
    ]
    paging = answer.json()["meta"]["pagination"]
    return answer.with_json(page_of_courses(found, paging["page"], paging["pageSize"]))


@mutant(
    "PAG-12.lot23-near-courses-twice",
    "A later page of a search around a point begins with the last course of the page before.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _near_courses_twice(call: Call) -> Answer:
    answer = await call.forward()
    page = page_number(call)
    if not answer.ok or page < 2 or not is_geographic(call) or not answer.json()["data"]:
        return answer
    before = await call.asking(page=page - 1).forward()
    body = answer.json()
    body["data"][0] = before.json()["data"][-1]
    return answer.with_json(body)
