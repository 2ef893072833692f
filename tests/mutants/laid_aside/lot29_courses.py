"""Blind faults of courses and their terms."""

from __future__ import annotations

from html import escape
from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KM_PER_DEGREE = 111.19
_NEAR_KM = 100

# Plain faults.
json_answer(
    "CRS-03.lot29-decimal-as-text",
    "The latitude of a course in the list is a string.",
    "searchCourses",
    alter("data[*].latitude", str),
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot29-order-of-the-table",
    "The cancellation tiers run from 0 up to the largest hoursBeforeTeeTime.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: sorted(tiers, key=lambda tier: tier["hoursBeforeTeeTime"])),
    origin=Origin.blind,
)


# Faults under a condition.
def _two_words(call: Call) -> Call:
    return call.asking(region="-".join(call.query["region"].split("-")[:2]))


request_change(
    "CRS-07.lot29-two-words-of-a-region",
    "The region filter reads only two words of a region id, and finds nothing for a longer one.",
    "searchCourses",
    _two_words,
    when=lambda call: call.query.get("region", "").count("-") > 1,
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "INV-07.lot29-escaped-twice",
    "The courseName in terms has HTML entities in place of an ampersand or an apostrophe.",
    "getCourseTerms",
    alter("data.courseName", escape),
    hidden="some values",
    origin=Origin.blind,
)


def _in_box(course: dict[str, Any], latitude: float, longitude: float, distance: float) -> bool:
    high = distance / _KM_PER_DEGREE
    wide = high / max(0.01, cos(radians(latitude)))
    return bool(
        abs(float(course["latitude"]) - latitude) <= high and abs(float(course["longitude"]) - longitude) <= wide
    )


@mutant(
    "CRS-10.lot29-corners-of-the-box",
    "A search within more than 100 km returns what lies in the square around the point, not in the circle.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _corners_of_the_box(call: Call) -> Answer:
    answer = await call.forward()
    distance = number_in(call, "distance", 50)
    if not answer.ok or not is_geographic(call) or distance <= _NEAR_KM:
        return answer
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    right = {course["id"] for course in await all_courses(call)}
    found = [
        course
        for course in await all_courses(call, "latitude", "longitude", "distance")
        if course["id"] in right or _in_box(course, latitude, longitude, distance)
    ]
    pagination = answer.json()["meta"]["pagination"]
    return answer.with_json(page_of_courses(found, pagination["page"], pagination["pageSize"]))
