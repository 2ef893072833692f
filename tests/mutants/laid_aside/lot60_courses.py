"""Blind faults of the sixtieth lot: courses."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks, is_geographic, number_in
from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, request_change

_DEFAULT_KM, _MOST_KM = 50.0, 500.0
_STRETCH = 1.4

json_answer(
    "CRD-07.lot60-city-in-capitals",
    "The details of a course show its city in capitals, unlike the list.",
    "getCourse",
    alter("data.city", str.upper),
    origin=Origin.blind,
)


def _is_west(call: Call) -> bool:
    usable = 0 <= number_in(call, "distance", _DEFAULT_KM) < _MOST_KM
    return is_geographic(call) and number_in(call, "longitude", 0.0) < 0 and usable


def _stretched(call: Call) -> Call:
    return call.asking(distance=min(_MOST_KM, number_in(call, "distance", _DEFAULT_KM) * _STRETCH))


request_change(
    "CRS-10.lot60-too-far-in-the-west",
    "A search around a point west of Greenwich also returns courses beyond the distance.",
    "searchCourses",
    _stretched,
    when=_is_west,
    hidden="some values",
    origin=Origin.blind,
)


request_change(
    "CRS-07.lot60-region-of-several-words",
    "The region filter does not find the courses of a region whose id has more than a single word.",
    "searchCourses",
    lambda call: call.asking(region=call.query["region"].replace("-", " ")),
    when=lambda call: "-" in call.query.get("region", ""),
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "CRS-08.lot60-nine-holes-in-a-region",
    "A list with region and holes=9 returns the courses of the region with any number of holes.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "region") and call.query.get("holes") == "9",
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _a_page_too_many(body: Any) -> Any:
    pagination = body["meta"]["pagination"]
    if pagination["totalItems"] and pagination["totalItems"] % pagination["pageSize"] == 0:
        pagination["totalPages"] += 1
    return body


json_answer(
    "PAG-11.lot60-page-after-full-pages",
    "totalPages counts a page too many when the items fill the last page.",
    "searchCourses listBookings",
    _a_page_too_many,
    hidden="some values",
    origin=Origin.blind,
)
