"""Faults of the course list, of the details and of the terms."""

from __future__ import annotations

from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import all_courses, is_geographic, number_in
from tests.mutants.parts.disguises import one_page
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KM_OF_A_DEGREE = 111.2
_FROM_KM, _TO_KM = 80, 350
_DIAGONAL = 1.42

json_answer(
    "CRD-06.lot13-objects",
    "Facilities are objects with a code, as the content system keeps them.",
    "getCourse",
    alter("data.facilities[*]", lambda code: {"code": code}),
    origin=Origin.blind,
)

json_answer(
    "TRM-02.lot13-durations",
    "The hours of a cancellation tier are a duration in text: PT72H.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers[*].hoursBeforeTeeTime", lambda hours: f"PT{hours}H"),
    origin=Origin.blind,
)


@mutant(
    "CRS-10.lot13-wide-box",
    "A wide search around a point finds everything in the square around the circle.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _square(call: Call) -> Answer:
    answer = await call.forward()
    distance = number_in(call, "distance", 0)
    if not answer.ok or not is_geographic(call) or not _FROM_KM <= distance <= _TO_KM:
        return answer
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    high = distance / _KM_OF_A_DEGREE
    broad = high / max(cos(radians(latitude)), 0.1)
    around = await all_courses(call.asking(distance=round(distance * _DIAGONAL)))

    def is_inside(course: dict[str, Any]) -> bool:
        return (
            abs(float(course["latitude"]) - latitude) <= high and abs(float(course["longitude"]) - longitude) <= broad
        )

    return one_page(call, answer, [course for course in around if is_inside(course)])


json_answer(
    "TRM-06.lot13-sorted-as-text",
    "The cancellation tiers are sorted by their hours as text: 168 comes after 72.",
    "getCourseTerms",
    alter(
        "data.cancellationPolicy.tiers",
        lambda tiers: sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True),
    ),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "TRM-08.lot13-after-an-override",
    "The terms read next after those of a course with its own terms are flagged as own terms too.",
    "getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _still_flagged(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    policy = body["data"]["cancellationPolicy"]
    before = call.memory.pop("flag", None)
    if policy["source"] != "platform":
        call.memory["flag"] = policy["source"]
        return answer
    if before is None:
        return answer
    policy["source"] = before
    return answer.with_json(body)
