"""Blind faults of the forty-sixth lot: seasonal prices."""

from __future__ import annotations

from datetime import date, timedelta

from tests.mutants.parts.asking import by_booking_code, day_in
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change


@mutant(
    "PRC-17.lot46-season-of-the-day-before",
    "A period that begins on the first day of a season also gets the season that ended on the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _with_the_season_before(call: Call) -> Answer:
    answer, first = await call.forward(), day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    wider = await call.asking(startDate=first - timedelta(days=1)).forward()
    if not wider.ok:
        return answer
    body = answer.json()
    seasons = wider.json()["data"]["seasons"]
    body["data"]["seasons"] = seasons
    body["meta"]["totalSeasons"] = len(seasons)
    return answer.with_json(body)


def _crosses_new_year_by_code(call: Call) -> bool:
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    return by_booking_code(call) and first is not None and last is not None and first.year < last.year


def _within_the_year(call: Call) -> Call:
    return call.asking(endDate=date(int(call.query["startDate"][:4]), 12, 31))


request_change(
    "PRC-16.lot46-cut-at-new-year",
    "Prices asked by booking code for a period across new year end on 31 December, and so does the period shown.",
    "getCoursePricing",
    _within_the_year,
    when=_crosses_new_year_by_code,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
