"""Blind faults of the thirty-ninth lot: the list of courses, their details, terms and prices."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from math import cos, radians
from typing import Any

from tests.mutants.laid_aside.common import aside, is_online
from tests.mutants.parts.asking import all_courses, asks, day_in, is_geographic, number_in
from tests.mutants.parts.page_swaps import after_the_first_page
from tests.mutants.parts.pretending import paged
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KM_OF_A_DEGREE = 111.195
_FAR, _FARTHEST = 100, 500

# Plain faults.
json_answer(
    "CRD-07.lot39-coarse-coordinates",
    "The details of a course round its coordinates to one decimal; the list has all of them.",
    "getCourse",
    in_turn(*(alter(f"data.{name}", lambda degrees: round(degrees, 1)) for name in ("latitude", "longitude"))),
    origin=Origin.blind,
)

json_answer(
    "PRC-09.lot39-empty-extras",
    "A season has an empty list of extra products although nobody asked for them.",
    "getCoursePricing",
    alter("data.seasons[*]", lambda season: season | {"extraProducts": []}),
    when=lambda call: call.query.get("includeExtraProducts") != "true",
    origin=Origin.blind,
)


# Faults under a condition.
def _without_links(answer: Answer) -> Answer:
    """The answer without its links: they count the pages of another list."""
    return replace(answer, headers=tuple(pair for pair in answer.headers if pair[0].lower() != "link"))


@mutant(
    "CRS-10.lot39-square-of-the-circle",
    "A geographic search of 100 km and more returns all courses of the square around the circle.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _square_of_the_circle(call: Call) -> Answer:
    answer = await call.forward()
    distance = number_in(call, "distance", 0)
    if not answer.ok or not is_geographic(call) or distance < _FAR:
        return answer
    north, east = number_in(call, "latitude", 0), number_in(call, "longitude", 0)

    def is_in_the_square(course: dict[str, Any]) -> bool:
        up = abs(float(course["latitude"]) - north) * _KM_OF_A_DEGREE
        aside_by = abs(float(course["longitude"]) - east) * _KM_OF_A_DEGREE * cos(radians(north))
        return max(up, aside_by) <= distance

    true = {course["id"] for course in await all_courses(aside(call))}
    wider = await all_courses(aside(call).asking(distance=int(min(_FARTHEST, distance * 1.42))))
    found = [course for course in wider if course["id"] in true or is_in_the_square(course)]
    return answer if len(found) == len(true) else _without_links(paged(answer, found))


@mutant(
    "CRS-08.lot39-near-any-border",
    "A geographic search ignores the country.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _near_any_border(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call) or not asks(call, "country"):
        return answer
    wider = await call.without("country").forward()
    return _without_links(replace(answer, body=wider.body)) if wider.ok else answer


json_answer(
    "PAG-13.lot39-counted-on-the-page",
    "A page after the last one says that the list has no items at all.",
    "searchCourses listBookings",
    where(
        lambda body: not body["data"],
        in_turn(put("meta.pagination.totalItems", 0), put("meta.pagination.totalPages", 0)),
    ),
    when=after_the_first_page,
    hidden="a later page",
    origin=Origin.blind,
)


@mutant(
    "TRM-08.lot39-own-contract",
    "The terms of an offline course say that they are its own, although those of the platform apply.",
    "getCourseTerms",
    hidden="some values",
    origin=Origin.blind,
)
async def _own_contract(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or await is_online(call, call.path_params["id"]) is not False:
        return answer
    own = alter("data.cancellationPolicy.source", lambda source: "course" if source == "platform" else source)
    return answer.with_json(own(answer.json()))


@mutant(
    "PRC-17.lot39-season-that-ended",
    "A period that begins with a season has the season before it too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_that_ended(call: Call) -> Answer:
    answer, begin = await call.forward(), day_in(call, "startDate")
    if not answer.ok or begin is None:
        return answer
    body = answer.json()
    seasons = body["data"]["seasons"]
    if not seasons or seasons[0]["validFrom"] != begin.isoformat():
        return answer
    eve = begin - timedelta(days=1)
    before = await aside(call).asking(startDate=eve, endDate=eve).forward()
    if not before.ok:
        return answer
    body["data"]["seasons"] = [*before.json()["data"]["seasons"], *seasons]
    body["meta"]["totalSeasons"] = len(body["data"]["seasons"])
    return answer.with_json(body)
