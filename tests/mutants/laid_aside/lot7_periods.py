"""Blind faults of the seventh lot: availability over several days."""

from __future__ import annotations

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_WEEK = 7
_INTERVAL_MINUTES = 10

# A plain fault.
json_answer(
    "AVM-18.lot7-end-of-the-last-start",
    "lastAvailableTime is ten minutes after the last tee time.",
    "checkAvailability",
    alter("availabilityResults[*].lastAvailableTime", lambda time: time and minutes_off(time, _INTERVAL_MINUTES)),
    origin=Origin.blind,
)


# Faults under a condition.
def _asks_for_one_day(call: Call) -> bool:
    start = call.query.get("startDate")
    return start is not None and start == call.query.get("endDate") and "players" not in call.query


request_change(
    "AVM-12.lot7-one-day-for-one",
    "A range of one day without players is answered for one player.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=_asks_for_one_day,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVM-03.lot7-whole-weeks",
    "A range of whole weeks shows one day more.",
    "checkAvailability",
    hidden="some values",
    origin=Origin.blind,
)
async def _whole_weeks(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or start is None or end is None or ((end - start).days + 1) % _WEEK:
        return answer
    longer = await call.asking(endDate=days_after(str(end), 1)).forward()
    return longer if longer.ok else answer
