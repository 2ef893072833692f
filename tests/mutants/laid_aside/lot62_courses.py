"""Blind faults of the sixty-second lot: courses and pages."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import all_courses, asks, by_booking_code, is_geographic, number_in, page_of_courses
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_FAR_KM = 100

json_answer(
    "CRD-07.lot62-type-for-display",
    "The details write the courseType with a capital letter and the list does not.",
    "getCourse",
    alter("data.courseType", str.capitalize),
    origin=Origin.blind,
)


def _with_an_empty_page(body: Any) -> Any:
    pagination = body["meta"]["pagination"]
    if pagination["totalItems"] and pagination["totalItems"] % pagination["pageSize"] == 0:
        pagination["totalPages"] += 1
    return body


json_answer(
    "PAG-11.lot62-page-after-full-page",
    "totalPages counts an empty page more when the last page is full.",
    "searchCourses listBookings",
    _with_an_empty_page,
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "CRS-08.lot62-holes-far-away",
    "A search around a point with more than 100 km does not filter by holes.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: is_geographic(call) and asks(call, "holes") and number_in(call, "distance", 50) > _FAR_KM,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot62-small-and-offline",
    "The filter holes=9 leaves out the offline courses.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holes") != "9":
        return answer
    pagination = answer.json()["meta"]["pagination"]
    found = [course for course in await all_courses(call) if course["isOnline"]]
    return answer.with_json(page_of_courses(found, pagination["page"], pagination["pageSize"]))


@mutant(
    "CRD-02.lot62-code-of-small-offline-course",
    "The booking code of an offline course with 9 holes finds nothing.",
    "getCourse",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not by_booking_code(call):
        return answer
    course = answer.json()["data"]
    return answer if course["isOnline"] or course["holes"] != 9 else await a_refusal_for_an_unknown_id(call)
