"""Blind faults of the course list and of course details."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in
from tests.mutants.parts.page_swaps import from_page
from tests.mutants.parts.pretending import paged
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, swapped
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

# Plain faults.
json_answer(
    "CRD-07.lot33-coordinates-swapped",
    "Details show the latitude as longitude and the longitude as latitude.",
    "getCourse",
    swapped("latitude", "longitude", "data"),
    origin=Origin.blind,
)
json_answer(
    "TRM-02.lot33-percent-as-text",
    "The refund of a tier is a text with a percent sign.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers[*].refundPercent", lambda percent: f"{percent}%"),
    origin=Origin.blind,
)


# Faults under a condition.
def _below_a_kilometre(call: Call) -> bool:
    return is_geographic(call) and 0 < number_in(call, "distance", 50) < 1


# The whole part of such a distance is 0, and 0 is taken for a distance that was not sent.
request_change(
    "CRS-10.lot33-below-a-kilometre",
    "A search within less than one kilometre finds courses within the default distance.",
    "searchCourses",
    lambda call: call.without("distance"),
    when=_below_a_kilometre,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot33-at-the-very-point",
    "A search around the exact coordinates of a course leaves out that course.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _at_the_very_point(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    point = number_in(call, "latitude", 0), number_in(call, "longitude", 0)

    def is_there(course: dict[str, Any]) -> bool:
        return (float(course["latitude"]), float(course["longitude"])) == point

    found = await all_courses(call)
    if not any(is_there(course) for course in found):
        return answer
    return paged(answer, [course for course in found if not is_there(course)])


@mutant(
    "PAG-12.lot33-later-pages-by-name",
    "The later pages of a search around a point come from a list in another order than the first page.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _later_pages_by_name(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or not from_page(2)(call):
        return answer
    return paged(answer, sorted(await all_courses(call), key=lambda course: str(course["name"])[::-1]))
