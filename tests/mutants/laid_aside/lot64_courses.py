"""Blind faults of the sixty-fourth lot: courses."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in
from tests.mutants.parts.page_swaps import other_items, page_number
from tests.mutants.parts.pretending import paged
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_MILE = 1.609
_FAR = 100.0
_FARTHEST = 500.0
_DEFAULT = 50.0

other_items(
    "CRS-05.lot64-short-courses-further-on",
    "Later pages of the nine-hole courses of a country show those of all countries.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: asks(call, "country") and call.query.get("holes") == "9" and page_number(call) > 1,
    hidden="a later page",
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot64-offline-lost-in-filters",
    "A search by country and holes leaves out the offline courses.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country", "holes"):
        return answer
    return paged(answer, [course for course in await all_courses(call) if course["isOnline"]])


request_change(
    "CRS-10.lot64-wide-circles-in-miles",
    "A distance of more than a hundred kilometres is taken for miles.",
    "searchCourses",
    lambda call: call.asking(distance=min(_FARTHEST, number_in(call, "distance", _DEFAULT) * _MILE)),
    when=lambda call: is_geographic(call) and _FAR < number_in(call, "distance", _DEFAULT) < _FARTHEST,
    hidden="some values",
    origin=Origin.blind,
)


def _is_offline_in_the_west(body: Any) -> bool:
    return not body["data"]["isOnline"] and body["data"]["longitude"] < 0


json_answer(
    "CRD-07.lot64-western-sign-lost",
    "The details of an offline course west of Greenwich show its longitude without the sign.",
    "getCourse",
    where(_is_offline_in_the_west, alter("data.longitude", abs)),
    hidden="some values",
    origin=Origin.blind,
)
