"""Blind faults of the fifty-seventh lot: prices and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_TIERS_OF_THE_PLATFORM = [(72, 100), (48, 50), (24, 25), (0, 0)]

json_answer(
    "PRC-16.lot57-day-after-the-end",
    "The endDate of requestedPeriod is the day after the requested one.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    when=lambda call: asks(call, "endDate"),
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot57-season-of-yesterday",
    "A period that begins on the first day of a season has the season before it too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_of_yesterday(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "startDate"):
        return answer
    first = call.query["startDate"]
    wider = await call.asking(startDate=days_after(first, -1)).forward()
    return wider.with_json(put("meta.requestedPeriod.startDate", first)(wider.json())) if wider.ok else answer


json_answer(
    "PRC-23.lot57-extras-in-euros",
    "Extra products of courses with another currency are in euros.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", put("data.seasons[*].extraProducts[*].currency", "EUR")),
    hidden="some values",
    origin=Origin.blind,
)


def _has_tiers_of_the_platform(body: Any) -> bool:
    tiers = body["data"]["cancellationPolicy"]["tiers"]
    return [(tier["hoursBeforeTeeTime"], tier["refundPercent"]) for tier in tiers] == _TIERS_OF_THE_PLATFORM


json_answer(
    "TRM-09.lot57-booking-terms-alone",
    "The source is platform where a course overrides the booking terms and keeps the tiers.",
    "getCourseTerms",
    where(_has_tiers_of_the_platform, put("data.cancellationPolicy.source", "platform")),
    hidden="some values",
    origin=Origin.blind,
)
