"""Blind faults of the eleventh lot: the search for courses, their details, and pages of lists."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import all_courses, asks, by_booking_code, is_geographic, number_in
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.page_swaps import page_number, whole_list
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KM_OF_A_DEGREE = 111.32
_DEFAULT_KM = 50

json_answer(
    "CRS-03.lot11-coordinates-in-text",
    "The list of courses writes latitude and longitude as texts.",
    "searchCourses",
    lambda body: alter("data[*].latitude", str)(alter("data[*].longitude", str)(body)),
    origin=Origin.blind,
)

request_change(
    "CRS-08.lot11-area-and-holes",
    "A search with a geoArea ignores the number of holes.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "geoArea", "holes"),
    origin=Origin.blind,
)

json_answer(
    "INV-01.lot11-offline-by-code",
    "The details of an offline course, read by its booking code, say that it is online.",
    "getCourse",
    where(lambda body: not body["data"]["isOnline"], put("data.isOnline", True)),
    when=by_booking_code,
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot11-degree-of-longitude",
    "A geographic search takes a degree of longitude for as long as a degree of latitude, and misses courses near"
    " the distance in the east and in the west.",
    "searchCourses",
    origin=Origin.blind,
)
async def _takes_every_degree_for_as_long(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    centre = number_in(call, "longitude", 0)
    degrees = number_in(call, "distance", _DEFAULT_KM) / _KM_OF_A_DEGREE
    courses = await all_courses(call)
    return one_page(call, answer, [course for course in courses if abs(float(course["longitude"]) - centre) <= degrees])


@mutant(
    "PAG-12.lot11-same-second",
    "A page of bookings begins after the second of the last booking of the page before: bookings of that second that"
    " did not fit are on no page.",
    "listBookings",
    origin=Origin.blind,
)
async def _begins_after_the_second(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or page_number(call) < 2:
        return answer
    body = answer.json()
    bookings = (await whole_list(call)).json()["data"]
    for _ in range(1, body["meta"]["pagination"]["page"]):
        if not bookings:
            break
        bookings = _after_the_page(bookings, body["meta"]["pagination"]["pageSize"])
    return answer.with_json(body | {"data": bookings[: body["meta"]["pagination"]["pageSize"]]})


def _after_the_page(bookings: list[dict[str, Any]], size: int) -> list[dict[str, Any]]:
    last = bookings[:size][-1:]
    return [booking for booking in bookings[size:] if booking["createdAt"] != last[0]["createdAt"]]
