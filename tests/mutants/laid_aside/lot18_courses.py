"""Blind faults of courses and of their prices."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, day_in, is_geographic, number_in, page_of_courses
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.substitutes import a_bad_request
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_KILOMETRES_IN_A_MILE = 1.609
_FARTHEST = 500.0
_DAYS_OF_A_YEAR = 366


def _in_britain(call: Call) -> bool:
    return 49.8 <= number_in(call, "latitude", 0) <= 59 and -6 <= number_in(call, "longitude", 99) <= 1.8


def _in_miles(call: Call) -> Call:
    return call.asking(distance=min(_FARTHEST, round(number_in(call, "distance", 50) * _KILOMETRES_IN_A_MILE, 2)))


# A plain fault.
json_answer(
    "CRD-07.lot18-coarse-longitude",
    "The details round the longitude to one decimal, and the list does not.",
    "getCourse",
    alter("data.longitude", lambda value: round(Decimal(value), 1)),
    origin=Origin.blind,
)


# Faults under a condition.
request_change(
    "CRS-10.lot18-miles-in-britain",
    "A distance around a point in Britain is taken for miles.",
    "searchCourses",
    _in_miles,
    when=lambda call: is_geographic(call) and 0 < number_in(call, "distance", 0) <= _FARTHEST and _in_britain(call),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "CRS-08.lot18-offline-lost",
    "A search with country and holes together finds no offline courses.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _offline_lost(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "country", "holes"):
        return answer
    found = [course for course in await all_courses(call) if course["isOnline"]]
    pagination = answer.json()["meta"]["pagination"]
    kept = tuple(pair for pair in answer.headers if pair[0].lower() != "link")
    return replace(answer, headers=kept).with_json(page_of_courses(found, pagination["page"], pagination["pageSize"]))


@mutant(
    "PRC-17.lot18-season-of-the-eve",
    "A period that begins on the first day of a season also shows the season that ended the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_of_the_eve(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    period = answer.json()["meta"]["requestedPeriod"]
    earlier = await call.asking(startDate=first - timedelta(days=1), endDate=period["endDate"]).forward()
    if not earlier.ok:
        return answer
    return answer.with_json(put("meta.requestedPeriod", period)(earlier.json()))


json_answer(
    "PRC-23.lot18-extras-in-euro",
    "Extra products of a course outside the euro are labelled EUR.",
    "getCoursePricing",
    where(
        lambda body: bool(body["data"]["currency"] != "EUR"),
        put("data.seasons[*].extraProducts[*].currency", "EUR"),
    ),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PRC-15.lot18-longer-than-a-year",
    "Pricing of a period that is longer than a year is refused, though its end is within 400 days.",
    "getCoursePricing",
    hidden="some values",
    origin=Origin.blind,
)
async def _longer_than_a_year(call: Call) -> Answer:
    answer = await call.forward()
    last = day_in(call, "endDate")
    if not answer.ok or last is None:
        return answer
    first: Any = day_in(call, "startDate") or await today(call)
    if (last - first).days <= _DAYS_OF_A_YEAR:
        return answer
    return await a_bad_request(call, "The pricing period is longer than a year.")
