"""Blind faults of the seventh lot: searches for courses."""

from __future__ import annotations

from dataclasses import replace
from math import asin, cos, radians, sin, sqrt
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in, page_of_courses
from tests.mutants.parts.page_swaps import after_the_first_page, page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_FILTERS = ("country", "region", "holes", "geoArea")
_NEAREST = 50
_EARTH_RADIUS_KM = 6371.0
_FARTHEST_KM = 500


def _kilometres(call: Call, course: dict[str, Any]) -> float:
    """The distance of a course from the point that the call searches around."""
    here, there = radians(number_in(call, "latitude", 0)), radians(float(course["latitude"]))
    turn = radians(float(course["longitude"]) - number_in(call, "longitude", 0))
    half = sin((there - here) / 2) ** 2 + cos(here) * cos(there) * sin(turn / 2) ** 2
    return 2 * _EARTH_RADIUS_KM * asin(sqrt(half))


@mutant(
    "CRS-07.lot7-nearest-fifty-first",
    "A filter beside coordinates chooses among the fifty nearest courses alone.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _nearest_fifty_first(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or not any(asks(call, name) for name in _FILTERS):
        return answer
    around = sorted(await all_courses(call, *_FILTERS), key=lambda course: _kilometres(call, course))
    nearest = {course["id"] for course in around[:_NEAREST]}
    found = await all_courses(call)
    if all(course["id"] in nearest for course in found):
        return answer
    pagination = answer.json()["meta"]["pagination"]
    kept = [course for course in found if course["id"] in nearest]
    without_links = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    page = page_of_courses(kept, pagination["page"], pagination["pageSize"])
    return replace(answer, headers=without_links).with_json(page)


request_change(
    "CRS-10.lot7-sign-of-a-fraction",
    "The service searches around the mirrored point when the longitude is between -1 and 0.",
    "searchCourses",
    lambda call: call.asking(longitude=call.query["longitude"].removeprefix("-")),
    when=lambda call: is_geographic(call) and -1 < number_in(call, "longitude", 0) < 0,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-11.lot7-default-on-page-one",
    "A later page of a search around a point without a distance shows courses from far away.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _default_on_page_one(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not after_the_first_page(call) or not is_geographic(call) or "distance" in call.query:
        return answer
    body = answer.json()
    far = (await call.asking(distance=_FARTHEST_KM).forward()).json()["data"]
    return answer.with_json(body | {"data": far[: len(body["data"])]})


@mutant(
    "PAG-09.lot7-offset-of-fifty",
    "A later page of more than fifty courses begins as if the pages before had fifty.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _offset_of_fifty(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not after_the_first_page(call):
        return answer
    body = answer.json()
    size = body["meta"]["pagination"]["pageSize"]
    if size <= _NEAREST:
        return answer
    begin = (page_number(call) - 1) * _NEAREST
    return answer.with_json(body | {"data": (await all_courses(call))[begin : begin + len(body["data"])]})
