"""Blind faults of the fifth lot: the availability of several days."""

from __future__ import annotations

from datetime import date, timedelta

from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant


# Plain faults.
@mutant(
    "AVM-21.lot5-no-days",
    "A course that does not exist has no free days, and the request succeeds.",
    "checkAvailability",
    origin=Origin.blind,
)
async def _no_days(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    nothing = {"courseName": "", "availabilityResults": [], "bestAvailability": None}
    empty = answer.with_status(200).with_header("content-type", "application/json")
    return empty.with_json({"courseId": call.path_params["courseId"]} | nothing)


json_answer(
    "CNV-02.lot5-one-digit",
    "The first time of a day before ten has one digit for the hour.",
    "checkAvailability",
    alter("availabilityResults[*].firstAvailableTime", lambda time: time and time.removeprefix("0")),
    origin=Origin.blind,
)


# Faults under a condition.
def _in_its_week_year(day: str) -> str:
    """The day under the year that its week, Sunday to Saturday, ends in."""
    found = date.fromisoformat(day)
    saturday = found + timedelta(days=(SATURDAY - found.weekday()) % 7)
    return f"{saturday.year}-{found:%m-%d}"


def _of_a_best_day(best: dict[str, object] | None) -> dict[str, object] | None:
    return best and best | {"date": _in_its_week_year(str(best["date"]))}


json_answer(
    "AVM-03.lot5-week-year",
    "Days at the end of December have the year of their week, which is the next one.",
    "checkAvailability",
    in_turn(alter("availabilityResults[*].date", _in_its_week_year), alter("bestAvailability", _of_a_best_day)),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVM-15.lot5-best-of-whole-days",
    "With a part of the day, the best day is still that of the whole days.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _best_of_whole_days(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("timeRange", "all") == "all":
        return answer
    whole = (await call.without("timeRange").forward()).json()
    return answer.with_json(answer.json() | {"bestAvailability": whole["bestAvailability"]})
