"""Faults of the search around a point or in an area (CRS-10 to 12, 15, 16)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mock_server.domain.courses import distance_km
from tests.mutants.parts.asking import all_courses, asks, has_all, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_KM_PER_MILE = 1.609344


def _has_a_point(call: Call) -> bool:
    return "latitude" in call.query and "longitude" in call.query


def _distance(call: Call) -> float:
    """The distance asked for in km, 0 when the call names none that is a number."""
    try:
        return float(call.query.get("distance", "0"))
    except ValueError:
        return 0.0


request_change(
    "CRS-10",
    "The service reads distance as miles.",
    "searchCourses",
    lambda call: call.asking(distance=min(500, round(_distance(call) * _KM_PER_MILE))),
    when=lambda call: _has_a_point(call) and _distance(call) > 0,
)
request_change(
    "CRS-11",
    "Without a distance the search reaches 100 km.",
    "searchCourses",
    lambda call: call.asking(distance=100),
    when=lambda call: _has_a_point(call) and "distance" not in call.query,
)
request_change(
    "CRS-11.nearer",
    "Without a distance the search reaches 25 km.",
    "searchCourses",
    lambda call: call.asking(distance=25),
    when=lambda call: _has_a_point(call) and "distance" not in call.query,
)
request_change(
    "CRS-12",
    "A distance over 500 km finds courses at every distance.",
    "searchCourses",
    lambda call: call.without("latitude", "longitude", "distance"),
    when=lambda call: _distance(call) > 500,
)
request_change(
    "CRS-15",
    "The last digit of a distance of three digits is cut off.",
    "searchCourses",
    lambda call: call.asking(distance=call.query["distance"][:2]),
    when=lambda call: len(call.query.get("distance", "")) == 3,
)

request_change("CRS-16", "geoArea is ignored.", "searchCourses", lambda call: call.without("geoArea"))

_COURSES = "searchCourses"

request_change(
    "CRS-10.country",
    "Beside a country, the point of a search is ignored.",
    _COURSES,
    lambda call: call.without("latitude", "longitude", "distance"),
    when=lambda call: has_all(call, "country", "latitude", "longitude"),
    hidden="a combination of parameters",
    origin=Origin.hidden,
)


def _next_fifty(distance: str) -> int:
    return -(-int(distance) // 50) * 50


request_change(
    "CRS-10.fifties",
    "The service rounds a distance up to the next fifty.",
    "searchCourses",
    lambda call: call.asking(distance=_next_fifty(call.query["distance"])),
    when=lambda call: call.query.get("distance", "").isdecimal() and 0 < int(call.query["distance"]) <= 450,
    hidden="some values",
    origin=Origin.hidden,
)

_KM_PER_DEGREE = 111.195


def _distance_km(course: Mapping[str, Any], latitude: float, longitude: float) -> float:
    here, there = math.radians(latitude), math.radians(float(course["latitude"]))
    turn = math.radians(float(course["longitude"]) - longitude)
    cosine = math.sin(here) * math.sin(there) + math.cos(here) * math.cos(there) * math.cos(turn)
    return math.radians(1) ** -1 * math.acos(max(-1.0, min(1.0, cosine))) * _KM_PER_DEGREE


request_change(
    "CRS-10.blind-country",
    "Beside a country, the point and the distance are ignored.",
    "searchCourses",
    lambda call: call.without("latitude", "longitude", "distance"),
    when=lambda call: asks(call, "country", "distance") and is_geographic(call),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
request_change(
    "CRS-16.blind-max-results",
    "geoArea is ignored beside maxResults.",
    "searchCourses",
    lambda call: call.without("geoArea"),
    when=lambda call: asks(call, "maxResults", "geoArea"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-10.blind-box",
    "The search covers a square around the point, whose corners are beyond the distance.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _box(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    latitude, longitude, distance = (number_in(call, *pair) for pair in _PLACE)
    north = distance / _KM_PER_DEGREE
    east = north / max(0.01, math.cos(math.radians(latitude)))
    found = [
        course
        for course in await all_courses(call, "latitude", "longitude", "distance")
        if abs(float(course["latitude"]) - latitude) <= north and abs(float(course["longitude"]) - longitude) <= east
    ]
    paging = answer.json()["meta"]["pagination"]
    return answer.with_json(page_of_courses(found, paging["page"], paging["pageSize"]))


_PLACE = (("latitude", 0.0), ("longitude", 0.0), ("distance", 50.0))

request_change(
    "CRS-10.blind-no-west",
    "The search loses the sign of a western longitude and searches in the east.",
    "searchCourses",
    lambda call: call.asking(longitude=abs(number_in(call, "longitude", 0.0))),
    when=lambda call: is_geographic(call) and number_in(call, "longitude", 0.0) < 0,
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "CRS-11.blind-wide-for-holes",
    "The default distance is 100 km beside holes.",
    "searchCourses",
    lambda call: call.asking(distance=100),
    when=lambda call: is_geographic(call) and asks(call, "holes") and not asks(call, "distance"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-12.blind-nearest-first",
    "A distance above 500 km has no limit, and courses beyond 500 km appear on later pages.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _nearest_first(call: Call) -> Answer:
    latitude, longitude, distance = (number_in(call, *pair) for pair in _PLACE)
    within_limit = await call.asking(distance=500).forward()
    if not is_geographic(call) or distance <= 500 or not within_limit.ok:
        return await call.forward()
    everywhere = await all_courses(call, "latitude", "longitude", "distance")
    found = [course for course in everywhere if _distance_km(course, latitude, longitude) <= distance]
    found.sort(key=lambda course: _distance_km(course, latitude, longitude))
    paging = within_limit.json()["meta"]["pagination"]
    return within_limit.with_json(page_of_courses(found, paging["page"], paging["pageSize"]))


_DEFAULT_KM = 50
_FARTHEST_KM = 500


def _km(call: Call) -> float:
    return number_in(call, "distance", _DEFAULT_KM)


request_change(
    "CRS-10.blind-small",
    "The service raises a distance below 10 km to 10 km.",
    "searchCourses",
    lambda call: call.asking(distance=10),
    when=lambda call: is_geographic(call) and 0 <= _km(call) < 10,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-12.blind-thousand",
    "The limit of a distance is 1000 km.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _up_to_a_thousand(call: Call) -> Answer:
    if not is_geographic(call) or not _FARTHEST_KM < _km(call) <= 2 * _FARTHEST_KM:
        return await call.forward()
    answer = await call.asking(distance=_FARTHEST_KM).forward()
    if not answer.ok:
        return answer
    here = (number_in(call, "latitude", 0), number_in(call, "longitude", 0))
    every = await all_courses(call, "latitude", "longitude", "distance")
    away = {course["id"]: distance_km(*here, float(course["latitude"]), float(course["longitude"])) for course in every}
    near = sorted(
        (course for course in every if away[course["id"]] <= _km(call)), key=lambda course: away[course["id"]]
    )
    asked = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(page_of_courses(near, asked["page"], asked["pageSize"]))


request_change(
    "CRS-15.blind-largest",
    "A distance of exactly 500 km counts as no distance, and the search reaches 50 km.",
    "searchCourses",
    lambda call: call.without("distance"),
    when=lambda call: is_geographic(call) and _km(call) == _FARTHEST_KM,
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "CRS-10.decimals",
    "A distance with decimals counts as no distance.",
    _COURSES,
    lambda call: call.without("distance"),
    when=lambda call: "." in call.query.get("distance", ""),
    hidden="some values",
    origin=Origin.hidden,
)
