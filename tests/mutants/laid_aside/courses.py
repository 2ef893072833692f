"""Blind faults of courses: lists, filters, details, prices and terms."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from math import asin, cos, radians, sin, sqrt
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, day_in, is_geographic, number_in, page_of_courses
from tests.mutants.parts.borrowed import today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KM_PER_MILE = 1.609344
_EARTH_KM = 6371.0
_FURTHEST_KM = 500.0
_ID_COLUMN = 12
_PERIOD_DAYS = 400


# Plain faults.
request_change(
    "CRS-06.lot4-at-most",
    "The filter holes=18 means at most 18 holes: courses with 9 holes are in the list.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: call.query.get("holes") == "18",
    origin=Origin.blind,
)

request_change(
    "CRS-10.lot4-miles",
    "The distance is read in miles: courses up to 1.6 times as far are in the list.",
    "searchCourses",
    lambda call: call.asking(distance=min(_FURTHEST_KM, number_in(call, "distance", 50) * _KM_PER_MILE)),
    when=lambda call: is_geographic(call) and 0 < number_in(call, "distance", -1) <= _FURTHEST_KM,
    origin=Origin.blind,
)


def _rounded(value: Decimal | float) -> Decimal:
    return round(Decimal(str(value)), 1)


def _both_rounded(body: Any) -> Any:
    return alter("data.longitude", _rounded)(alter("data.latitude", _rounded)(body))


json_answer(
    "CRD-07.lot4-rounded-coordinates",
    "The details round the coordinates to one decimal: they differ from those of the list.",
    "getCourse",
    _both_rounded,
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot4-start-ignored",
    "The seasons begin today also when startDate is later: seasons that ended before startDate are in the answer.",
    "getCoursePricing",
    origin=Origin.blind,
)
async def _start_ignored(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None or start <= await today(call):
        return answer
    from_today = await call.without("startDate").asking(endDate=_period(answer)["endDate"]).forward()
    if not from_today.ok:
        return answer
    return from_today.with_json(put("meta.requestedPeriod", _period(answer))(from_today.json()))


def _period(answer: Answer) -> dict[str, str]:
    period: dict[str, str] = answer.json()["meta"]["requestedPeriod"]
    return period


# Faults under a condition.
request_change(
    "CRS-08.lot4-region-and-holes",
    "With region and holes in one request, only holes filters: courses of other regions are in the list.",
    "searchCourses",
    lambda call: call.without("region"),
    when=lambda call: asks(call, "region", "holes"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "CRS-11.lot4-last-distance",
    "A geographic search without a distance uses the distance of this agency's last search in place of 50 km.",
    "searchCourses",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _last_distance(call: Call) -> Answer:
    if not is_geographic(call):
        return await call.forward()
    if not asks(call, "distance"):
        return await call.asking(distance=call.memory.get("distance", 50)).forward()
    answer = await call.forward()
    if answer.ok:
        call.memory["distance"] = call.query["distance"]
    return answer


def _km_apart(latitude: float, longitude: float, course: dict[str, Any]) -> float:
    """The great-circle distance between a point and a course."""
    south, north = radians(latitude), radians(float(course["latitude"]))
    across = radians(float(course["longitude"]) - longitude)
    return 2 * _EARTH_KM * asin(sqrt(sin((north - south) / 2) ** 2 + cos(south) * cos(north) * sin(across / 2) ** 2))


@mutant(
    "CRS-12.lot4-country-lifts-limit",
    "With a country, a distance above 500 km is accepted: courses further than 500 km are in the list.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _country_lifts_limit(call: Call) -> Answer:
    distance = number_in(call, "distance", 50)
    if not is_geographic(call) or not asks(call, "country") or distance <= _FURTHEST_KM:
        return await call.forward()
    shape = await call.without("distance").forward()
    if not shape.ok:
        return shape
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    candidates = await all_courses(call, "distance", "latitude", "longitude")
    found = [course for course in candidates if _km_apart(latitude, longitude, course) <= distance]
    pagination = shape.json()["meta"]["pagination"]
    # The links of the narrower search lead elsewhere.
    headers = tuple(pair for pair in shape.headers if pair[0].lower() != "link")
    body = page_of_courses(found, pagination["page"], pagination["pageSize"])
    return replace(shape, headers=headers).with_json(body)


@mutant(
    "CRS-07.lot4-narrow-answer-reused",
    "A geographic search that repeats a point with a larger distance gets the courses of the smaller distance.",
    "searchCourses",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _narrow_answer_reused(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    paging = ("distance", "page", "pageSize", "maxResults")
    point = str(sorted((name, value) for name, value in call.query.items() if name not in paging))
    narrowest = min(number_in(call, "distance", 50), call.memory.get(point, _FURTHEST_KM))
    call.memory[point] = narrowest
    return await call.asking(distance=narrowest).forward()


request_change(
    "CRS-14.lot4-west",
    "A longitude without latitude is refused only east of Greenwich: a negative longitude alone is ignored.",
    "searchCourses",
    lambda call: call.without("longitude", "distance"),
    when=lambda call: asks(call, "longitude") and "latitude" not in call.query and number_in(call, "longitude", 0) < 0,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRD-08.lot4-cut-id",
    "Ids are cut to the twelve characters of their column: a known id with more characters behind it gives the course.",
    "getCourse",
    hidden="some values",
    origin=Origin.blind,
)
async def _cut_id(call: Call) -> Answer:
    answer = await call.forward()
    asked = call.path_params["id"]
    if answer.status != 404 or not asked.startswith("crs_") or len(asked) <= _ID_COLUMN:
        return answer
    cut = await call.upstream("GET", f"/travel/courses/{asked[:_ID_COLUMN]}")
    return cut if cut.ok else answer


request_change(
    "PRC-09.lot4-false-is-true",
    "includeExtraProducts=false is read as true because it is a text: extraProducts are in the answer.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: call.query.get("includeExtraProducts") == "false",
    then=lambda _: put("meta.includeExtraProducts", False),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PRC-14.lot4-days-from-start",
    "The 400 days of endDate count from startDate: with a later startDate, an endDate beyond 400 days is accepted.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _days_from_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if answer.ok or start is None or end is None or not 0 <= (end - start).days <= _PERIOD_DAYS:
        return answer
    last = await today(call) + timedelta(days=_PERIOD_DAYS)
    if end <= last:
        return answer
    within = await call.asking(startDate=min(start, last), endDate=last).forward()
    if not within.ok:
        return answer
    body = within.json()
    body["meta"]["requestedPeriod"] = {"startDate": str(start), "endDate": str(end)}
    return within.with_json(body if start <= last else _without_seasons(body))


def _without_seasons(body: Any) -> Any:
    return put("meta.totalSeasons", 0)(put("data.seasons", [])(body))


json_answer(
    "PRC-23.lot4-extras-in-euro",
    "Extra products carry the currency EUR also at a course with another currency.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", put("data.seasons[*].extraProducts[*].currency", "EUR")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _as_share(percent: int) -> int | Decimal:
    return percent if percent in (0, 100) else Decimal(percent) / 100


_PARTIAL_SHARES: Edit = alter("data.cancellationPolicy.tiers[*].refundPercent", _as_share)

json_answer(
    "TRM-02.lot4-share",
    "Where a course overrides the policy, a partial refund is a share such as 0.5 and not an integer percentage.",
    "getCourseTerms",
    where(lambda body: body["data"]["cancellationPolicy"]["source"] != "platform", _PARTIAL_SHARES),
    hidden="some values",
    origin=Origin.blind,
)
