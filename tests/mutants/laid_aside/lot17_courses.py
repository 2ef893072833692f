"""Blind faults of courses, their terms and prices, and of the pages of lists."""

from __future__ import annotations

import math
import unicodedata
from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import all_courses, day_in, is_geographic, number_in
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, mutant

_KM_PER_DEGREE = 111.195
_CORNER = 1.4143
_FAR, _FARTHEST = 100, 500
_HALF_A_PAGE = 50


# Plain faults.
@mutant(
    "TRM-05.lot17-cutoff-text",
    "The terms give modificationCutoffHours as text.",
    "getCourseTerms",
    origin=Origin.blind,
)
async def _cutoff_text(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    return answer.with_json(alter("data.bookingTerms.modificationCutoffHours", str)(answer.json()))


@mutant(
    "PRC-19.lot17-prices-counted",
    "totalSeasons is the number of prices in all seasons.",
    "getCoursePricing",
    origin=Origin.blind,
)
async def _prices_counted(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    prices = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return answer.with_json(put("meta.totalSeasons", prices)(body))


# Faults under a condition: courses.
@mutant(
    "CRS-10.lot17-corners",
    "A search of more than 100 km around a point returns what is in the square around the circle.",
    "searchCourses",
    hidden="some values",
    origin=Origin.blind,
)
async def _corners(call: Call) -> Answer:
    answer = await call.forward()
    distance = number_in(call, "distance", 0)
    if not answer.ok or not is_geographic(call) or distance <= _FAR:
        return answer
    within = {course["id"] for course in await all_courses(call)}
    wider = await all_courses(call.asking(distance=min(_FARTHEST, distance * _CORNER)))
    return one_page(call, answer, [it for it in wider if it["id"] in within or _in_square(call, it, distance)])


def _in_square(call: Call, course: dict[str, Any], distance: float) -> bool:
    """Whether a course is at most *distance* km north or south, and east or west, of the point that a call names."""
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    north = abs(float(course["latitude"]) - latitude) * _KM_PER_DEGREE
    east = abs(float(course["longitude"]) - longitude) * _KM_PER_DEGREE * math.cos(math.radians(latitude))
    return north <= distance and east <= distance


@mutant(
    "CRD-07.lot17-plain-letters",
    "The details write the region without accents.",
    "getCourse",
    hidden="some values",
    origin=Origin.blind,
)
async def _plain_letters(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_json(alter("data.region", _without_accents)(answer.json())) if answer.ok else answer


def _without_accents(text: str) -> str:
    """*text* in the letters of ASCII."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


@mutant(
    "TRM-06.lot17-text-order",
    "The tiers are in the order of their hours read as text, so that 72 comes before 168.",
    "getCourseTerms",
    hidden="some values",
    origin=Origin.blind,
)
async def _text_order(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer

    def ordered(tiers: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True)

    return answer.with_json(alter("data.cancellationPolicy.tiers", ordered)(answer.json()))


@mutant(
    "PRC-17.lot17-day-after",
    "A period that begins on the day after the end of a season gets that season too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _day_after(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    wider = await call.asking(startDate=first - timedelta(days=1)).forward()
    if not wider.ok:
        return answer
    period = answer.json()["meta"]["requestedPeriod"]
    return answer.with_json(put("meta.requestedPeriod", period)(wider.json()))


# Faults under a condition: pages.
@mutant(
    "PAG-12.lot17-step-of-fifty",
    "With a pageSize over 50 each later page begins 50 courses after the one before.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _step_of_fifty(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "pageSize" not in call.query or "maxResults" in call.query:
        return answer
    body = answer.json()
    number, size = page_number(call), body["meta"]["pagination"]["pageSize"]
    if number <= 1 or size <= _HALF_A_PAGE or not body["data"]:
        return answer
    items: list[Any] = []
    for page in (number, number + 1):
        items += (await call.asking(pageSize=_HALF_A_PAGE, page=page).forward()).json()["data"]
    return answer.with_json(body | {"data": items[:size]})


@mutant(
    "PAG-13.lot17-nothing-counted",
    "A page after the last one says that the list has no items.",
    "searchCourses listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _nothing_counted(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    pagination = body["meta"]["pagination"]
    if pagination["page"] <= pagination["totalPages"]:
        return answer
    return answer.with_json(put("meta.pagination", pagination | {"totalItems": 0, "totalPages": 0})(body))
