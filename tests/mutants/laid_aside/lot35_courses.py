"""Blind faults of the course list, of details, terms and prices."""

from __future__ import annotations

from datetime import date, timedelta
from math import floor
from typing import Any

from tests.mutants.parts.asking import day_in, is_geographic, number_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.page_swaps import from_page, other_items
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_POINT = frozenset(["latitude", "longitude"])

# Plain faults.
json_answer(
    "CRD-06.lot35-facilities-in-a-text",
    "The facilities of a course come as one text with commas.",
    "getCourse",
    alter("data.facilities", ",".join),
    origin=Origin.blind,
)
json_answer(
    "TRM-06.lot35-tiers-upwards",
    "The cancellation tiers begin with 0 hours and end with the largest number of hours.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    origin=Origin.blind,
)
json_answer(
    "PRC-16.lot35-end-exclusive",
    "The requested period of a price list ends a day after the requested end.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    origin=Origin.blind,
)

# Faults under a condition.
other_items(
    "PAG-09.lot35-eighth-page-for-ever",
    "A page of courses after the eighth has the courses of the eighth.",
    "searchCourses",
    lambda call: call.asking(page=8),
    when=from_page(9),
    hidden="a later page",
    origin=Origin.blind,
)


@mutant(
    "CRS-10.lot35-first-point-of-the-tile",
    "A search around a second point of the same whole degree finds the courses around the first point.",
    "searchCourses",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_point_of_the_tile(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_geographic(call):
        return answer
    tile = floor(number_in(call, "latitude", 0)), floor(number_in(call, "longitude", 0))
    others = tuple(sorted(pair for pair in call.query.multi_items() if pair[0] not in _POINT))
    tiles: dict[Any, Answer] = call.memory.setdefault("tiles", {})
    return tiles.setdefault((tile, others), answer)


@mutant(
    "PRC-17.lot35-season-of-yesterday",
    "A price list from the first day of a season on also has the season that ended the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_of_yesterday(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None or first == date.min:
        return answer
    before = str(first - timedelta(days=1))
    wider = await call.asking(startDate=before).forward()
    ended = [season for season in wider.json()["data"]["seasons"] if season["validTo"] == before] if wider.ok else []
    if not ended:
        return answer
    body = answer.json()
    body["data"]["seasons"] = ended + body["data"]["seasons"]
    body["meta"]["totalSeasons"] = len(body["data"]["seasons"])
    return answer.with_json(body)
