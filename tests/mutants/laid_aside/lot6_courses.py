"""Blind faults of the sixth lot: the list of courses, and course details."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.parts.asking import (
    all_courses,
    asks,
    by_booking_code,
    is_geographic,
    number_in,
    page_of_courses,
)
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Condition, Origin, json_answer, mutant, request_change

Course = dict[str, Any]
_KM_PER_DEGREE = 111.2
_NEAR, _FARTHEST = 100.0, 500.0


def repaged(answer: Answer, items: Sequence[Course]) -> Answer:
    """*answer*, a page of a list, with that page of *items* in its place, and without links."""
    pagination = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    page = page_of_courses(list(items), pagination["page"], pagination["pageSize"])
    return replace(answer, headers=kept).with_json(page)


def _found(
    name: str,
    breaks: str,
    find: Callable[[Call], Awaitable[list[Course]]],
    *,
    when: Condition,
    hidden: str | None = None,
) -> None:
    """A search that meets *when* pages what *find* finds."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        return repaged(answer, await find(call)) if answer.ok and when(call) else answer

    mutant(name, breaks, "searchCourses", hidden=hidden, origin=Origin.blind)(handle)


# A plain fault.
async def _online_only(call: Call) -> list[Course]:
    return [course for course in await all_courses(call) if course["isOnline"]]


_found(
    "CRS-07.lot6-offline-forgotten",
    "A list with a country leaves out the offline courses of that country.",
    _online_only,
    when=lambda call: asks(call, "country"),
)


# Faults under a condition.
request_change(
    "CRS-08.lot6-area-or-point",
    "A search around a point ignores geoArea.",
    "searchCourses",
    lambda call: call.without("geoArea"),
    when=lambda call: is_geographic(call) and asks(call, "geoArea"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _distance(call: Call) -> float:
    return number_in(call, "distance", 0)


async def _in_the_box(call: Call) -> list[Course]:
    """The courses in the square around the point of the call, its corners included."""
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    height = _distance(call) / _KM_PER_DEGREE
    width = height / max(math.cos(math.radians(latitude)), 0.01)
    wider = call.asking(distance=min(_FARTHEST, _distance(call) * math.sqrt(2)))
    near = {course["id"] for course in await all_courses(call)}
    return [
        course
        for course in await all_courses(wider)
        if course["id"] in near
        or (
            abs(float(course["latitude"]) - latitude) <= height and abs(float(course["longitude"]) - longitude) <= width
        )
    ]


_found(
    "CRS-10.lot6-corners-of-the-box",
    "A search within more than 100 km takes every course of the square around the point.",
    _in_the_box,
    when=lambda call: is_geographic(call) and _distance(call) > _NEAR,
    hidden="some values",
)


async def _once_for_each_hotel(call: Call) -> list[Course]:
    found = await all_courses(call)
    return [course for course in found for _ in range(2 if course["courseType"] == "resort" else 1)]


_found(
    "CRS-20.lot6-joined-hotels",
    "A search in a region shows each resort twice, once for each of its hotels.",
    _once_for_each_hotel,
    when=lambda call: asks(call, "region"),
    hidden="some values",
)


def _in_ascii(name: str) -> str:
    return unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()


json_answer(
    "CRD-02.lot6-ascii-by-code",
    "The details of a course that is asked for by its booking code have a name without accents.",
    "getCourse",
    alter("data.name", _in_ascii),
    when=by_booking_code,
    hidden="one of two ways",
    origin=Origin.blind,
)

json_answer(
    "INV-01.lot6-online-by-code",
    "The details of an offline course that is asked for by its booking code say that it is online.",
    "getCourse",
    put("data.isOnline", value=True),
    when=by_booking_code,
    hidden="one of two ways",
    origin=Origin.blind,
)
