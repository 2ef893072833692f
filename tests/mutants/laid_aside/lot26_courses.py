"""Blind faults of the course search and of course details."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import by_booking_code, is_geographic, number_in
from tests.mutants.parts.page_swaps import after_the_first_page, other_items
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_DEFAULT_KM = 50
# The country and the region in a booking code.
_PREFIX = 5


def _later_page_of_a_circle(call: Call) -> bool:
    return after_the_first_page(call) and is_geographic(call) and number_in(call, "distance", _DEFAULT_KM) > _DEFAULT_KM


other_items(
    "PAG-12.lot26-distance-lost-on-turning",
    "Later pages of a search around a point forget the distance and show the courses within 50 km.",
    "searchCourses",
    lambda call: call.without("distance"),
    when=_later_page_of_a_circle,
    hidden="a later page",
    origin=Origin.blind,
)


def _just_west_of_greenwich(body: Any) -> bool:
    return bool(-1 < body["data"]["longitude"] < 0)


json_answer(
    "CRD-07.lot26-sign-of-zero-degrees",
    "Details show a longitude between -1 and 0 without its sign, as zero degrees have none.",
    "getCourse",
    where(_just_west_of_greenwich, alter("data.longitude", abs)),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRD-02.lot26-one-cache-entry-a-region",
    "A booking code gets the course that was first read by a code with the same five letters at its head.",
    "getCourse",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_cache_entry_a_region(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not by_booking_code(call):
        return answer
    cached: dict[str, Answer] = call.memory.setdefault("cached", {})
    first = cached.setdefault(call.path_params["id"][:_PREFIX].upper(), answer)
    return answer.with_json(first.json())
