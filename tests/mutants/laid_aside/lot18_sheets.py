"""Blind faults of tee sheets, for one day and for several days."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.live_holds import live_holds, remembered_hold
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import slot_of
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_BESIDE_A_HOLD = "AVT-18.lot18-beside-a-hold"
_TINY = Decimal("0.00000000000003")


# A plain fault.
json_answer(
    "AVM-19.lot18-latest-day-first",
    "The days of a period come in reverse order.",
    "checkAvailability",
    alter("availabilityResults", lambda days: days[::-1]),
    when=asks_for_a_range,
    origin=Origin.blind,
)


# Faults under a condition.
json_answer(
    "CNV-05.lot18-three-in-binary",
    "The total of three players carries the rounding error of a binary fraction.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.totalAmount", lambda total: total + _TINY),
    when=lambda call: players_asked(call) == 3,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    _BESIDE_A_HOLD,
    "A tee time that a live hold left too small for the party is still listed for it.",
    "holdTeeTime listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _beside_a_hold(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _BESIDE_A_HOLD)
    answer = await call.forward()
    if not answer.ok or not answer.json().get("isOnline"):
        return answer
    held = {slot for slot, holds in (await live_holds(call, _BESIDE_A_HOLD)).items() if holds}
    body = answer.json()
    players = players_asked(call)
    place = {"courseId": body["courseId"], "date": body["date"]}
    every = (await call.asking(players=1).forward()).json()["availableTimes"]
    small = [
        line | {"pricing": line["pricing"] | {"totalAmount": line["pricing"]["greenFee"] * players}}
        for line in every
        if line["available"] < players and slot_of(place | {"time": line["time"]}) in held
    ]
    if not small:
        return answer
    lines = sorted([*body["availableTimes"], *small], key=lambda line: str(line["time"]))
    slots = {"firstAvailable": lines[0]["time"], "lastAvailable": lines[-1]["time"]}
    return answer.with_json(body | {"availableTimes": lines, "timeSlots": body["timeSlots"] | slots})


def _without_noon(body: Any) -> Any:
    if not body["isOnline"]:
        return body
    return body | {"availableTimes": [line for line in body["availableTimes"] if line["time"][:2] != "12"]}


json_answer(
    "AVT-12.lot18-noon-is-lost",
    "Between a bound in the morning and a bound in the afternoon, the tee times from 12:00 to 12:59 are missing.",
    "listTeeTimes",
    _without_noon,
    when=lambda call: (
        asks(call, "earliestTime", "latestTime")
        and call.query["earliestTime"] < "12:00"
        and call.query["latestTime"] > "13:00"
    ),
    hidden="a combination of parameters",
    origin=Origin.blind,
)

request_change(
    "AVM-12.lot18-alone-in-a-range",
    "With a timeRange and without players, the days are those for one player.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: asks(call, "timeRange") and "players" not in call.query and asks_for_a_range(call),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
