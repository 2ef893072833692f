"""Blind faults of the twelfth lot: courses, their search and its pages."""

from __future__ import annotations

import re
from dataclasses import replace
from math import asin, cos, degrees, radians, sin
from typing import Any
from unicodedata import normalize

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_EARTH_KM = 6371.0
_DEFAULT_KM, _LARGEST_KM, _LARGEST_BOX_KM = 50.0, 500.0, 340.0
_CORNER = 1.45


def _region_id(name: str) -> str:
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


json_answer(
    "CRD-07.lot12-region-id-shown",
    "The details of a course show the id of its region where the list shows the name.",
    "getCourse",
    alter("data.region", _region_id),
    origin=Origin.blind,
)


request_change(
    "CRS-08.lot12-country-near-a-point",
    "A search around a point forgets the country.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: is_geographic(call) and asks(call, "country"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-10.lot12-square-not-circle",
    "The search around a point finds the courses of a square around it, with those in its corners.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _square(call: Call) -> Answer:
    answer = await call.forward()
    distance = number_in(call, "distance", _DEFAULT_KM)
    if not answer.ok or not is_geographic(call) or not 0 < distance <= _LARGEST_BOX_KM:
        return answer
    around = call.asking(distance=min(_LARGEST_KM, distance * _CORNER))
    found = [course for course in await all_courses(around) if _in_box(call, course, distance)]
    shown = answer.json()["meta"]["pagination"]
    if len(found) == shown["totalItems"]:
        return answer
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(page_of_courses(found, shown["page"], shown["pageSize"]))


def _in_box(call: Call, course: dict[str, Any], distance: float) -> bool:
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    height = degrees(distance / _EARTH_KM)
    width = degrees(asin(min(1.0, sin(distance / _EARTH_KM) / cos(radians(latitude)))))
    return abs(float(course["latitude"]) - latitude) <= height and abs(float(course["longitude"]) - longitude) <= width


def _one_more_when_even(pagination: dict[str, Any]) -> dict[str, Any]:
    whole, rest = divmod(pagination["totalItems"], pagination["pageSize"])
    return pagination | {"totalPages": whole + 1} if whole and not rest else pagination


json_answer(
    "PAG-11.lot12-full-last-page",
    "A list of courses whose last page is full counts one page more.",
    "searchCourses",
    alter("meta.pagination", _one_more_when_even),
    hidden="some values",
    origin=Origin.blind,
)
