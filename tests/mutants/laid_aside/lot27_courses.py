"""Blind faults of courses: the search, the details and the terms."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Any

from tests.mutants.parts.asking import all_courses, has_all, is_geographic, number_in, page_of_courses
from tests.mutants.parts.page_swaps import from_page, other_items
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KM_PER_DEGREE = 111.32
_DEFAULT_KM = 50.0


def _in_ascii(text: str) -> str:
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")


def _ends_with_one(body: Any) -> bool:
    """Whether this is the last page of several, and only one item is left for it."""
    pagination = body["meta"]["pagination"]
    is_last = pagination["page"] == pagination["totalPages"] > 1
    return is_last and pagination["pageSize"] > 1 and len(body["data"]) == 1


# Plain faults.
json_answer(
    "CRD-06.lot27-facility-objects",
    "The facilities of a course are objects with a code in place of strings.",
    "getCourse",
    alter("data.facilities[*]", lambda code: {"code": code}),
    origin=Origin.blind,
)
json_answer(
    "TRM-06.lot27-no-worthless-tier",
    "Cancellation tiers without a refund are left out, so the tiers do not run down to 0 hours.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: [tier for tier in tiers if tier["refundPercent"] > 0]),
    origin=Origin.blind,
)


# Faults under a condition.
other_items(
    "CRS-06.lot27-holes-lost-on-next-page",
    "From the second page on, a search with country and holes forgets holes.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: has_all(call, "country", "holes") and from_page(2)(call),
    hidden="a later page",
    origin=Origin.blind,
)
json_answer(
    "PAG-12.lot27-lone-last-course",
    "The last page of a course list is empty when only one course is left for it.",
    "searchCourses",
    where(_ends_with_one, put("data", [])),
    hidden="a later page",
    origin=Origin.blind,
)
json_answer(
    "INV-07.lot27-ascii-name-over-days",
    "The availability over several days writes the name of a course without its accents.",
    "checkAvailability",
    alter("courseName", _in_ascii),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot27-narrow-box",
    "A search around a point looks into a box that takes a degree of longitude for 111 km everywhere.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _narrow_box(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    middle = number_in(call, "longitude", 0.0)
    half = number_in(call, "distance", _DEFAULT_KM) / _KM_PER_DEGREE
    every = await all_courses(call)
    found = [course for course in every if abs(float(course["longitude"]) - middle) <= half]
    if len(found) == len(every):
        return answer
    pagination = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    page = page_of_courses(found, pagination["page"], pagination["pageSize"])
    return replace(answer, headers=kept).with_json(page)
