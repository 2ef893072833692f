"""Blind faults of the forty-second lot: courses and their lists."""

from __future__ import annotations

from dataclasses import replace

from tests.mutants.parts.asking import is_geographic, number_in
from tests.mutants.parts.page_swaps import after_the_first_page, other_items
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Condition, Origin, json_answer, mutant

_SOUTH, _NORTH, _WEST, _EAST = 49.9, 58.7, -5.8, 1.7
_KILOMETRES = 1.609
_LONGEST = 500


def without_links(answer: Answer) -> Answer:
    """The answer without the links of another request."""
    return replace(answer, headers=tuple(pair for pair in answer.headers if pair[0].lower() != "link"))


json_answer(
    "CRD-06.lot42-facilities-in-a-text",
    "The facilities of a course are one text with commas.",
    "getCourse",
    alter("data.facilities", ", ".join),
    origin=Origin.blind,
)


def is_in_britain(call: Call) -> bool:
    """Whether the search is around a point in Great Britain."""
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    return is_geographic(call) and _SOUTH < latitude < _NORTH and _WEST < longitude < _EAST


@mutant(
    "CRS-10.lot42-miles-in-britain",
    "Around a point in Great Britain the distance counts miles.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def miles_in_britain(call: Call) -> Answer:
    """Searches as many miles around the point as kilometres were asked for."""
    answer = await call.forward()
    if not answer.ok or "distance" not in call.query or not is_in_britain(call):
        return answer
    distance = min(_LONGEST, round(number_in(call, "distance", 0) * _KILOMETRES, 1))
    return without_links(await call.asking(distance=distance).forward())


@mutant(
    "CRS-08.lot42-holes-around-a-point",
    "A search around a point ignores the number of holes.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def holes_around_a_point(call: Call) -> Answer:
    """Leaves the number of holes out of a search around a point."""
    answer = await call.forward()
    if not answer.ok or "holes" not in call.query or not is_geographic(call):
        return answer
    return without_links(await call.without("holes").forward())


later_page_around_a_point: Condition = lambda call: is_geographic(call) and after_the_first_page(call)  # noqa: E731

other_items(
    "PAG-09.lot42-first-page-around-a-point",
    "A later page of a search around a point shows the courses of the first page.",
    "searchCourses",
    lambda call: call.asking(page=1),
    when=later_page_around_a_point,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
