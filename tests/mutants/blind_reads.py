"""Faults of reads that show for some values only, written without knowledge of the suite."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mock_server.domain.courses import distance_km
from tests.mutants.tools.asking import all_courses, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import mutant, request_change
from tests.mutants.tools.substitutes import a_refusal

_VALUES = "some values"
_DEFAULT_KM, _FARTHEST_KM = 50, 500

request_change(
    "PAG-06.blind-one",
    "A page size of 1 counts as none: there are 20 items, and 20 is reported.",
    "searchCourses listBookings",
    lambda call: call.without("pageSize"),
    when=lambda call: call.query.get("pageSize") == "1",
    hidden=_VALUES,
)


@mutant("ENV-01.blind-nine-holes", "The tee sheet of a nine-hole course answers 500.", "listTeeTimes", hidden=_VALUES)
async def _nine_holes_crash(call: Call) -> Answer:
    answer = await call.forward()
    course = await call.upstream("GET", f"/travel/courses/{call.path_params['courseId']}")
    if answer.ok and course.json()["data"]["holes"] == 9:
        return await a_refusal(call, 500, "internal_error", "Something went wrong.")
    return answer


def _km(call: Call) -> float:
    return number_in(call, "distance", _DEFAULT_KM)


request_change(
    "CRS-10.blind-small",
    "A distance below 10 km is raised to 10.",
    "searchCourses",
    lambda call: call.asking(distance=10),
    when=lambda call: is_geographic(call) and 0 <= _km(call) < 10,
    hidden=_VALUES,
)


@mutant(
    "CRS-12.blind-thousand",
    "A distance over 500 km, up to 1000 km, is searched as it is.",
    "searchCourses",
    hidden=_VALUES,
)
async def _up_to_a_thousand(call: Call) -> Answer:
    if not is_geographic(call) or not _FARTHEST_KM < _km(call) <= 2 * _FARTHEST_KM:
        return await call.forward()
    answer = await call.asking(distance=_FARTHEST_KM).forward()
    if not answer.ok:
        return answer
    here = (number_in(call, "latitude", 0), number_in(call, "longitude", 0))
    every = await all_courses(call, "latitude", "longitude", "distance")
    away = {one["id"]: distance_km(*here, float(one["latitude"]), float(one["longitude"])) for one in every}
    near = sorted((one for one in every if away[one["id"]] <= _km(call)), key=lambda one: away[one["id"]])
    asked = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(page_of_courses(near, asked["page"], asked["pageSize"]))


request_change(
    "CRS-15.blind-largest",
    "The largest distance, exactly 500 km, counts as none: the search reaches 50 km.",
    "searchCourses",
    lambda call: call.without("distance"),
    when=lambda call: is_geographic(call) and _km(call) == _FARTHEST_KM,
    hidden=_VALUES,
)


@mutant(
    "AVM-16.blind-end",
    "endDate itself is not looked at, so that a range of one day has no day.",
    "checkAvailability",
    hidden=_VALUES,
)
async def _without_the_last_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"startDate", "endDate"} <= call.query.keys():
        return answer
    body: Any = answer.json()
    end = call.query["endDate"]
    days = [day for day in body["availabilityResults"] if day["date"] < end]
    best = body.get("bestAvailability")
    return answer.with_json(
        body | {"availabilityResults": days, "bestAvailability": best if best and best["date"] < end else None}
    )
