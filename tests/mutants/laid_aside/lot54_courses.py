"""Blind faults of the fifty-fourth lot: courses."""

from __future__ import annotations

import math
import unicodedata
from dataclasses import replace
from typing import Any

from tests.mutants.parts.asking import asks, by_booking_code, is_geographic, number_in, page_of_courses
from tests.mutants.parts.page_swaps import after_the_first_page, other_items, whole_list
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KM_PER_DEGREE = 111.2
_FAR_KM, _MOST_KM, _TO_THE_CORNER = 100, 500, 1.45


@mutant(
    "CRS-10.lot54-square-far-away",
    "A search within 100 km or more looks in a square around the point and returns courses in its corners, which are "
    "farther away.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def square_far_away(call: Call) -> Answer:
    answer = await call.forward()
    distance = number_in(call, "distance", 0)
    if not answer.ok or not is_geographic(call) or distance < _FAR_KM:
        return answer
    wider = await whole_list(call.without("maxResults").asking(distance=min(_MOST_KM, distance * _TO_THE_CORNER)))
    latitude, longitude = (number_in(call, "latitude", 0), number_in(call, "longitude", 0))
    high = distance / _KM_PER_DEGREE
    wide = high / max(0.01, math.cos(math.radians(latitude)))

    def is_inside(course: dict[str, Any]) -> bool:
        north, east = (float(course["latitude"]) - latitude, float(course["longitude"]) - longitude)
        return abs(north) <= high * 1.01 and abs(east) <= wide * 1.05

    found = [course for course in wider.json()["data"] if is_inside(course)]
    pagination = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(page_of_courses(found, pagination["page"], pagination["pageSize"]))


other_items(
    "CRS-08.lot54-holes-lost-on-later-pages",
    "From the second page on, a list by country and holes has courses of the country with any number of holes.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "country", "holes") and after_the_first_page(call),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _plain_letters(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


json_answer(
    "CRD-02.lot54-accents-lost-by-code",
    "By its booking code, an offline course whose name has accents comes under a name without them.",
    "getCourse",
    where(lambda body: not body["data"]["isOnline"], alter("data.name", _plain_letters)),
    when=by_booking_code,
    hidden="one of two ways",
    origin=Origin.blind,
)
