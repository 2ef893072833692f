"""Blind faults of the forty-sixth lot: courses and terms."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change


def _rounded(course: dict[str, Any]) -> dict[str, Any]:
    return course | {name: round(course[name], 1) for name in ("latitude", "longitude")}


json_answer(
    "CRD-07.lot46-rounded-coordinates",
    "The details of a course round its coordinates to one decimal, the list does not.",
    "getCourse",
    alter("data", _rounded),
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot46-last-tier-left-out",
    "The tiers of the cancellation policy end before the tier of 0 hours.",
    "getCourseTerms",
    drop("data.cancellationPolicy.tiers[-1]"),
    origin=Origin.blind,
)

request_change(
    "CRS-17.lot46-max-results-ignored",
    "A search with maxResults is answered in pages of the usual size.",
    "searchCourses",
    lambda call: call.without("maxResults"),
    origin=Origin.blind,
)


def _square_of_distance(call: Call, course: dict[str, Any]) -> float:
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    east = (float(course["longitude"]) - longitude) * cos(radians(latitude))
    return (float(course["latitude"]) - latitude) ** 2 + east**2


@mutant(
    "CRS-07.lot46-search-stops-at-the-border",
    "A search around a point near a border returns only the courses of the country of the nearest course.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _at_the_border(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    found = await all_courses(call)
    if len({course["country"] for course in found}) < 2:
        return answer
    country = min(found, key=lambda course: _square_of_distance(call, course))["country"]
    kept = [course for course in found if course["country"] == country]
    pagination = answer.json()["meta"]["pagination"]
    page = page_of_courses(kept, pagination["page"], pagination["pageSize"])
    headers = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=headers).with_json(page)
