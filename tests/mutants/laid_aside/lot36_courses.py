"""Blind faults of the course list, of course details and of prices."""

from __future__ import annotations

from datetime import timedelta
from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, day_in, is_geographic, number_in, page_of_courses
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.page_swaps import after_the_first_page
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KM_PER_DEGREE = 111.2
_CORNER = 1.42
_FARTHEST = 500
_HORIZON = timedelta(days=400)
_NEXT_SEASONS = 120

# Plain faults.
json_answer(
    "CRD-07.lot36-rounded-coordinates",
    "The details of a course round its coordinates to two decimals.",
    "getCourse",
    in_turn(*(alter(f"data.{name}", lambda degrees: round(degrees, 2)) for name in ("latitude", "longitude"))),
    origin=Origin.blind,
)
json_answer(
    "PRC-16.lot36-end-of-period",
    "The period of a price list ends a day later than was asked for.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    origin=Origin.blind,
)

# Faults under a condition.
request_change(
    "CRS-17.lot36-later-page",
    "From page 2 on maxResults is ignored.",
    "searchCourses",
    lambda call: call.without("maxResults"),
    when=lambda call: asks(call, "maxResults") and after_the_first_page(call),
    hidden="a later page",
    origin=Origin.blind,
)


def _is_in_the_box(call: Call, course: dict[str, Any], distance: float) -> bool:
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    north = abs(float(course["latitude"]) - latitude) * _KM_PER_DEGREE
    east = abs(float(course["longitude"]) - longitude) * _KM_PER_DEGREE * cos(radians(latitude))
    return max(north, east) <= distance


@mutant(
    "CRS-10.lot36-box-in-country",
    "A search around a point within a country finds the courses of the square and not of the circle.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _box_in_country(call: Call) -> Answer:
    answer = await call.forward()
    distance = number_in(call, "distance", 50)
    if not answer.ok or not is_geographic(call) or not asks(call, "country"):
        return answer
    circle = {course["id"] for course in await all_courses(call)}
    wide = await all_courses(call.asking(distance=min(_FARTHEST, distance * _CORNER)))
    found = [course for course in wide if course["id"] in circle or _is_in_the_box(call, course, distance)]
    if len(found) <= len(circle):
        return answer
    pagination = answer.json()["meta"]["pagination"]
    return answer.with_json(page_of_courses(found, pagination["page"], pagination["pageSize"]))


@mutant(
    "PRC-17.lot36-period-of-a-day",
    "A price list for a single day has the season that follows as well.",
    "getCoursePricing",
    hidden="some values",
    origin=Origin.blind,
)
async def _period_of_a_day(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None or start != day_in(call, "endDate"):
        return answer
    later = await call.asking(endDate=start + timedelta(days=_NEXT_SEASONS)).forward()
    if not later.ok:
        return answer
    body = answer.json()
    shown = later.json()["data"]["seasons"][: len(body["data"]["seasons"]) + 1]
    edit = in_turn(put("data.seasons", shown), put("meta.totalSeasons", len(shown)))
    return answer.with_json(edit(body))


@mutant(
    "PRC-14.lot36-from-the-start",
    "The 400 days of a price list count from a startDate in the future.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if answer.ok or answer.status == 404 or start is None or end is None:
        return answer
    now = await today(call)
    last = now + _HORIZON
    if not now < start <= last < end <= start + _HORIZON:
        return answer
    near = await call.asking(endDate=last).forward()
    return near.with_json(put("meta.requestedPeriod.endDate", end.isoformat())(near.json())) if near.ok else answer
