"""Blind faults of the seventieth lot: courses."""

from __future__ import annotations

from dataclasses import replace

from tests.mutants.parts.asking import asks, by_booking_code, is_geographic, number_in
from tests.mutants.parts.borrowed import courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KM_PER_MILE = 1.609
_FARTHEST = 500
_FIFTY_MILES = 80

request_change(
    "CRS-08.lot70-area-drops-holes",
    "A search in a named area forgets the number of holes that it is combined with.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "geoArea", "holes"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-10.lot70-british-miles",
    "Among British courses the given distance is taken for miles.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _miles(call: Call) -> Answer:
    miles = number_in(call, "distance", 0)
    if not is_geographic(call) or call.query.get("country") != "GB" or not 0 < miles <= _FARTHEST:
        return await call.forward()
    answer = await call.asking(distance=min(_FARTHEST, round(miles * _KM_PER_MILE, 3))).forward()
    # The links would carry the distance in kilometres.
    return replace(answer, headers=tuple(pair for pair in answer.headers if pair[0].lower() != "link"))


request_change(
    "CRS-11.lot70-quick-start-miles",
    "The quick-start search around a point takes fifty miles as its default distance.",
    "searchCourses",
    lambda call: call.asking(distance=_FIFTY_MILES),
    when=lambda call: is_geographic(call) and asks(call, "maxResults") and "distance" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

request_change(
    "CRS-12.lot70-far-means-everywhere",
    "A search with a distance of more than 500 km finds courses at any distance.",
    "searchCourses",
    lambda call: call.without("latitude", "longitude", "distance"),
    when=lambda call: is_geographic(call) and number_in(call, "distance", 0) > _FARTHEST,
    origin=Origin.blind,
)


@mutant(
    "CRD-02.lot70-code-of-short-course",
    "The booking code of a course with nine holes leads to another course of the same country.",
    "getCourse",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _neighbour(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not by_booking_code(call):
        return answer
    course = answer.json()["data"]
    if course["holes"] != 9:
        return answer
    found = await courses(call, country=course["country"], pageSize=2)
    others = [other["id"] for other in found if other["id"] != course["id"]]
    return await call.upstream("GET", f"/travel/courses/{others[0]}") if others else answer


json_answer(
    "TRM-06.lot70-no-last-tier",
    "The cancellation policy leaves out the tiers that refund nothing, so that the tiers do not reach 0 hours.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: [tier for tier in tiers if tier["hoursBeforeTeeTime"] > 0]),
    origin=Origin.blind,
)
