"""Blind faults of the sixty-third lot: courses."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_KM_PER_DEGREE = 111.2
_DIAGONAL = 1.4143


def _page_of(answer: Answer, courses: list[dict[str, Any]]) -> Answer:
    pagination = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(
        page_of_courses(courses, pagination["page"], pagination["pageSize"]),
    )


@mutant(
    "CRS-07.lot63-offline-left-out",
    "A list by country and holes together leaves out the offline courses.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _offline_left_out(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country", "holes"):
        return answer
    found = await all_courses(call)
    online = [course for course in found if course["isOnline"]]
    return answer if len(online) == len(found) else _page_of(answer, online)


@mutant(
    "CRS-10.lot63-square",
    "A geographic search returns the courses in the corners of the square around its circle too.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _square(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    distance = number_in(call, "distance", 50)
    wider = await all_courses(call.asking(distance=min(distance * _DIAGONAL, 500)))

    def is_in_the_square(course: dict[str, Any]) -> bool:
        north = abs(float(course["latitude"]) - latitude) * _KM_PER_DEGREE
        east = abs(float(course["longitude"]) - longitude) * _KM_PER_DEGREE * cos(radians(latitude))
        return max(north, east) <= distance

    inside = [course for course in wider if is_in_the_square(course)]
    return answer if len(inside) <= answer.json()["meta"]["pagination"]["totalItems"] else _page_of(answer, inside)


request_change(
    "CRS-16.lot63-area-ignored",
    "The geoArea filter is ignored.",
    "searchCourses",
    lambda call: call.without("geoArea"),
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot63-last-comes-again",
    "With the holes filter a later page begins with the last course of the page before and lacks its own last.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _last_comes_again(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "holes"):
        return answer
    body = answer.json()
    page = body["meta"]["pagination"]["page"]
    if page < 2 or not body["data"]:
        return answer
    before = (await call.asking(page=page - 1).forward()).json()["data"]
    return answer.with_json(body | {"data": [*before[-1:], *body["data"][:-1]]})
