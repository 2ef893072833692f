"""Blind faults of the sixty-ninth lot: courses."""

from __future__ import annotations

from tests.mutants.parts.asking import all_courses, asks, by_booking_code, is_geographic, number_in, page_of_courses
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_KM_PER_MILE = 1.609
_FARTHEST_KM = 500.0
_WIDE_KM = 250.0


def _in_miles(call: Call) -> Call:
    wanted = number_in(call, "distance", 50.0)
    return call.asking(distance=min(_FARTHEST_KM, round(wanted * _KM_PER_MILE, 1)))


def _is_british_search(call: Call) -> bool:
    is_valid = 0 < number_in(call, "distance", 50.0) <= _FARTHEST_KM
    return is_geographic(call) and is_valid and call.query.get("country") == "GB"


request_change(
    "CRS-10.lot69-miles-in-britain",
    "A geographic search with the country GB takes the distance for miles.",
    "searchCourses",
    _in_miles,
    when=_is_british_search,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

request_change(
    "CRS-08.lot69-area-without-nine-holes",
    "A search in a named area forgets the filter for courses with 9 holes.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "geoArea") and call.query.get("holes") == "9",
    hidden="a combination of parameters",
    origin=Origin.blind,
)

request_change(
    "CRS-11.lot69-eighty-for-quick-searches",
    "A geographic search by country with maxResults and without a distance reaches 80 km.",
    "searchCourses",
    lambda call: call.asking(distance=80),
    when=lambda call: is_geographic(call) and asks(call, "country", "maxResults") and "distance" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _is_wide_in_a_country(call: Call) -> bool:
    wide = _WIDE_KM < number_in(call, "distance", 50.0) <= _FARTHEST_KM
    return is_geographic(call) and wide and asks(call, "country") and "holes" not in call.query


request_change(
    "CRS-15.lot69-wide-without-short-courses",
    "A search of more than 250 km within a country loses the courses with 9 holes.",
    "searchCourses",
    lambda call: call.asking(holes=18),
    when=_is_wide_in_a_country,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot69-joined-with-sheets",
    "A search by country for courses with 9 holes leaves out those without a live tee sheet.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _joined_with_sheets(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country") or call.query.get("holes") != "9":
        return answer
    live = [course for course in await all_courses(call) if course["isOnline"]]
    pagination = answer.json()["meta"]["pagination"]
    return answer.with_json(page_of_courses(live, pagination["page"], pagination["pageSize"]))


@mutant(
    "CRD-02.lot69-no-codes-of-offline",
    "The booking code of an offline course finds nothing.",
    "getCourse",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _no_codes_of_offline(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not by_booking_code(call) or answer.json()["data"]["isOnline"]:
        return answer
    return await a_refusal_for_an_unknown_id(call)
