"""Blind faults of the forty-eighth lot: courses and their lists."""

from __future__ import annotations

import unicodedata

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_WIDE, _WIDEST = 100, 500
_KILOMETRES_IN_A_MILE = 1.609344


@mutant(
    "CRS-07.lot48-country-hides-offline",
    "A search by country leaves out the offline courses of the country.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _country_hides_offline(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country"):
        return answer
    return one_page(call, answer, [course for course in await all_courses(call) if course["isOnline"]])


def _without_accents(text: str) -> str:
    """*text* with plain letters in place of letters with marks."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


json_answer(
    "CRD-07.lot48-city-without-accents",
    "The details of a course write its city without the accents that the list shows.",
    "getCourse",
    alter("data.city", _without_accents),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-10.lot48-wide-circle-in-miles",
    "A search with holes around a point takes a distance from 100 on for miles.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _wide_circle_in_miles(call: Call) -> Answer:
    distance = number_in(call, "distance", 0)
    if not (is_geographic(call) and asks(call, "holes") and _WIDE <= distance < _WIDEST):
        return await call.forward()
    longer = str(min(_WIDEST, round(distance * _KILOMETRES_IN_A_MILE)))
    answer = await call.asking(distance=longer).forward()
    links = next((value for name, value in answer.headers if name.lower() == "link"), None)
    if links is None:
        return answer
    return answer.with_header("link", links.replace(f"distance={longer}", f"distance={call.query['distance']}"))


@mutant(
    "PAG-12.lot48-country-pages-overlap",
    "From the second page of a search by country on, the pages begin with the last course of the page before.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _country_pages_overlap(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country"):
        return answer
    body = answer.json()
    page, size = page_number(call), body["meta"]["pagination"]["pageSize"]
    if not 2 <= page <= body["meta"]["pagination"]["totalPages"]:
        return answer
    begin = (page - 1) * size - 1
    body["data"] = (await all_courses(call))[begin : begin + size]
    return answer.with_json(body)
