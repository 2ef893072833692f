"""Blind faults of the fiftieth lot: courses."""

from __future__ import annotations

from tests.mutants.parts.asking import is_geographic, number_in
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_MILE = 1.609
_FAR, _FARTHEST = 100, 500
_LARGE_PAGE = 50

request_change(
    "CRS-17.lot50-max-results-unread",
    "The course list ignores the wished number of results.",
    "searchCourses",
    lambda call: call.without("maxResults"),
    when=lambda call: call.query.get("maxResults", "").isdecimal(),
    origin=Origin.blind,
)


def _in_miles(call: Call) -> Call:
    return call.asking(distance=min(_FARTHEST, round(number_in(call, "distance", 0) * _MILE)))


request_change(
    "CRS-10.lot50-long-distances-in-miles",
    "A search within more than 100 km takes the distance for miles and returns courses that are too far away.",
    "searchCourses",
    _in_miles,
    when=lambda call: is_geographic(call) and _FAR < number_in(call, "distance", 0) <= _FARTHEST,
    hidden="some values",
    origin=Origin.blind,
)


request_change(
    "CRS-06.lot50-holes-unread-nearby",
    "A search around a point without a distance returns courses with another number of holes than the filter names.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: (
        is_geographic(call) and "distance" not in call.query and call.query.get("holes", "") in ("9", "18")
    ),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot50-large-pages-of-a-country-overlap",
    "Large pages of the courses of a country begin with the last course of the page before, and one course is missing.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _large_pages_of_a_country_overlap(call: Call) -> Answer:
    answer = await call.forward()
    page = page_number(call)
    if not answer.ok or page < 2 or not call.query.get("country") or number_in(call, "pageSize", 20) <= _LARGE_PAGE:
        return answer
    body = answer.json()
    before = await call.asking(page=page - 1).forward()
    if not before.ok or not body["data"]:
        return answer
    body["data"] = [before.json()["data"][-1], *body["data"][:-1]]
    return answer.with_json(body)
