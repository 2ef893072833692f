"""Blind faults of the sixty-fifth lot: courses."""

from __future__ import annotations

import unicodedata
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in, page_of_courses
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_HOLES = frozenset(["9", "18"])
_FAR_KM, _FARTHEST_KM = 150, 500


def _limited_with_two_filters(call: Call) -> bool:
    return asks(call, "country", "maxResults") and call.query.get("holes") in _HOLES


request_change(
    "CRS-08.lot65-holes-lost-with-max-results",
    "A search by country and holes that also limits its results with maxResults pays no attention to the holes.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=_limited_with_two_filters,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _is_far(call: Call) -> bool:
    return is_geographic(call) and _FAR_KM < number_in(call, "distance", 0) <= _FARTHEST_KM


def _stretched(call: Call) -> Call:
    return call.asking(distance=min(_FARTHEST_KM, round(number_in(call, "distance", 0) * 1.25)))


request_change(
    "CRS-10.lot65-long-distances-stretched",
    "A search around a point within more than 150 km also returns courses a quarter farther away.",
    "searchCourses",
    _stretched,
    when=_is_far,
    hidden="some values",
    origin=Origin.blind,
)


def _without_accents(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")


json_answer(
    "CRD-07.lot65-city-without-accents",
    "The details of a course write its city without the accents that the list has.",
    "getCourse",
    alter("data.city", _without_accents),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot65-offline-not-around",
    "A search around a point with a number of holes leaves out the offline courses.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _offline_not_around(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or not asks(call, "holes"):
        return answer
    online = [course for course in await all_courses(call) if course["isOnline"]]
    pagination = answer.json()["meta"]["pagination"]
    return answer.with_json(page_of_courses(online, pagination["page"], pagination["pageSize"]))


@mutant(
    "PAG-12.lot65-seam-repeated",
    "The later pages of a search by holes begin with the last course of the page before, in place of their own first.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _seam_repeated(call: Call) -> Answer:
    answer = await call.forward()
    page = page_number(call)
    if not answer.ok or page < 2 or not asks(call, "holes"):
        return answer
    body: dict[str, Any] = answer.json()
    before = await call.asking(page=page - 1).forward()
    if not body["data"] or not before.ok:
        return answer
    body["data"][0] = before.json()["data"][-1]
    return answer.with_json(body)
