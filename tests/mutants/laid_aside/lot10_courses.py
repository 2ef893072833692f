"""Blind faults of the tenth lot: the search of courses, their details and their terms."""

from __future__ import annotations

import re
from typing import Any

from tests.mutants.parts.asking import asks, is_geographic, number_in
from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, request_change

_DEFAULT_KM, _MOST_KM = 50.0, 500.0
_MOST_DEGREES, _NOWHERE = 90.0, 999.0
_COUNTRY = re.compile("[A-Z]{2}")


def _with_a_location(course: dict[str, Any]) -> dict[str, Any]:
    rest = {name: value for name, value in course.items() if name not in ("latitude", "longitude")}
    return rest | {"location": {"latitude": course["latitude"], "longitude": course["longitude"]}}


def _on_the_meridian(call: Call) -> bool:
    is_valid = abs(number_in(call, "latitude", _NOWHERE)) <= _MOST_DEGREES
    in_reach = 0 < number_in(call, "distance", _DEFAULT_KM) <= _MOST_KM
    return is_geographic(call) and number_in(call, "longitude", 1.0) == 0 and is_valid and in_reach


# Plain faults.
json_answer(
    "CRD-03.lot10-location-inside",
    "The details of a course have its coordinates inside a member location.",
    "getCourse",
    alter("data", _with_a_location),
    origin=Origin.blind,
)

json_answer(
    "TRM-02.lot10-percent-sign",
    "refundPercent is a text with a percent sign.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers[*].refundPercent", lambda percent: f"{percent}%"),
    origin=Origin.blind,
)


# Faults under a condition.
request_change(
    "CRS-08.lot10-area-before-country",
    "A search with a named area ignores the country.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: asks(call, "geoArea") and _COUNTRY.fullmatch(call.query.get("country", "")) is not None,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

request_change(
    "CRS-10.lot10-zero-is-missing",
    "A search around a point on the meridian of Greenwich finds courses everywhere.",
    "searchCourses",
    lambda call: call.without("latitude", "longitude", "distance"),
    when=_on_the_meridian,
    hidden="some values",
    origin=Origin.blind,
)
