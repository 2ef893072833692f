"""Blind faults of the eighth lot: the search of courses, their details and their terms."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in
from tests.mutants.parts.disguises import one_page
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KM_PER_DEGREE_OF_LATITUDE = 111.32
_DEFAULT_KM = 50.0
_WHOLE = 100
_CENT = Decimal("0.01")

# A plain fault.
json_answer(
    "TRM-02.lot8-refund-as-fraction",
    "refundPercent is a fraction of 1, for example 0.50.",
    "getCourseTerms",
    alter(
        "data.cancellationPolicy.tiers[*].refundPercent",
        lambda percent: (Decimal(percent) / _WHOLE).quantize(_CENT),
    ),
    origin=Origin.blind,
)


def _by_text_of_hours(tiers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True)


# Faults under a condition.
json_answer(
    "TRM-06.lot8-sorted-as-text",
    "The tiers are ordered by the text of their hours, so 72 comes before 168.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", _by_text_of_hours),
    hidden="some values",
    origin=Origin.blind,
)
# Degrees, minutes and seconds in three columns: nought degrees have no sign.
json_answer(
    "CRD-07.lot8-minus-zero-degrees",
    "Details show a longitude between -1 and 0 without its sign.",
    "getCourse",
    where(lambda body: -1 < body["data"]["longitude"] < 0, alter("data.longitude", abs)),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot8-square-of-degrees",
    "A search around a point takes a degree of longitude for as long as a degree of latitude, and misses courses in "
    "the east and in the west.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _square_of_degrees(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    centre = number_in(call, "longitude", 0.0)
    width = number_in(call, "distance", _DEFAULT_KM) / _KM_PER_DEGREE_OF_LATITUDE
    found = await all_courses(call)
    kept = [course for course in found if abs(float(course["longitude"]) - centre) <= width]
    return answer if len(kept) == len(found) else one_page(call, answer, kept)
