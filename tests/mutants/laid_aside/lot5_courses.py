"""Blind faults of the fifth lot: the search for courses, and the terms of a course."""

from __future__ import annotations

import time
from dataclasses import replace

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import asks, is_geographic, number_in
from tests.mutants.parts.borrowed import courses
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_DEFAULT_PAGE_SIZE = 20
_DEFAULT_DISTANCE = 50.0
_CACHED_SECONDS = 60.0

# Plain faults.
json_answer(
    "CRS-17.lot5-items-only",
    "maxResults limits the items, but the answer keeps the default page size.",
    "searchCourses",
    alter(
        "meta.pagination",
        lambda seen: (
            seen | {"pageSize": _DEFAULT_PAGE_SIZE, "totalPages": -(-seen["totalItems"] // _DEFAULT_PAGE_SIZE)}
        ),
    ),
    when=lambda call: asks(call, "maxResults") and not asks(call, "pageSize"),
    origin=Origin.blind,
)


@mutant(
    "TRM-10.lot5-platform-for-all",
    "A course that does not exist has the terms of the platform.",
    "getCourseTerms",
    origin=Origin.blind,
)
async def _platform_for_all(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    for course in await courses(aside(call), pageSize=20):
        terms = await aside(call).upstream("GET", f"/travel/courses/{course['id']}/terms")
        body = terms.json()
        if body["data"]["cancellationPolicy"]["source"] == "platform":
            return terms.with_json({"data": body["data"] | {"courseId": call.path_params["id"], "courseName": ""}})
    return answer


# Faults under a condition.
@mutant(
    "CRS-10.lot5-wider-search-reused",
    "A search around a point that was searched a moment ago within a larger distance gets the earlier answer.",
    "searchCourses",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _wider_search_reused(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    rest = str(sorted((name, value) for name, value in call.query.multi_items() if name != "distance"))
    distance, now = number_in(call, "distance", _DEFAULT_DISTANCE), time.monotonic()
    kept = call.memory.get(rest)
    if kept and kept[0] > distance and now - kept[1] < _CACHED_SECONDS:
        return replace(answer, body=kept[2])
    call.memory[rest] = (distance, now, answer.body)
    return answer


request_change(
    "CRS-11.lot5-another-default",
    "A search around a point within a country reaches 100 km when it names no distance.",
    "searchCourses",
    lambda call: call.asking(distance=100),
    when=lambda call: is_geographic(call) and asks(call, "country") and "distance" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot5-sorted-as-text",
    "The tiers are sorted as text: 168 hours come after 72 hours.",
    "getCourseTerms",
    alter(
        "data.cancellationPolicy.tiers",
        lambda tiers: sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True),
    ),
    hidden="some values",
    origin=Origin.blind,
)
