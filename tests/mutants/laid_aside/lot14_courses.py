"""Faults of the search, the details and the terms of courses, written blind."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.parts.asking import is_geographic
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_CACHED_SECONDS = 60.0


request_change(
    "CRS-05.lot14-near-a-point",
    "A search around a point does not look at the country.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: is_geographic(call) and "country" in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot14-holes-remembered",
    "The search of a country is cached without its holes: all courses are asked for, those of the last holes come.",
    "searchCourses",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _holes_remembered(call: Call) -> Answer:
    country, holes = call.query.get("country"), call.query.get("holes")
    if country is None:
        return await call.forward()
    cached: dict[str, tuple[float, str]] = call.memory.setdefault("cached", {})
    key = f"{country}|{call.query.get('region')}|{call.query.get('pageSize')}"
    if holes is None:
        at, before = cached.get(key, (0.0, ""))
        is_fresh = bool(before) and time.monotonic() - at < _CACHED_SECONDS
        return await (call.asking(holes=before) if is_fresh else call).forward()
    answer = await call.forward()
    if answer.ok:
        cached[key] = time.monotonic(), holes
    return answer


def _without_minus_zero(longitude: Any) -> Any:
    return abs(longitude) if -1 < longitude < 0 else longitude


json_answer(
    "CRD-07.lot14-minus-zero",
    "The list writes whole degrees and their fraction apart: less than one degree west of Greenwich becomes east.",
    "searchCourses",
    alter("data[*].longitude", _without_minus_zero),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "TRM-01.lot14-default-terms-shared",
    "Courses with the platform's terms share one cached answer, with the name of the course that was asked first.",
    "getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _default_terms_shared(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if body["data"]["cancellationPolicy"]["source"] != "platform":
        return answer
    at, name = call.memory.get("default", (0.0, ""))
    if not name or time.monotonic() - at > _CACHED_SECONDS:
        call.memory["default"] = time.monotonic(), body["data"]["courseName"]
        return answer
    body["data"]["courseName"] = name
    return answer.with_json(body)
