"""Blind faults of the sixty-sixth lot: courses and pages."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks, by_booking_code, is_geographic, number_in
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KM_OF_A_MILE = 1.609
_SHORT_KM = 30

request_change(
    "CRS-11.lot66-wider-by-default",
    "A search around a point without a distance reaches 80 km.",
    "searchCourses",
    lambda call: call.asking(distance=80),
    when=lambda call: is_geographic(call) and "distance" not in call.query,
    origin=Origin.blind,
)

request_change(
    "CRS-10.lot66-short-distances-in-miles",
    "A distance of at most 30 is taken for miles, so that courses beyond it are found.",
    "searchCourses",
    lambda call: call.asking(distance=round(number_in(call, "distance", 0) * _KM_OF_A_MILE, 2)),
    when=lambda call: is_geographic(call) and 0 < number_in(call, "distance", 0) <= _SHORT_KM,
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "CRS-08.lot66-holes-lost-near-a-point",
    "The filter for holes is forgotten in a search around a point within a country.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: is_geographic(call) and asks(call, "country", "holes"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot66-country-pages-overlap",
    "A later page of the courses of a country begins with the last course of the page before.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _country_pages_overlap(call: Call) -> Answer:
    answer = await call.forward()
    page = page_number(call)
    if not answer.ok or page < 2 or not asks(call, "country"):
        return answer
    body = answer.json()
    before = await call.asking(page=page - 1).forward()
    if not body["data"] or not before.ok:
        return answer
    body["data"] = [before.json()["data"][-1], *body["data"][1:]]
    return answer.with_json(body)


json_answer(
    "CRD-02.lot66-west-becomes-east",
    "Details by booking code show a course west of Greenwich with a positive longitude.",
    "getCourse",
    alter("data.longitude", abs),
    when=by_booking_code,
    hidden="one of two ways",
    origin=Origin.blind,
)


def _with_an_empty_last_page(body: Any) -> Any:
    pagination = body["meta"]["pagination"]
    if pagination["totalItems"] > 0 and pagination["totalItems"] % pagination["pageSize"] == 0:
        pagination["totalPages"] += 1
    return body


json_answer(
    "PAG-11.lot66-page-too-many-when-full",
    "The list of bookings counts a page too many when its last page is full.",
    "listBookings",
    _with_an_empty_last_page,
    hidden="some values",
    origin=Origin.blind,
)
