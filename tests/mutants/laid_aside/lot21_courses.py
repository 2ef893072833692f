"""Blind faults of the course list, of course details and of course terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks, by_booking_code
from tests.mutants.parts.page_swaps import after_the_first_page
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_SOURCE = "data.cancellationPolicy.source"
_DIGITS_OF_A_CODE = 3

# Plain faults.
json_answer(
    "TRM-06.lot21-no-last-tier",
    "The cancellation tiers end above 0 hours.",
    "getCourseTerms",
    drop("data.cancellationPolicy.tiers[-1]"),
    origin=Origin.blind,
)

json_answer(
    "CRD-06.lot21-facilities-in-a-string",
    "The facilities of a course come as one string with commas.",
    "getCourse",
    alter("data.facilities", ",".join),
    origin=Origin.blind,
)

# Faults under a condition.
request_change(
    "CRS-08.lot21-region-beats-country",
    "A course list with a region does not look at the country.",
    "searchCourses",
    lambda call: call.without("country"),
    when=lambda call: asks(call, "region", "country"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)

request_change(
    "CRS-17.lot21-first-page-only",
    "After the first page maxResults is forgotten and the page size is 20.",
    "searchCourses",
    lambda call: call.without("maxResults"),
    when=lambda call: asks(call, "maxResults") and not asks(call, "pageSize") and after_the_first_page(call),
    hidden="a later page",
    origin=Origin.blind,
)


@mutant(
    "CRD-02.lot21-short-cache-key",
    "A booking code gives the course of a code read before that differs in its last three characters only.",
    "getCourse",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _short_cache_key(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not by_booking_code(call):
        return answer
    cache: dict[str, Any] = call.memory.setdefault("cache", {})
    first: dict[str, Any] = cache.setdefault(call.path_params["id"][:-_DIGITS_OF_A_CODE], answer.json())
    return answer if first["data"]["id"] == answer.json()["data"]["id"] else answer.with_json(first)


@mutant(
    "TRM-09.lot21-source-of-the-last-course",
    "Terms that override the platform are flagged as platform when platform terms were read just before.",
    "getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _source_of_the_last_course(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    before = call.memory.get("before")
    source = call.memory["before"] = answer.json()["data"]["cancellationPolicy"]["source"]
    if before != "platform" or source == before:
        return answer
    return answer.with_json(put(_SOURCE, before)(answer.json()))
