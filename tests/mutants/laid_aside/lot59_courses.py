"""Blind faults of the fifty-ninth lot: courses."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in, page_of_courses
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_EARTH_KM = 6371.0
_WIDE_KM = 200.0

json_answer(
    "CRD-07.lot59-coarse-coordinates",
    "Course details show the coordinates of the list rounded to tenths of a degree.",
    "getCourse",
    in_turn(*(alter(f"data.{member}", lambda value: round(value, 1)) for member in ("latitude", "longitude"))),
    origin=Origin.blind,
)

request_change(
    "CRS-08.lot59-holes-lost-in-quick-search",
    "A search around a point with maxResults ignores the holes filter.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: is_geographic(call) and asks(call, "maxResults") and call.query.get("holes") in ("9", "18"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _in_box(course: dict[str, Any], latitude: float, longitude: float, distance: float) -> bool:
    angle = distance / _EARTH_KM
    width = math.asin(min(1.0, math.sin(angle) / max(0.01, math.cos(math.radians(latitude)))))
    return abs(float(course["latitude"]) - latitude) <= math.degrees(angle) and abs(
        float(course["longitude"]) - longitude
    ) <= math.degrees(width)


@mutant(
    "CRS-10.lot59-box-for-wide-searches",
    "A search within 200 km or more returns the courses of the square around the point instead of the circle.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _box_for_wide_searches(call: Call) -> Answer:
    answer = await call.forward()
    distance = number_in(call, "distance", 0)
    if not answer.ok or not is_geographic(call) or distance < _WIDE_KM:
        return answer
    latitude, longitude = (number_in(call, "latitude", 0), number_in(call, "longitude", 0))
    everywhere = await all_courses(aside(call), "latitude", "longitude", "distance")
    found = [course for course in everywhere if _in_box(course, latitude, longitude, distance)]
    pagination = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(page_of_courses(found, pagination["page"], pagination["pageSize"]))
