"""Faults of searching courses and of their details, written without knowledge of the suite."""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping
from typing import Any

from tests.mutants.tools.asking import (
    all_courses,
    asks,
    by_booking_code,
    is_geographic,
    number_in,
    page_of_courses,
)
from tests.mutants.tools.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.page_swaps import page_number
from tests.mutants.tools.registry import json_answer, mutant, request_change

_COURSES = "/travel/courses"
_KM_PER_DEGREE = 111.195


def _distance_km(one: Mapping[str, Any], latitude: float, longitude: float) -> float:
    here, there = math.radians(latitude), math.radians(float(one["latitude"]))
    turn = math.radians(float(one["longitude"]) - longitude)
    cosine = math.sin(here) * math.sin(there) + math.cos(here) * math.cos(there) * math.cos(turn)
    return math.radians(1) ** -1 * math.acos(max(-1.0, min(1.0, cosine))) * _KM_PER_DEGREE


request_change(
    "CRS-05.blind-holes-wins",
    "country is ignored as soon as holes is given too: the second filter replaces the first.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: asks(call, "country", "holes"),
    hidden="a combination of parameters",
)


@mutant(
    "CRS-05.blind-padded-last-page",
    "The last page of a country is filled up with the courses that come next in the index.",
    "searchCourses",
    hidden="a later page",
)
async def _padded_last_page(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country"):
        return answer
    body = answer.json()
    paging = body["meta"]["pagination"]
    missing = paging["pageSize"] - len(body["data"])
    if paging["page"] < 2 or paging["page"] != paging["totalPages"] or not missing:
        return answer
    others = (await call.upstream("GET", _COURSES, query={"pageSize": 100})).json()["data"]
    body["data"] += [course for course in others if course["country"] != call.query["country"]][:missing]
    return answer.with_json(body)


request_change(
    "CRS-06.blind-named-area",
    "holes is ignored in a named area.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "geoArea", "holes"),
    hidden="a combination of parameters",
)


request_change(
    "CRS-05.blind-max-results",
    "country is ignored beside maxResults.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: asks(call, "maxResults", "country"),
    hidden="a combination of parameters",
)
request_change(
    "CRS-05.blind-region",
    "country is ignored beside region: the region knows its country.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: asks(call, "region", "country"),
    hidden="a combination of parameters",
)
request_change(
    "CRS-06.blind-near",
    "holes is ignored beside coordinates.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "holes") and is_geographic(call),
    hidden="a combination of parameters",
)
request_change(
    "CRS-09.blind-holes",
    "region is ignored beside holes, from the second page on.",
    "searchCourses",
    lambda call: call.without("region"),
    when=lambda call: asks(call, "holes", "region") and page_number(call) > 1,
    hidden="a combination of parameters",
)
request_change(
    "CRS-10.blind-country",
    "A country counts as the place to search in, and the distance is ignored.",
    "searchCourses",
    lambda call: call.without("latitude", "longitude", "distance"),
    when=lambda call: asks(call, "country", "distance") and is_geographic(call),
    hidden="a combination of parameters",
)
request_change(
    "CRS-16.blind-max-results",
    "geoArea is ignored beside maxResults.",
    "searchCourses",
    lambda call: call.without("geoArea"),
    when=lambda call: asks(call, "maxResults", "geoArea"),
    hidden="a combination of parameters",
)
request_change(
    "CRS-17.blind-second-page",
    "maxResults is forgotten from the second page on.",
    "searchCourses",
    lambda call: call.without("maxResults"),
    when=lambda call: asks(call, "maxResults") and page_number(call) > 1,
    hidden="a later page",
)


@mutant(
    "CRS-08.blind-first-found",
    "Around a point the first page is filtered by holes, and what is left of it is all that is found.",
    "searchCourses",
    hidden="a combination of parameters",
)
async def _first_found(call: Call) -> Answer:
    if not (asks(call, "holes") and is_geographic(call)):
        return await call.forward()
    everything = await call.without("holes").forward()
    if not everything.ok:
        return everything
    found = [course for course in everything.json()["data"] if str(course["holes"]) == call.query["holes"]]
    paging = everything.json()["meta"]["pagination"]
    return everything.with_json(page_of_courses(found, 1, paging["pageSize"]))


@mutant(
    "CRS-10.blind-box",
    "The search looks in a square around the point, and its corners reach beyond the distance.",
    "searchCourses",
    hidden="some values",
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
    "The sign of a western longitude is lost: the search is around a point in the east.",
    "searchCourses",
    lambda call: call.asking(longitude=abs(number_in(call, "longitude", 0.0))),
    when=lambda call: is_geographic(call) and number_in(call, "longitude", 0.0) < 0,
    hidden="some values",
)

request_change(
    "CRS-11.blind-wide-for-holes",
    "The default distance is 100 km when only courses with a number of holes are looked for.",
    "searchCourses",
    lambda call: call.asking(distance=100),
    when=lambda call: is_geographic(call) and asks(call, "holes") and not asks(call, "distance"),
    hidden="a combination of parameters",
)


@mutant(
    "CRS-12.blind-nearest-first",
    "A distance above 500 km is not limited: nearest courses come first, the far ones on later pages.",
    "searchCourses",
    hidden="a later page",
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


@mutant(
    "CRS-18.blind-withdrawn",
    "One course in twelve is withdrawn: it has no details any more and is still listed.",
    "getCourse",
    hidden="some values",
)
async def _withdrawn(call: Call) -> Answer:
    if zlib.crc32(call.path_params["id"].encode()) % 12 == 0:
        return await a_refusal_for_an_unknown_id(call)
    return await call.forward()


@mutant(
    "CRD-01.blind-short-cache-key",
    "The cache of details knows a course by the last letter of its id: two courses share an entry.",
    "getCourse",
    hidden="after another operation",
)
async def _short_cache_key(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    kept: Answer = call.memory.setdefault(call.path_params["id"][-1], answer)
    return kept


_DOCUMENTED_FACILITIES = ("driving_range", "putting_green", "pro_shop", "buggy_rental", "club_rental", "restaurant")

json_answer(
    "CRD-02.blind-old-serialiser",
    "The details by booking code leave out the facilities that were added later.",
    "getCourse",
    alter("data.facilities", lambda names: [name for name in names if name in _DOCUMENTED_FACILITIES]),
    when=by_booking_code,
    hidden="one of two ways",
)

json_answer(
    "CRD-07.blind-coarse-index",
    "A geographical search gives coordinates as its index keeps them, with two decimals.",
    "searchCourses",
    lambda body: alter("data[*].latitude", _two_decimals)(alter("data[*].longitude", _two_decimals)(body)),
    when=is_geographic,
    hidden="one of two ways",
)


def _two_decimals(value: Any) -> Any:
    return round(float(value), 2)


@mutant(
    "CRD-08.blind-last-read",
    "The details of an unknown id are those of the course the agency read last.",
    "getCourse",
    hidden="after another operation",
)
async def _last_read(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok:
        call.memory["last"] = answer
    last: Answer = call.memory.get("last", answer)
    return last if answer.status == 404 else answer
