"""Blind faults of the ninth lot: the places of tee times, whoever takes and returns them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import FOR_TWO_SECONDS, Crowd
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.pretending import give_credit, memory_of_world, slot_of, with_more_places
from tests.mutants.parts.substitutes import WorldMemory
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TWICE = "INV-06.lot9-given-back-twice"
_TAKING_OR_RETURNING = (
    "createBooking updateBooking cancelBooking holdTeeTime createBookingHook confirmBookingHook releaseBookingHook "
    "createGroupBooking"
)
_CACHED = timedelta(seconds=30)
_DEFAULT_PLAYERS = "4"

_sheets = WorldMemory()
_cancellations = Crowd(FOR_TWO_SECONDS)


# Faults under a condition.
@mutant(
    "INV-05.lot9-cached-for-other-parties",
    "A booking renews the cached tee times for as many players as it has, and no others.",
    f"listTeeTimes {_TAKING_OR_RETURNING}",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached_for_other_parties(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    sheets: dict[Any, tuple[datetime, Answer]] = _sheets.of(call)
    if call.operation == "createBooking":
        players = str(answer.json()["data"]["players"])
        for question in [question for question in sheets if question[1] == players]:
            del sheets[question]
    elif call.operation != "listTeeTimes":
        sheets.clear()
    else:
        question = (call.path, call.query.get("players", _DEFAULT_PLAYERS), *sorted(call.query.items()))
        now = await world_time(call)
        if question in sheets and now - sheets[question][0] < _CACHED:
            return answer.with_json(sheets[question][1].json())
        sheets[question] = (now, answer)
    return answer


@mutant(
    _TWICE,
    "Two cancellations of a booking at the same moment return its places twice.",
    "cancelBooking listTeeTimes",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _given_back_twice(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, _TWICE)
        return await with_more_places(call, lambda slot: credit.get(slot, 0)) if credit else await call.forward()
    before = await booking_now(aside(call))
    async with _cancellations.at(call.path, call) as met:
        answer = await call.forward()
        is_first = answer.ok and before["status"] == "confirmed" and before["id"] not in call.memory
        if is_first and met["cancelBooking"] > 1:
            call.memory[before["id"]] = True
            give_credit(call, _TWICE, slot_of(before), before["players"])
        return answer
