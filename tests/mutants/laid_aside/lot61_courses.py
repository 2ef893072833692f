"""Blind faults of the sixty-first lot: courses and their pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import all_courses, asks, number_in, page_of_courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

request_change(
    "CRS-11.lot61-default-of-fifty-miles",
    "A geographic search without a distance covers fifty miles in place of 50 km.",
    "searchCourses",
    lambda call: call.asking(distance="80.5"),
    when=lambda call: asks(call, "latitude", "longitude") and not asks(call, "distance"),
    origin=Origin.blind,
)

json_answer(
    "CRD-07.lot61-west-without-sign",
    "The details of a course west of Greenwich show its longitude without the sign.",
    "getCourse",
    alter("data.longitude", abs),
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "CRS-10.lot61-wide-circle-with-holes",
    "A search by more than 100 km that also filters by holes reaches a third further than the distance.",
    "searchCourses",
    lambda call: call.asking(distance=min(500, number_in(call, "distance", 50) * 4 / 3)),
    when=lambda call: asks(call, "latitude", "longitude", "holes") and 100 < number_in(call, "distance", 50) < 500,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot61-offline-lost-in-the-index",
    "A search by country and holes leaves out the offline courses.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _without_offline_courses(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country", "holes"):
        return answer
    kept = [course for course in await all_courses(aside(call)) if course["isOnline"]]
    pagination = answer.json()["meta"]["pagination"]
    return answer.with_json(page_of_courses(kept, pagination["page"], pagination["pageSize"]))


@mutant(
    "PAG-12.lot61-offset-slips-far-down",
    "Course pages that begin after the first 200 items begin with the last item of the page before.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _slipping_offset(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body: dict[str, Any] = answer.json()
    pagination = body["meta"]["pagination"]
    if (pagination["page"] - 1) * pagination["pageSize"] < 200 or not body["data"]:
        return answer
    before = await replace(aside(call).asking(page=pagination["page"] - 1), body=b"").forward()
    body["data"] = [before.json()["data"][-1], *body["data"][:-1]]
    return answer.with_json(body)
