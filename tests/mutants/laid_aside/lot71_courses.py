"""Blind faults of the seventy-first lot: courses."""

from __future__ import annotations

from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in
from tests.mutants.parts.disguises import one_page
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KM_OF_A_DEGREE = 111.19
_DIAGONAL = 1.42


@mutant(
    "CRS-07.lot71-short-rounds-need-sheets",
    "The list of the courses with 9 holes leaves out the offline courses.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _only_with_sheets(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holes") != "9":
        return answer
    return one_page(call, answer, [course for course in await all_courses(call) if course["isOnline"]])


@mutant(
    "CRS-10.lot71-square-for-circle",
    "A wide search returns the courses of a square around the point, also those in its corners.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _in_a_square(call: Call) -> Answer:
    answer = await call.forward()
    distance = number_in(call, "distance", 50)
    if not answer.ok or not is_geographic(call) or not 100 <= distance <= 200:
        return answer
    around = await all_courses(call.asking(distance=round(distance * _DIAGONAL)))
    return one_page(call, answer, [course for course in around if _is_in_the_square(call, course, distance)])


def _is_in_the_square(call: Call, course: dict[str, Any], distance: float) -> bool:
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    north = abs(float(course["latitude"]) - latitude) * _KM_OF_A_DEGREE
    east = abs(float(course["longitude"]) - longitude) * _KM_OF_A_DEGREE * cos(radians(latitude))
    return north <= distance and east <= distance


request_change(
    "CRS-08.lot71-point-beats-country",
    "A search around a point ignores the country.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: is_geographic(call) and asks(call, "country"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-20.lot71-resorts-joined-twice",
    "A search in a named area lists every resort twice.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _resorts_twice(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "geoArea"):
        return answer
    found = await all_courses(call)
    return one_page(call, answer, [row for row in found for _ in range(1 + (row["courseType"] == "resort"))])


json_answer(
    "CRD-07.lot71-west-without-sign",
    "The details of a course west of Greenwich show its longitude without the sign.",
    "getCourse",
    where(lambda body: body["data"]["longitude"] < 0, alter("data.longitude", abs)),
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "PAG-03.lot71-pages-of-twenty-five",
    "A course list without a page size has pages of 25.",
    "searchCourses",
    lambda call: call.asking(pageSize=25),
    when=lambda call: "pageSize" not in call.query and "maxResults" not in call.query,
    origin=Origin.blind,
)
