"""Faults of courses, their pages, prices and terms, written blind."""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta
from math import asin, cos, isfinite, radians, sin, sqrt
from typing import Any

from tests.mutants.parts.asking import all_courses, asks, by_booking_code, day_in, is_geographic, number_in
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.page_swaps import after_the_first_page, other_items
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_EARTH_KM = 6371.0088
_LARGEST_KM = 500


json_answer(
    "CRS-03.lot15-coordinates-as-text",
    "The course list gives latitude and longitude as strings.",
    "searchCourses",
    alter("data[*]", lambda course: course | {name: str(course[name]) for name in ("latitude", "longitude")}),
    origin=Origin.blind,
)


request_change(
    "CRS-08.lot15-geo-index-has-no-holes",
    "A search around a point ignores the holes filter.",
    "searchCourses",
    lambda call: call.without("holes"),
    when=lambda call: is_geographic(call) and call.query.get("holes") in ("9", "18"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _kilometres(course: dict[str, Any], latitude: float, longitude: float) -> float:
    there, here = radians(course["latitude"]), radians(latitude)
    turn = radians(float(course["longitude"]) - longitude)
    part = sin((there - here) / 2) ** 2 + cos(here) * cos(there) * sin(turn / 2) ** 2
    return 2 * _EARTH_KM * asin(sqrt(part))


@mutant(
    "CRS-12.lot15-country-search-uncapped",
    "A search around a point within one country takes distances above 500 km as they are.",
    "searchCourses",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _search_without_a_cap(call: Call) -> Answer:
    distance = number_in(call, "distance", 0)
    if not (is_geographic(call) and asks(call, "country") and isfinite(distance) and distance > _LARGEST_KM):
        return await call.forward()
    capped = await call.asking(distance=_LARGEST_KM).forward()
    if not capped.ok:
        return await call.forward()
    latitude, longitude = number_in(call, "latitude", 0), number_in(call, "longitude", 0)
    found = await all_courses(call, "latitude", "longitude", "distance")
    near = [course for course in found if _kilometres(course, latitude, longitude) <= distance]
    return one_page(call, capped, near)


def _without_accents(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


json_answer(
    "CRD-07.lot15-folded-city",
    "The list shows the city from its search index, without the accents that the details show.",
    "searchCourses",
    alter("data[*].city", _without_accents),
    hidden="some values",
    origin=Origin.blind,
)


other_items(
    "PAG-09.lot15-max-results-has-one-page",
    "A search with maxResults shows the courses of the first page on every page.",
    "searchCourses",
    lambda call: call.without("page"),
    when=lambda call: after_the_first_page(call) and asks(call, "maxResults"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _count_price_rows(body: Any) -> Any:
    body["meta"]["totalSeasons"] = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return body


json_answer(
    "PRC-19.lot15-counts-price-rows",
    "totalSeasons counts the rows of the join with the prices, not the seasons.",
    "getCoursePricing",
    _count_price_rows,
    origin=Origin.blind,
)


@mutant(
    "PRC-21.lot15-filtered-prices-need-the-id",
    "Prices with a holeCount are not found under the booking code of the course.",
    "getCoursePricing",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _filtered_prices(call: Call) -> Answer:
    if by_booking_code(call) and asks(call, "holeCount"):
        return await a_refusal_for_an_unknown_id(call)
    return await call.forward()


def _a_day_before(call: Call) -> Call:
    start = day_in(call, "startDate")
    return call if start is None else call.asking(startDate=start - timedelta(days=1))


def _has_a_period(call: Call) -> bool:
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    return start is not None and end is not None and date.min < start <= end


def _with_the_asked_start(call: Call) -> Edit:
    return put("meta.requestedPeriod.startDate", call.query["startDate"])


request_change(
    "PRC-17.lot15-season-of-the-day-before",
    "A season whose last day is the day before startDate is still returned.",
    "getCoursePricing",
    _a_day_before,
    when=_has_a_period,
    then=_with_the_asked_start,
    hidden="certain days",
    origin=Origin.blind,
)


def _named_after_the_only_holes(body: Any) -> Any:
    holes = {price["holeCount"] for season in body["data"]["seasons"] for price in season["prices"]}
    if holes == {9}:
        body["meta"]["holeCount"] = 9
    return body


json_answer(
    "PRC-05.lot15-nine-hole-course",
    "Without a filter meta.holeCount is 9 at a course that has prices for nine holes only.",
    "getCoursePricing",
    _named_after_the_only_holes,
    when=lambda call: not asks(call, "holeCount"),
    hidden="some values",
    origin=Origin.blind,
)


json_answer(
    "TRM-05.lot15-cutoff-as-a-duration",
    "modificationCutoffHours is a duration in text and not a number of hours.",
    "getCourseTerms",
    alter("data.bookingTerms.modificationCutoffHours", lambda hours: f"PT{hours}H"),
    origin=Origin.blind,
)
