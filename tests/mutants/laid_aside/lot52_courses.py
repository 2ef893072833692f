"""Blind faults of the fifty-second lot: courses and their search."""

from __future__ import annotations

from dataclasses import replace
from math import asin, cos, radians, sin, sqrt
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_DEFAULT_KM, _MOST_KM = 50.0, 500.0
_EARTH_KM, _KM_OF_A_DEGREE = 6371.0, 111.195
_FROM_KM = 100.0
_CORNER = 1.42
_NEAREST = 100

Course = dict[str, Any]


def _offsets(call: Call, course: Course) -> tuple[float, float]:
    """How many degrees of latitude and of longitude a course is away from the point of the search."""
    latitude, longitude = (number_in(call, "latitude", 0), number_in(call, "longitude", 0))
    return float(course["latitude"]) - latitude, float(course["longitude"]) - longitude


def _km(call: Call, course: Course) -> float:
    """How far a course is away from the point of the search."""
    north, east = (radians(degrees) for degrees in _offsets(call, course))
    here = radians(number_in(call, "latitude", 0))
    half = sin(north / 2) ** 2 + cos(here) * cos(here + north) * sin(east / 2) ** 2
    return 2 * _EARTH_KM * asin(sqrt(half))


def _in_the_square(call: Call, course: Course, km: float) -> bool:
    """Whether a course is in the square around the circle of the search."""
    north, east = _offsets(call, course)
    narrower = cos(radians(number_in(call, "latitude", 0)))
    return abs(north) * _KM_OF_A_DEGREE <= km and abs(east) * _KM_OF_A_DEGREE * narrower <= km


def _paged(answer: Answer, found: list[Course]) -> Answer:
    """The page of *found* in place of the page of the answer."""
    pagination = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(page_of_courses(found, pagination["page"], pagination["pageSize"]))


json_answer(
    "CRD-07.lot52-west-shown-as-east",
    "The details of a course west of Greenwich show its longitude without the minus of the list.",
    "getCourse",
    where(lambda body: body["data"]["longitude"] < 0, alter("data.longitude", abs)),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-10.lot52-square-from-a-hundred-km",
    "A search within more than 100 km also returns courses beyond the distance, in the corners of a square.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _square_search(call: Call) -> Answer:
    answer = await call.forward()
    km = number_in(call, "distance", _DEFAULT_KM)
    if not answer.ok or not is_geographic(call) or km <= _FROM_KM:
        return answer
    wider = await all_courses(call.asking(distance=round(min(_MOST_KM, km * _CORNER), 3)))
    return _paged(answer, [course for course in wider if _in_the_square(call, course, km)])


@mutant(
    "CRS-07.lot52-nearest-hundred-then-holes",
    "A search around a point filters by holes only among the hundred nearest courses.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _nearest_hundred_then_holes(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or not call.query.get("holes"):
        return answer
    around = await all_courses(call, "holes")
    if len(around) <= _NEAREST:
        return answer
    nearest = sorted(around, key=lambda course: _km(call, course))[:_NEAREST]
    ids = {course["id"] for course in nearest if course["holes"] == int(call.query["holes"])}
    return _paged(answer, [course for course in around if course["id"] in ids])
