"""Blind faults of the course list and of course details."""

from __future__ import annotations

from dataclasses import replace
from math import asin, cos, degrees, radians, sin
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_EARTH_KM = 6371.0
_NEAR_KM, _FAR_KM = 100, 340
_TO_THE_CORNERS = 1.45

# A plain fault.
json_answer(
    "CRD-05.lot37-no-thumbnail",
    "The details of a course have no thumbnail.",
    "getCourse",
    drop("data.thumbnailUrl"),
    origin=Origin.blind,
)


# Faults under a condition.
def _in_the_box(call: Call, distance: float, course: dict[str, Any]) -> bool:
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    reach = distance / _EARTH_KM
    widest = degrees(asin(min(1.0, sin(reach) / cos(radians(latitude)))))
    up, across = float(course["latitude"]) - latitude, float(course["longitude"]) - longitude
    return abs(up) <= degrees(reach) and abs(across) <= widest


@mutant(
    "CRS-10.lot37-box-not-circle",
    "A search of more than 100 km finds all courses in the box around the circle, with its corners.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _box_not_circle(call: Call) -> Answer:
    answer = await call.forward()
    distance = number_in(call, "distance", 0)
    if not answer.ok or not is_geographic(call) or not _NEAR_KM < distance <= _FAR_KM:
        return answer
    wide = await all_courses(call.asking(distance=round(distance * _TO_THE_CORNERS)))
    boxed = [course for course in wide if _in_the_box(call, distance, course)]
    pagination = answer.json()["meta"]["pagination"]
    # The links of the sandbox count its own pages.
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    page = page_of_courses(boxed, pagination["page"], pagination["pageSize"])
    return replace(answer, headers=kept).with_json(page)


request_change(
    "CRS-11.lot37-country-wide",
    "A search around a point without a distance goes 500 km far when a country is named too.",
    "searchCourses",
    lambda call: call.asking(distance=500),
    when=lambda call: is_geographic(call) and asks(call, "country") and "distance" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

json_answer(
    "CRD-07.lot37-minus-zero-degrees",
    "Details lose the minus of a longitude of less than one degree west, which the list shows.",
    "getCourse",
    alter("data.longitude", lambda degree: -degree if -1 < degree < 0 else degree),
    hidden="some values",
    origin=Origin.blind,
)
