"""Blind faults of the forty-ninth lot: courses."""

from __future__ import annotations

from dataclasses import replace
from math import asin, cos, isfinite, radians, sin, sqrt
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_MOST_KM = 500.0
_MILE_IN_KM = 1.609
_EARTH_KM = 6371.0


def _kilometres(call: Call, course: dict[str, Any]) -> float:
    """How far the course is from the point that the call searches around."""
    here = (radians(number_in(call, "latitude", 0)), radians(number_in(call, "longitude", 0)))
    there = radians(float(course["latitude"])), radians(float(course["longitude"]))
    half = sin((there[0] - here[0]) / 2) ** 2
    half += cos(here[0]) * cos(there[0]) * sin((there[1] - here[1]) / 2) ** 2
    return 2 * _EARTH_KM * asin(sqrt(half))


def _with_courses(answer: Answer, courses: list[dict[str, Any]]) -> Answer:
    """*answer*, a page of the list, with that page of *courses* in its place."""
    pagination = answer.json()["meta"]["pagination"]
    # The links of the sandbox count its own pages.
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(page_of_courses(courses, pagination["page"], pagination["pageSize"]))


@mutant(
    "CRS-12.lot49-no-largest-distance",
    "A search around a point with a distance of more than 500 km returns courses as far away as that.",
    "searchCourses",
    origin=Origin.blind,
)
async def _no_largest_distance(call: Call) -> Answer:
    distance = number_in(call, "distance", 0)
    if not is_geographic(call) or not isfinite(distance) or distance <= _MOST_KM:
        return await call.forward()
    answer = await call.asking(distance=int(_MOST_KM)).forward()
    if not answer.ok:
        return answer
    everywhere = await all_courses(call, "latitude", "longitude", "distance")
    return _with_courses(answer, [course for course in everywhere if _kilometres(call, course) <= distance])


@mutant(
    "CRS-10.lot49-british-miles",
    "In a search around a point, the distance to courses in Great Britain is measured in miles.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _british_miles(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or not call.query.get("distance"):
        return answer
    miles = min(number_in(call, "distance", 50) * _MILE_IN_KM, _MOST_KM)
    near = await all_courses(call)
    ids = {course["id"] for course in near}
    wider = await all_courses(call.asking(distance=miles))
    found = [course for course in wider if course["id"] in ids or course["country"] == "GB"]
    return _with_courses(answer, found) if len(found) > len(near) else answer


@mutant(
    "CRS-15.lot49-flat-earth",
    "A search over more than 250 km loses the courses north of 60 degrees.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _flat_earth(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or number_in(call, "distance", 50) <= 250:
        return answer
    everywhere = await all_courses(call)
    found = [course for course in everywhere if course["latitude"] <= 60]
    return _with_courses(answer, found) if len(found) < len(everywhere) else answer


def _one_page_more(body: Any) -> Any:
    pagination = body["meta"]["pagination"]
    if pagination["totalItems"] and pagination["totalItems"] % pagination["pageSize"] == 0:
        pagination["totalPages"] += 1
    return body


json_answer(
    "PAG-11.lot49-one-page-more",
    "A list whose items fill its last page counts one page too many.",
    "searchCourses listBookings",
    _one_page_more,
    hidden="some values",
    origin=Origin.blind,
)
