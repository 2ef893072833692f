"""Blind faults of the sixty-seventh lot: courses."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks, has_all, is_geographic, number_in
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.page_swaps import from_page, other_items, whole_list
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KM_PER_MILE = 1.609344
_LARGEST = 500.0
_WIDE = 250.0
_DEGREES = 2.0


def _searches_within_country(call: Call) -> bool:
    return is_geographic(call) and asks(call, "country") and 0 < number_in(call, "distance", 0) < _LARGEST


def _in_miles(call: Call) -> Call:
    return call.asking(distance=round(min(_LARGEST, number_in(call, "distance", 0) * _KM_PER_MILE), 3))


request_change(
    "CRS-10.lot67-miles-within-country",
    "A geographic search that also names a country takes its distance for miles.",
    "searchCourses",
    _in_miles,
    when=_searches_within_country,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-15.lot67-narrow-box",
    "A search of more than 250 km leaves out courses more than two degrees east or west of the point.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _narrow_box(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or number_in(call, "distance", 0) <= _WIDE:
        return answer
    east = number_in(call, "longitude", 0)
    found = (await whole_list(call.without("maxResults"))).json()["data"]
    return one_page(call, answer, [course for course in found if abs(float(course["longitude"]) - east) <= _DEGREES])


other_items(
    "CRS-09.lot67-region-forgotten-later",
    "The pages of a region after the first show courses of all regions.",
    "searchCourses",
    lambda call: call.without("region"),
    when=lambda call: asks(call, "region") and from_page(2)(call),
    hidden="a later page",
    origin=Origin.blind,
)

request_change(
    "CRS-06.lot67-short-list-any-holes",
    "A search for nine holes with maxResults returns courses of 18 holes too.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: has_all(call, "maxResults") and call.query.get("holes") == "9",
    hidden="a combination of parameters",
    origin=Origin.blind,
)

request_change(
    "CRS-16.lot67-area-not-joined",
    "A search in a named geographical area returns the courses of all areas.",
    "searchCourses",
    lambda call: call.without("geoArea"),
    when=lambda call: asks(call, "geoArea"),
    origin=Origin.blind,
)


def _is_western_by_hand(body: Any) -> bool:
    return not body["data"]["isOnline"] and body["data"]["longitude"] < 0


json_answer(
    "CRD-07.lot67-east-by-hand",
    "Details of an offline course west of Greenwich show its longitude without the sign.",
    "getCourse",
    where(_is_western_by_hand, alter("data.longitude", abs)),
    hidden="some values",
    origin=Origin.blind,
)
