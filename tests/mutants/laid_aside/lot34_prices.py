"""Blind faults of the price lists of courses."""

from __future__ import annotations

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

# A plain fault.
json_answer(
    "CNV-01.lot34-period-with-times",
    "The dates of the requested period of a price list carry a time of day.",
    "getCoursePricing",
    alter("meta.requestedPeriod", lambda period: {name: f"{day}T00:00:00" for name, day in period.items()}),
    origin=Origin.blind,
)

# Faults under a condition.
json_answer(
    "PRC-01.lot34-lone-season",
    "When a period has prices of a single season, seasons is that season and no array.",
    "getCoursePricing",
    where(lambda body: len(body["data"]["seasons"]) == 1, alter("data.seasons", lambda seasons: seasons[0])),
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "PRC-23.lot34-extras-in-euros",
    "The extra products of a course with another currency than the euro are in euros.",
    "getCoursePricing",
    where(
        lambda body: body["data"]["currency"] != "EUR",
        put("data.seasons[*].extraProducts[*].currency", "EUR"),
    ),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot34-first-day-of-a-season",
    "A period that begins on the first day of a season also shows the season that ended on the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _first_day_of_a_season(call: Call) -> Answer:
    answer = await call.forward()
    start = call.query.get("startDate", "")
    if not answer.ok or day_in(call, "startDate") is None:
        return answer
    end = answer.json()["meta"]["requestedPeriod"]["endDate"]
    wider = await call.asking(startDate=days_after(start, -1), endDate=end).forward()
    if not wider.ok or len(wider.json()["data"]["seasons"]) == len(answer.json()["data"]["seasons"]):
        return answer
    return answer.with_json(put("meta.requestedPeriod.startDate", start)(wider.json()))
