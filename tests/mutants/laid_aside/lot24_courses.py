"""Blind faults of the course list and of course details."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in
from tests.mutants.parts.pretending import paged
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_FARTHEST = 500

# A plain fault.
json_answer(
    "CRD-06.lot24-facilities-as-objects",
    "The facilities are objects with a code and a label.",
    "getCourse",
    alter("data.facilities[*]", lambda code: {"code": code, "label": str(code).replace("_", " ").capitalize()}),
    origin=Origin.blind,
)


# Faults under a condition.
def _has_a_fraction(call: Call) -> bool:
    distance = number_in(call, "distance", 50)
    return is_geographic(call) and 0 < distance < _FARTHEST and not distance.is_integer()


def _without_the_point(call: Call) -> Call:
    digits = str(number_in(call, "distance", 50)).replace(".", "")
    return call.asking(distance=min(int(digits), _FARTHEST)) if digits.isdecimal() else call


request_change(
    "CRS-10.lot24-lost-decimal-point",
    "A distance with a fraction loses its decimal point: 12.5 km are searched as 125 km.",
    "searchCourses",
    _without_the_point,
    when=_has_a_fraction,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot24-zero-meridian",
    "A search around a point finds no course on the other side of the zero meridian.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _zero_meridian(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    is_west = number_in(call, "longitude", 0) < 0
    courses: list[dict[str, Any]] = await all_courses(call)
    kept = [course for course in courses if (course["longitude"] < 0) is is_west]
    if len(kept) == len(courses):
        return answer
    headers = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return paged(replace(answer, headers=headers), kept)


json_answer(
    "CRD-07.lot24-escaped-name",
    "The details escape apostrophes and ampersands in the name for HTML, the list does not.",
    "getCourse",
    alter("data.name", lambda name: html.escape(str(name))),
    hidden="some values",
    origin=Origin.blind,
)
