"""Blind faults of the fifty-fifth lot: days."""

from __future__ import annotations

from html import escape
from typing import Any

from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

json_answer(
    "AVM-19.lot55-by-the-day-of-the-month",
    "The days of a range are in the order of the day of the month.",
    "checkAvailability",
    alter("availabilityResults", lambda days: sorted(days, key=lambda day: str(day["date"])[-2:])),
    when=asks_for_a_range,
    hidden="certain days",
    origin=Origin.blind,
)


json_answer(
    "INV-07.lot55-escaped-name",
    "The multi-day answer writes apostrophes and ampersands in the courseName as HTML entities.",
    "checkAvailability",
    alter("courseName", escape),
    hidden="some values",
    origin=Origin.blind,
)


_FIRST_WEEK = 7
_WHOLE_FLIGHT = 4


def _with_later_days_of(body: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """*body* with the days after its first week as *other* has them, and the best day to match."""
    others = {day["date"]: day for day in other["availabilityResults"]}
    days = body["availabilityResults"]
    for place in range(_FIRST_WEEK, len(days)):
        days[place] = others.get(days[place]["date"], days[place])
    best = body.get("bestAvailability")
    if best:
        described = next(day for day in days if day["date"] == best["date"])
        best |= {name: described[name] for name in best}
    return body


@mutant(
    "AVM-18.lot55-later-days-for-four",
    "In a range of more than a week, the days after the first week count only tee times with room for four players.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _later_days_for_four(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call) or players_asked(call) >= _WHOLE_FLIGHT:
        return answer
    if len(answer.json()["availabilityResults"]) <= _FIRST_WEEK:
        return answer
    other = await call.asking(players=_WHOLE_FLIGHT).forward()
    return answer.with_json(_with_later_days_of(answer.json(), other.json())) if other.ok else answer
