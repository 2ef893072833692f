"""Blind faults of the course search, of course details and of terms."""

from __future__ import annotations

from dataclasses import replace
from math import asin, cos, degrees, radians, sin
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in, page_of_courses
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, rename
from tests.mutants.tools.registry import Origin, json_answer, mutant

_EARTH_RADIUS_KM = 6371.0088
_SMALL_KM = 100
_LARGEST_KM = 500

# Plain faults.
json_answer(
    "CRD-04.lot34-cover-image",
    "Course details carry coverImageUrl under the name coverImage.",
    "getCourse",
    rename("data.coverImageUrl", "coverImage"),
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot34-tiers-upwards",
    "The tiers of a cancellation policy run from 0 hours up to the largest.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    origin=Origin.blind,
)


# Faults under a condition.
def _in_the_box(call: Call, course: dict[str, Any]) -> bool:
    """Whether a course lies in the rectangle around the circle of the search."""
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    angle = number_in(call, "distance", 0) / _EARTH_RADIUS_KM
    width = degrees(asin(min(1.0, sin(angle) / cos(radians(latitude)))))
    height = degrees(angle)
    return abs(float(course["latitude"]) - latitude) <= height and abs(float(course["longitude"]) - longitude) <= width


@mutant(
    "CRS-10.lot34-box-for-a-circle",
    "A search over more than 100 km returns the courses of the rectangle around the circle.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _box_for_a_circle(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or not _SMALL_KM < number_in(call, "distance", 0) < _LARGEST_KM:
        return answer
    around = await all_courses(call.asking(distance=_LARGEST_KM))
    found = [course for course in around if _in_the_box(call, course)]
    pagination = answer.json()["meta"]["pagination"]
    if len(found) <= pagination["totalItems"]:
        return answer
    # The links of the sandbox count its own pages.
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    page = page_of_courses(found, pagination["page"], pagination["pageSize"])
    return replace(answer, headers=kept).with_json(page)


@mutant(
    "PAG-13.lot34-later-totals",
    "From its second page on, the list of the courses of a country counts the courses of all countries.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _later_totals(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or page_number(call) <= 1 or not call.query.get("country"):
        return answer
    body = answer.json()
    everywhere = await call.without("country").forward()
    body["meta"]["pagination"] = everywhere.json()["meta"]["pagination"]
    return answer.with_json(body)
