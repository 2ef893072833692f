"""Blind faults of the fortieth lot: courses and their terms."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KM_PER_DEGREE = 111.19

json_answer(
    "TRM-06.lot40-soonest-first",
    "The cancellation tiers run from 0 hours up to the largest number of hours.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: list(reversed(tiers))),
    origin=Origin.blind,
)


def _ascii(text: Any) -> Any:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode() if isinstance(text, str) else text


json_answer(
    "CRD-07.lot40-region-in-ascii",
    "The details of a course spell its region without the accents that the list has.",
    "getCourse",
    alter("data.region", _ascii),
    hidden="some values",
    origin=Origin.blind,
)


def _is_wide(call: Call) -> bool:
    return is_geographic(call) and 100 < number_in(call, "distance", 0) <= 350


def _in_box(call: Call, course: dict[str, Any]) -> bool:
    """Whether the course is in the square around the circle that the call asks for."""
    latitude, distance = number_in(call, "latitude", 0), number_in(call, "distance", 0)
    north = abs(float(course["latitude"]) - latitude) * _KM_PER_DEGREE
    east = abs(float(course["longitude"]) - number_in(call, "longitude", 0)) * _KM_PER_DEGREE * cos(radians(latitude))
    return north <= distance and east <= distance


@mutant(
    "CRS-10.lot40-wide-search-in-a-box",
    "A search of more than 100 km around a point returns every course of the square around the circle.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _wide_search(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _is_wide(call):
        return answer
    inside = {course["id"] for course in await all_courses(call)}
    corner = number_in(call, "distance", 0) * 1.4143
    found = [
        course
        for course in await all_courses(call.asking(distance=corner))
        if course["id"] in inside or _in_box(call, course)
    ]
    if len(found) < len(inside):
        return answer
    shown = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(page_of_courses(found, shown["page"], shown["pageSize"]))
