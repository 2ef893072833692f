"""Blind faults of the forty-fifth lot: courses, prices and terms."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from tests.mutants.laid_aside.common import is_online
from tests.mutants.parts.asking import by_booking_code, day_in, is_geographic, number_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.page_swaps import after_the_first_page, with_items_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KILOMETRES_OF_A_MILE = 1.609
_FARTHEST = 500
_LONGEST_SEASON_DAYS = 120

json_answer(
    "CRD-06.lot45-facilities-as-text",
    "Course details show the facilities as a text with commas.",
    "getCourse",
    alter("data.facilities", ", ".join),
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot45-tiers-from-zero",
    "The tiers of the cancellation policy run from 0 up.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    origin=Origin.blind,
)


def _in_great_britain(call: Call) -> bool:
    """Whether the call searches around a point of Great Britain, within a distance that is allowed."""
    if not is_geographic(call) or not 0 < number_in(call, "distance", 50) <= _FARTHEST:
        return False
    return 50 <= number_in(call, "latitude", 0) <= 59 and -5.8 <= number_in(call, "longitude", 99) <= 1.8


async def _in_miles(call: Call) -> Answer:
    if not _in_great_britain(call):
        return await call.forward()
    farther = min(_FARTHEST, number_in(call, "distance", 50) * _KILOMETRES_OF_A_MILE)
    answer = await call.asking(distance=farther).forward()
    # The links of the sandbox name the farther distance.
    return replace(answer, headers=tuple(pair for pair in answer.headers if pair[0].lower() != "link"))


mutant(
    "CRS-10.lot45-british-miles",
    "A search around a point of Great Britain takes the distance for miles.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)(_in_miles)


async def _every_number_of_holes(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "holes" not in call.query or not is_geographic(call) or not after_the_first_page(call):
        return answer
    return await with_items_of(answer, call.without("holes")) if answer.json()["data"] else answer


mutant(
    "CRS-06.lot45-later-page-nearby",
    "Later pages of a search around a point show courses of every number of holes.",
    "searchCourses",
    hidden="a later page",
    origin=Origin.blind,
)(_every_number_of_holes)

json_answer(
    "INV-01.lot45-online-by-code",
    "Details of an offline course that was asked for by its booking code say that it is online.",
    "getCourse",
    where(lambda body: not body["data"]["isOnline"], put("data.isOnline", True)),
    when=by_booking_code,
    hidden="one of two ways",
    origin=Origin.blind,
)


def _counted_in_the_first_year(body: Any) -> Any:
    """The price list with a total of the seasons that begin in the year of the first season."""
    years = [season["validFrom"][:4] for season in body["data"]["seasons"]]
    body["meta"]["totalSeasons"] = years.count(years[0]) if years else 0
    return body


json_answer(
    "PRC-19.lot45-seasons-of-first-year",
    "The total counts the seasons of the first calendar year only.",
    "getCoursePricing",
    _counted_in_the_first_year,
    hidden="certain days",
    origin=Origin.blind,
)


async def _with_the_season_before(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None or call.query.get("includeExtraProducts") != "true":
        return answer
    if first.year <= (await today(call)).year:
        return answer
    earlier = await call.asking(startDate=days_after(first.isoformat(), -_LONGEST_SEASON_DAYS)).forward()
    seasons = earlier.json()["data"]["seasons"] if earlier.ok else []
    before = [season for season in seasons if date.fromisoformat(season["validTo"]) < first]
    if not before:
        return answer
    body = answer.json()
    body["data"]["seasons"] = [before[-1], *body["data"]["seasons"]]
    body["meta"]["totalSeasons"] = len(body["data"]["seasons"])
    return answer.with_json(body)


mutant(
    "PRC-17.lot45-season-before",
    "A price list of a coming year with extra products begins with the season before the period.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)(_with_the_season_before)


async def _override_at_offline_courses(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or await is_online(call, call.path_params["id"]):
        return answer
    return answer.with_json(put("data.cancellationPolicy.source", "course")(answer.json()))


mutant(
    "TRM-08.lot45-source-of-offline-courses",
    "The terms of an offline course say that they override the platform defaults.",
    "getCourseTerms",
    hidden="some values",
    origin=Origin.blind,
)(_override_at_offline_courses)
