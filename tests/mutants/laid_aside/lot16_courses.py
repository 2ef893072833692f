"""Blind faults of the list of courses and of their details."""

from __future__ import annotations

from dataclasses import replace

from tests.mutants.parts.asking import all_courses, asks, is_geographic, number_in
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_NARROW_KM = 80
_LONGEST_NAME = 40
_LARGEST_SAFE_PAGE = 50


# A plain fault.
@mutant(
    "CRS-11.lot16-default-eighty",
    "A search around a point without a distance reaches 80 km.",
    "searchCourses",
    origin=Origin.blind,
)
async def _default_eighty(call: Call) -> Answer:
    if not is_geographic(call) or "distance" in call.query:
        return await call.forward()
    answer = await call.asking(distance=_NARROW_KM).forward()
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept) if answer.ok else await call.forward()


# Faults under a condition.
@mutant(
    "CRS-07.lot16-other-side-of-greenwich",
    "A search around a point finds no course whose longitude has another sign than that of the point.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _other_side_of_greenwich(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    is_west = number_in(call, "longitude", 0.0) < 0
    found = await all_courses(call)
    kept = [course for course in found if (course["longitude"] < 0) is is_west]
    return answer if len(kept) == len(found) else one_page(call, answer, kept)


@mutant(
    "CRS-08.lot16-holes-forgotten-on-next-page",
    "From the second page on, a list of one country has courses with any number of holes.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _holes_forgotten_on_next_page(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country", "holes") or page_number(call) < 2:
        return answer
    wider = await call.without("holes").forward()
    body = answer.json()
    if not wider.ok or not body["data"]:
        return answer
    return answer.with_json(body | {"data": wider.json()["data"][: len(body["data"])]})


@mutant(
    "PAG-12.lot16-last-again",
    "In a list of courses with more than 50 a page, each later page begins with the last course of the page before.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)
async def _last_again(call: Call) -> Answer:
    answer = await call.forward()
    number = page_number(call)
    if not answer.ok or number < 2:
        return answer
    body = answer.json()
    if body["meta"]["pagination"]["pageSize"] <= _LARGEST_SAFE_PAGE or not body["data"]:
        return answer
    before = await call.asking(page=number - 1).forward()
    if not before.ok:
        return answer
    return answer.with_json(body | {"data": [*before.json()["data"][-1:], *body["data"][:-1]]})


json_answer(
    "CRD-07.lot16-long-name-cut",
    "The details of a course cut its name after 40 characters, and the list does not.",
    "getCourse",
    alter("data.name", lambda name: name[:_LONGEST_NAME].rstrip()),
    hidden="some values",
    origin=Origin.blind,
)
