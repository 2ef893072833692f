"""Blind faults of the course list, of details and of terms."""

from __future__ import annotations

import re

from tests.mutants.parts.asking import is_geographic
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, request_change

_MOST_KM = 500


def _without_its_point(call: Call) -> Call:
    return call.asking(distance=min(_MOST_KM, int(call.query["distance"].replace(".", ""))))


def _has_a_point(call: Call) -> bool:
    return is_geographic(call) and re.fullmatch(r"\d+\.\d+", call.query.get("distance", "")) is not None


def _is_just_west(call: Call) -> bool:
    return is_geographic(call) and re.fullmatch(r"-0?\.\d*[1-9]\d*", call.query["longitude"]) is not None


# Plain faults.
json_answer(
    "CRD-07.lot30-blunt-coordinates",
    "The details give the coordinates with one decimal, the list gives them whole.",
    "getCourse",
    in_turn(
        alter("data.latitude", lambda degrees: round(degrees, 1)),
        alter("data.longitude", lambda degrees: round(degrees, 1)),
    ),
    origin=Origin.blind,
)
json_answer(
    "TRM-05.lot30-cutoff-in-quotes",
    "The terms give the modification cutoff as a string.",
    "getCourseTerms",
    alter("data.bookingTerms.modificationCutoffHours", str),
    origin=Origin.blind,
)

# Faults under a condition.
request_change(
    "CRS-10.lot30-point-taken-for-thousands",
    "The point in a distance is taken for a thousands separator: 12.5 km are 125 km.",
    "searchCourses",
    _without_its_point,
    when=_has_a_point,
    hidden="some values",
    origin=Origin.blind,
)
request_change(
    "CRS-07.lot30-minus-nought",
    "A longitude between 0 and 1 degree west loses its sign, so that courses near the point are left out.",
    "searchCourses",
    lambda call: call.asking(longitude=call.query["longitude"].removeprefix("-")),
    when=_is_just_west,
    hidden="some values",
    origin=Origin.blind,
)
