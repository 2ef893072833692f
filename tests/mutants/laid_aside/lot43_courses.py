"""Blind faults of the forty-third lot: courses, prices and terms."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from math import cos, radians
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, day_in, is_geographic, number_in, page_of_courses
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.substitutes import WorldMemory, code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KM_OF_A_DEGREE = 111.2
_DEFAULT_KM, _MOST_KM = 50.0, 500.0
_PRICED_DAYS = 400
_ASKED_WITH_EXTRAS = WorldMemory()

json_answer(
    "CNV-08.lot43-cover-without-scheme",
    "The cover image of a course has an address without a scheme.",
    "getCourse",
    alter("data.coverImageUrl", lambda url: url.removeprefix("https:")),
    origin=Origin.blind,
)


@mutant(
    "CRS-11.lot43-half-distance-in-a-country",
    "A search around a point without a distance reaches 25 km when it also names a country.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _half_distance(call: Call) -> Answer:
    if not is_geographic(call) or not asks(call, "country") or "distance" in call.query:
        return await call.forward()
    answer = await call.asking(distance=25).forward()
    # The links lead to what was asked for.
    headers = tuple((name, value.replace("distance=25&", "")) for name, value in answer.headers)
    return replace(answer, headers=headers)


@mutant(
    "CRS-10.lot43-square-for-a-circle",
    "A search around a point returns the courses of the square around the circle.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _square_for_a_circle(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    distance = number_in(call, "distance", _DEFAULT_KM)
    inside = {course["id"]: course for course in await all_courses(call)}
    wider = await all_courses(call.asking(distance=min(_MOST_KM, distance * 1.42)))
    corners = {course["id"]: course for course in wider if _is_in_the_square(call, course, distance)}
    if not corners.keys() - inside.keys():
        return answer
    pagination = answer.json()["meta"]["pagination"]
    found = [course for _, course in sorted((corners | inside).items())]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    body = page_of_courses(found, pagination["page"], pagination["pageSize"])
    return replace(answer, headers=kept).with_json(body)


def _is_in_the_square(call: Call, course: dict[str, Any], distance: float) -> bool:
    latitude = number_in(call, "latitude", 0.0)
    north = abs(float(course["latitude"]) - latitude) * _KM_OF_A_DEGREE
    east = abs(float(course["longitude"]) - number_in(call, "longitude", 0.0)) * _KM_OF_A_DEGREE
    return north <= distance and east * cos(radians(latitude)) <= distance


json_answer(
    "TRM-06.lot43-tiers-sorted-as-text",
    "The tiers of the cancellation policy are sorted by their hours as text.",
    "getCourseTerms",
    alter(
        "data.cancellationPolicy.tiers",
        lambda tiers: sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True),
    ),
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "PRC-16.lot43-period-ends-a-day-later",
    "The price list repeats the day after the end of the requested period.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot43-season-that-just-ended",
    "A period that begins with a season also shows the season that ended the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_that_just_ended(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    body = answer.json()
    if not any(season["validFrom"] == str(first) for season in body["data"]["seasons"]):
        return answer
    earlier = await call.asking(startDate=first - timedelta(days=1)).forward()
    if not earlier.ok:
        return answer
    return answer.with_json(earlier.json() | {"meta": body["meta"] | {"totalSeasons": _seasons(earlier)}})


def _seasons(answer: Answer) -> int:
    return len(answer.json()["data"]["seasons"])


@mutant(
    "PRC-14.lot43-days-from-the-start",
    "The 400 days of a price list are counted from startDate.",
    "getCoursePricing",
    hidden="some values",
    origin=Origin.blind,
)
async def _days_from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if code_of(answer) != "period_too_far" or first is None or last is None:
        return answer
    now = await today(call)
    latest = now + timedelta(days=_PRICED_DAYS)
    if not now < first <= latest or last - first > timedelta(days=_PRICED_DAYS):
        return answer
    priced = await call.asking(endDate=latest).forward()
    return priced.with_json(put("meta.requestedPeriod.endDate", str(last))(priced.json())) if priced.ok else answer


@mutant(
    "PRC-10.lot43-extras-stay-in-the-cache",
    "A price list without the flag has extra products when the same list was asked for with them before.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _extras_stay(call: Call) -> Answer:
    asked = tuple(call.query.get(name) for name in ("startDate", "endDate", "holeCount"))
    place = f"{call.path_params['id']} {asked}"
    answer = await call.forward()
    flag = call.query.get("includeExtraProducts")
    if answer.ok and flag == "true":
        _ASKED_WITH_EXTRAS.of(call)[place] = True
    if not answer.ok or flag is not None or place not in _ASKED_WITH_EXTRAS.of(call):
        return answer
    kept = await call.asking(includeExtraProducts="true").forward()
    return kept.with_json(put("meta.includeExtraProducts", False)(kept.json()))
