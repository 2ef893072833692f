"""Blind faults of the sixty-eighth lot: courses."""

from __future__ import annotations

import re
import unicodedata

from tests.mutants.parts.asking import all_courses, asks, by_booking_code, is_geographic, number_in, page_of_courses
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_FAR_NORTH = 55.0
_COARSE_FROM_KM = 200.0
_LARGEST_KM = 500.0


@mutant(
    "CRS-07.lot68-joined-with-tee-sheets",
    "A search by country and holes joins the tee sheets, which loses the offline courses.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _joined_with_tee_sheets(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country", "holes"):
        return answer
    pagination = answer.json()["meta"]["pagination"]
    online = [course for course in await all_courses(call) if course["isOnline"]]
    return answer.with_json(page_of_courses(online, pagination["page"], pagination["pageSize"]))


def _is_far_north(call: Call) -> bool:
    in_range = 0 < number_in(call, "distance", 0) <= _LARGEST_KM
    return is_geographic(call) and in_range and number_in(call, "latitude", 0) >= _FAR_NORTH


request_change(
    "CRS-10.lot68-degrees-of-the-south",
    "North of 55 degrees a degree of longitude is taken for longer than it is, so that courses too far away are found.",
    "searchCourses",
    lambda call: call.asking(distance=min(_LARGEST_KM, number_in(call, "distance", 0) * 1.5)),
    when=_is_far_north,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-15.lot68-coarse-index-by-country",
    "A search beyond 200 km uses an index of the country around the point, and loses the courses across the border.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _coarse_index_by_country(call: Call) -> Answer:
    answer = await call.forward()
    is_coarse = is_geographic(call) and number_in(call, "distance", 0) > _COARSE_FROM_KM
    if not answer.ok or not is_coarse or "country" in call.query:
        return answer
    around = call.without("page", "pageSize", "maxResults").asking(pageSize=1)
    for distance in (15, 50, 200):
        near = (await around.asking(distance=distance).forward()).json().get("data")
        if near:
            return await call.asking(country=near[0]["country"]).forward()
    return answer


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


json_answer(
    "CRD-07.lot68-region-of-the-code-table",
    "Details that are found by the booking code show the id of the region where the list shows its name.",
    "getCourse",
    alter("data.region", _slug),
    when=by_booking_code,
    hidden="one of two ways",
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot68-offset-off-by-a-row",
    "A geographic search with a filter of holes begins its later pages with the last course of the page before.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _offset_off_by_a_row(call: Call) -> Answer:
    answer = await call.forward()
    page = page_number(call)
    if not answer.ok or page < 2 or not is_geographic(call) or not asks(call, "holes"):
        return answer
    body = answer.json()
    before = (await call.asking(page=page - 1).forward()).json()["data"]
    return answer.with_json(body | {"data": [*before[-1:], *body["data"][:-1]]}) if body["data"] else answer


@mutant(
    "CRS-17.lot68-looks-ahead",
    "A search with maxResults reads a course more, to know whether more follow, and forgets to take it off.",
    "searchCourses",
    origin=Origin.blind,
)
async def _looks_ahead(call: Call) -> Answer:
    given = call.query.get("maxResults", "")
    if not given.isdecimal() or not 1 <= int(given) <= 100:
        return await call.forward()
    wanted = int(given) + 1 if int(given) < 100 else 99
    return await call.asking(maxResults=wanted).forward()
