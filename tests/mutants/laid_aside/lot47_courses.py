"""Blind faults of the forty-seventh lot: courses."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KM_PER_DEGREE = 111.2
_FAR, _FARTHEST = 100, 500

json_answer(
    "CNV-08.lot47-cover-without-scheme",
    "The address of the cover image has no scheme: it begins with two slashes.",
    "getCourse",
    alter("data.coverImageUrl", lambda url: url.removeprefix("https:")),
    origin=Origin.blind,
)


def _same_page(answer: Answer, items: list[dict[str, Any]]) -> Answer:
    """The page that *answer* is, of *items* in place of its own list."""
    pagination = answer.json()["meta"]["pagination"]
    body = page_of_courses(items, pagination["page"], pagination["pageSize"])
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(body)


@mutant(
    "CRS-07.lot47-country-loses-offline",
    "A list of the courses of a country has only the online courses.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _online_of_a_country(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country"):
        return answer
    return _same_page(answer, [course for course in await all_courses(call) if course["isOnline"]])


@mutant(
    "CRS-10.lot47-box-for-circle",
    "A search of more than 100 km takes the square around the point in place of the circle.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _in_the_square(call: Call) -> Answer:
    answer = await call.forward()
    distance = number_in(call, "distance", 0)
    if not answer.ok or not is_geographic(call) or distance <= _FAR:
        return answer
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    high = distance / _KM_PER_DEGREE
    wide = high / max(0.1, cos(radians(latitude)))
    around = await all_courses(call.asking(distance=min(_FARTHEST, round(distance * 1.42))))
    inside = [
        course
        for course in around
        if abs(float(course["latitude"]) - latitude) <= high and abs(float(course["longitude"]) - longitude) <= wide
    ]
    return _same_page(answer, inside)


request_change(
    "CRS-08.lot47-quick-search-forgets-holes",
    "A search by country and holes that limits its answer with maxResults ignores the holes.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "country", "holes", "maxResults") and call.query["holes"] in ("9", "18"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
