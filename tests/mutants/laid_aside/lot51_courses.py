"""Blind faults of the fifty-first lot: courses."""

from __future__ import annotations

from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_DEFAULT_DISTANCE, _LARGEST_DISTANCE = 50.0, 500.0
_WIDE = 100.0
_KM_PER_DEGREE = 111.195
# From the middle of a square to its corner, in halves of its side.
_TO_THE_CORNER = 1.4143

request_change(
    "CRS-14.lot51-longitude-alone",
    "A search with a longitude and no latitude passes over the longitude.",
    "searchCourses",
    lambda call: call.without("longitude", "distance"),
    when=lambda call: "longitude" in call.query and "latitude" not in call.query,
    origin=Origin.blind,
)


def _without_its_sign(body: Any) -> Any:
    longitude = body["data"]["longitude"]
    if -1 < longitude < 0:
        body["data"]["longitude"] = -longitude
    return body


json_answer(
    "CRD-07.lot51-just-west-of-greenwich",
    "Course details lose the sign of a longitude of less than one degree west.",
    "getCourse",
    _without_its_sign,
    hidden="some values",
    origin=Origin.blind,
)


def _is_wide(call: Call) -> bool:
    """Whether the call searches farther than a hundred kilometres around a point."""
    return is_geographic(call) and _WIDE < number_in(call, "distance", _DEFAULT_DISTANCE) <= _LARGEST_DISTANCE


def _is_in_box(call: Call, course: dict[str, Any]) -> bool:
    """Whether a course is in the square around the point of a search."""
    latitude, longitude = (number_in(call, "latitude", 0), number_in(call, "longitude", 0))
    distance = number_in(call, "distance", _DEFAULT_DISTANCE)
    north = abs(float(course["latitude"]) - latitude) * _KM_PER_DEGREE
    east = abs(float(course["longitude"]) - longitude) * _KM_PER_DEGREE * cos(radians(latitude))
    return max(north, east) <= distance


@mutant(
    "CRS-10.lot51-square-of-a-wide-search",
    "A search of more than a hundred kilometres returns the courses of a square in place of a circle.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _square_of_a_wide_search(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _is_wide(call):
        return answer
    wider = min(_LARGEST_DISTANCE, number_in(call, "distance", _DEFAULT_DISTANCE) * _TO_THE_CORNER)
    found: list[dict[str, Any]] = []
    page, pages = 1, 1
    while page <= pages:
        asked = call.without("maxResults").asking(distance=wider, pageSize=100, page=page)
        body = (await asked.forward()).json()
        found += [course for course in body["data"] if _is_in_box(call, course)]
        page, pages = page + 1, body["meta"]["pagination"]["totalPages"]
    pagination = answer.json()["meta"]["pagination"]
    return answer.with_json(page_of_courses(found, pagination["page"], pagination["pageSize"]))


def _all_online(body: Any) -> Any:
    for course in body["data"]:
        course["isOnline"] = True
    return body


json_answer(
    "INV-01.lot51-online-around-a-point",
    "A search around a point says of offline courses that they are online.",
    "searchCourses",
    _all_online,
    when=is_geographic,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
