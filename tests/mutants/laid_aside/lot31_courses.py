"""Blind faults of the course search and of course details."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KM_PER_DEGREE = 111.2
_DEFAULT_KM = 50.0
_LARGEST_KM = 500

# A plain fault.
json_answer(
    "CRD-06.lot31-one-string",
    "The facilities of a course are one string with commas in place of an array.",
    "getCourse",
    alter("data.facilities", ",".join),
    origin=Origin.blind,
)


# Faults under a condition.
def _is_near_on_a_flat_map(call: Call, course: dict[str, Any]) -> bool:
    north = float(course["latitude"]) - number_in(call, "latitude", 0)
    east = float(course["longitude"]) - number_in(call, "longitude", 0)
    return hypot(north, east) * _KM_PER_DEGREE <= number_in(call, "distance", _DEFAULT_KM)


@mutant(
    "CRS-07.lot31-flat-map",
    "A degree of longitude counts as much as one of latitude, so courses to the east and west are left out.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _flat_map(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    found = await all_courses(call)
    near = [course for course in found if _is_near_on_a_flat_map(call, course)]
    if len(near) == len(found):
        return answer
    pagination = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(page_of_courses(near, pagination["page"], pagination["pageSize"]))


request_change(
    "CRS-11.lot31-with-country",
    "A search around a point that names a country and no distance reaches 500 km in place of 50.",
    "searchCourses",
    lambda call: call.asking(distance=_LARGEST_KM),
    when=lambda call: is_geographic(call) and "country" in call.query and "distance" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
