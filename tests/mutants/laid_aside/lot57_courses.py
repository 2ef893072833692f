"""Blind faults of the fifty-seventh lot: courses."""

from __future__ import annotations

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_DEFAULT_KM = 50.0
_COARSE_KM = 10.0
_ROUNDED_UP_KM = 20

request_change(
    "CRS-14.lot57-longitude-alone",
    "A search with longitude alone is taken for a search without a point.",
    "searchCourses",
    lambda call: call.without("longitude", "distance"),
    when=lambda call: asks(call, "longitude") and "latitude" not in call.query,
    origin=Origin.blind,
)

request_change(
    "CRS-10.lot57-small-circles",
    "A search within less than ten kilometres returns the courses within twenty.",
    "searchCourses",
    lambda call: call.asking(distance=_ROUNDED_UP_KM),
    when=lambda call: is_geographic(call) and 0 < number_in(call, "distance", _DEFAULT_KM) < _COARSE_KM,
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "CRS-05.lot57-wide-circles",
    "A search around a point with a distance of more than fifty kilometres forgets the country.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: (
        is_geographic(call) and asks(call, "country") and number_in(call, "distance", _DEFAULT_KM) > _DEFAULT_KM
    ),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot57-area-and-holes",
    "A search by geoArea and holes leaves the offline courses out.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _area_and_holes(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "geoArea", "holes"):
        return answer
    found = [course for course in await all_courses(call) if course["isOnline"]]
    pagination = answer.json()["meta"]["pagination"]
    return answer.with_json(page_of_courses(found, pagination["page"], pagination["pageSize"]))
