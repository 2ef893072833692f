"""Blind faults of the forty-fourth lot: courses, prices and terms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.mutants.parts.asking import (
    all_courses,
    asks,
    by_booking_code,
    day_in,
    is_geographic,
    number_in,
    page_of_courses,
)
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_FAR_KM, _MOST_KM = 100, 500
_LONGEST_SEASON_DAYS = 120

json_answer(
    "CRD-05.lot44-details-without-thumbnail",
    "Course details leave out thumbnailUrl.",
    "getCourse",
    drop("data.thumbnailUrl"),
    origin=Origin.blind,
)

json_answer(
    "TRM-02.lot44-tiers-without-label",
    "The tiers of a cancellation policy have no label.",
    "getCourseTerms",
    drop("data.cancellationPolicy.tiers[*].label"),
    origin=Origin.blind,
)


@mutant(
    "CRS-07.lot44-nine-holes-online-only",
    "The filter for nine holes leaves out courses that are not online.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _nine_holes_online_only(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holes") != "9":
        return answer
    kept = [course for course in await all_courses(call) if course["isOnline"]]
    pagination = answer.json()["meta"]["pagination"]
    headers = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    body = page_of_courses(kept, pagination["page"], pagination["pageSize"])
    return replace(answer, headers=headers).with_json(body)


def _is_far(call: Call) -> bool:
    return is_geographic(call) and _FAR_KM < number_in(call, "distance", 50) < _MOST_KM


request_change(
    "CRS-10.lot44-wide-circles-too-wide",
    "A search around a point with more than 100 km finds courses up to a quarter farther away.",
    "searchCourses",
    lambda call: call.asking(distance=min(_MOST_KM, number_in(call, "distance", 50) * 1.25)),
    when=_is_far,
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "CRS-08.lot44-region-swallows-holes",
    "A search with country and region does not look at the number of holes.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: asks(call, "country", "region") and call.query.get("holes") in ("9", "18"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot44-season-before-the-period",
    "A period that begins after the running season also gets the season that ends before it.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_before_the_period(call: Call) -> Answer:
    answer = await call.forward()
    begin = day_in(call, "startDate")
    if not answer.ok or begin is None:
        return answer
    day = begin.isoformat()
    earlier = await call.asking(startDate=days_after(day, -_LONGEST_SEASON_DAYS)).forward()
    seasons = earlier.json()["data"]["seasons"] if earlier.ok else []
    now = (await today(call)).isoformat()
    over = [season for season in seasons if now <= season["validTo"] < day]
    if not over:
        return answer
    body = answer.json()
    body["data"]["seasons"].insert(0, over[-1])
    body["meta"]["totalSeasons"] += 1
    return answer.with_json(body)


@mutant(
    "PRC-06.lot44-nine-hole-twilight-with-extras",
    "With holeCount=18 and extra products, the prices of nine holes at twilight stay in the list.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _nine_hole_twilight_with_extras(call: Call) -> Answer:
    answer = await call.forward()
    asked = call.query.get("holeCount"), call.query.get("includeExtraProducts")
    if not answer.ok or asked != ("18", "true"):
        return answer
    whole = (await call.without("holeCount").forward()).json()["data"]
    for season in whole["seasons"]:
        season["prices"] = [price for price in season["prices"] if _is_kept(price)]
    return answer.with_json(answer.json() | {"data": whole})


def _is_kept(price: dict[str, Any]) -> bool:
    return price["holeCount"] == 18 or "twilight" in price["itemType"]


def _cut_at_new_year(period: dict[str, str]) -> dict[str, str]:
    return period | {"endDate": f"{period['startDate'][:4]}-12-31"}


json_answer(
    "PRC-16.lot44-period-cut-at-new-year",
    "Asked by booking code, a period over the new year is repeated as one that ends on 31 December.",
    "getCoursePricing",
    where(
        lambda body: body["meta"]["requestedPeriod"]["startDate"][:4] < body["meta"]["requestedPeriod"]["endDate"][:4],
        alter("meta.requestedPeriod", _cut_at_new_year),
    ),
    when=lambda call: by_booking_code(call) and asks(call, "startDate", "endDate"),
    hidden="one of two ways",
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot44-own-tiers-ascending",
    "The tiers of a course with its own cancellation policy run from 0 up.",
    "getCourseTerms",
    where(
        lambda body: body["data"]["cancellationPolicy"]["source"] != "platform",
        alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    ),
    hidden="some values",
    origin=Origin.blind,
)
