"""Blind faults of the course search and of course details."""

from __future__ import annotations

from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KM_OF_A_DEGREE = 111.32
_DEFAULT_KM = 50.0

# A plain fault.
json_answer(
    "CRD-07.lot32-cover-for-thumbnail",
    "The thumbnail of the details is the cover image, not the thumbnail of the list.",
    "getCourse",
    alter("data", lambda course: course | {"thumbnailUrl": course["coverImageUrl"]}),
    origin=Origin.blind,
)

# Faults under a condition.
request_change(
    "CRS-10.lot32-falsy-meridian",
    "A search around a point on the meridian of Greenwich, longitude 0, is not limited to its distance.",
    "searchCourses",
    lambda call: call.without("latitude", "longitude", "distance"),
    when=lambda call: is_geographic(call) and number_in(call, "longitude", 1.0) == 0,
    hidden="some values",
    origin=Origin.blind,
)


def _in_the_box(call: Call, course: dict[str, Any]) -> bool:
    latitude, longitude = number_in(call, "latitude", 0.0), number_in(call, "longitude", 0.0)
    reach = number_in(call, "distance", _DEFAULT_KM) / _KM_OF_A_DEGREE
    north = abs(float(course["latitude"]) - latitude)
    east = abs(float(course["longitude"]) - longitude) * cos(radians(latitude))
    return north <= reach and east <= reach


@mutant(
    "PAG-12.lot32-box-counted",
    "A geographic search counts the courses of the square around the point, and lists those of the circle.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _box_counted(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    every = await all_courses(call, "latitude", "longitude", "distance")
    body = answer.json()
    pagination = body["meta"]["pagination"]
    total = max(pagination["totalItems"], sum(_in_the_box(call, course) for course in every))
    pagination |= {"totalItems": total, "totalPages": -(-total // pagination["pageSize"])}
    return answer.with_json(body)
