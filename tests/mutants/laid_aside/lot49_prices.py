"""Blind faults of the forty-ninth lot: prices and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import course_of
from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_DAYS_BEFORE = 120

json_answer(
    "PRC-11.lot49-extras-never-told",
    "The pricing meta says that no extra products are included, also when they are asked for.",
    "getCoursePricing",
    put("meta.includeExtraProducts", value=False),
    origin=Origin.blind,
)

json_answer(
    "PRC-16.lot49-one-day-is-two",
    "The requested period of a single day is repeated as a period of two days.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    when=lambda call: asks(call, "startDate", "endDate") and call.query["startDate"] == call.query["endDate"],
    hidden="some values",
    origin=Origin.blind,
)


def _is_open_and_filtered(call: Call) -> bool:
    """Whether the call asks for prices of one number of holes from a day on, without an end."""
    return asks(call, "holeCount") and day_in(call, "startDate") is not None and "endDate" not in call.query


def _from_the_asked_day(call: Call) -> Edit:
    return put("meta.requestedPeriod.startDate", call.query["startDate"])


request_change(
    "PRC-17.lot49-seasons-gone-by",
    "Prices for one number of holes from a day on, without an end date, include seasons that ended before that day.",
    "getCoursePricing",
    lambda call: call.asking(startDate=days_after(call.query["startDate"], -_DAYS_BEFORE)),
    when=_is_open_and_filtered,
    then=_from_the_asked_day,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _has_extras(body: Any) -> bool:
    return any(season.get("extraProducts") for season in body["data"]["seasons"])


@mutant(
    "PRC-13.lot49-no-buggy-for-nine",
    "The extra products are missing when the 9-hole prices of an 18-hole course are asked for.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _no_buggy_for_nine(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holeCount") != "9" or not _has_extras(answer.json()):
        return answer
    course = await course_of(call, call.path_params["id"])
    if course.get("holes") != 18:
        return answer
    return answer.with_json(drop("data.seasons[*].extraProducts")(answer.json()))
