"""Blind faults of the forty-eighth lot: holds and booking hooks."""

from __future__ import annotations

from datetime import date, timedelta

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_WHOLE = 4
_PAIR = 2
_STUCK = "HLD-06.lot48-fourball-stays-held"


def _is_weekend(day: str) -> bool:
    """Whether a date is a Saturday or a Sunday."""
    return date.fromisoformat(day).weekday() >= SATURDAY


def _later(moment: str) -> str:
    """A timestamp five minutes later."""
    return f"{moment_of(moment) + timedelta(minutes=5):%Y-%m-%dT%H:%M:%SZ}"


json_answer(
    "HLD-03.lot48-twenty-minutes",
    "A hold says that it lasts for twenty minutes.",
    "holdTeeTime",
    alter("holdExpiration", _later),
    origin=Origin.blind,
)


async def _lose_expired(call: Call) -> None:
    """Takes the places of expired holds for nobody."""
    holds = memory_of_world(call, _STUCK)
    if not holds:
        return
    now = await world_time(call)
    for hold_id, hold in list(holds.items()):
        if moment_of(hold["holdExpiration"]) <= now:
            del holds[hold_id]
            await take_places(call, hold | {"teeTime": hold["time"]}, _WHOLE)


@mutant(
    _STUCK,
    "The places of a hold for four players do not come back when it expires.",
    "holdTeeTime listTeeTimes checkAvailability createBooking createBookingHook",
    hidden="some values",
    origin=Origin.blind,
)
async def _fourball_stays_held(call: Call) -> Answer:
    await _lose_expired(call)
    answer = await call.forward()
    holds = memory_of_world(call, _STUCK)
    if answer.ok and call.operation == "holdTeeTime" and answer.json()["players"] == _WHOLE:
        holds[answer.json()["holdId"]] = answer.json()
    if answer.ok and call.operation == "createBooking":
        holds.pop(str(sent(call).get("holdId")), None)
    return answer


@mutant(
    "HLD-16.lot48-weekend-pair-takes-twice",
    "On a weekend, the completion of a hold for one or two players takes their places a second time.",
    "createBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _weekend_pair_takes_twice(call: Call) -> Answer:
    answer = await call.forward()
    booking = data_of(answer)
    if not booking or "holdId" not in sent(call) or booking["players"] > _PAIR or not _is_weekend(booking["date"]):
        return answer
    await take_places(call, booking, booking["players"])
    return answer


@mutant(
    "HOK-05.lot48-large-weekend-release",
    "The release of a hook for three or four players on a weekend does not return its places.",
    "createBookingHook releaseBookingHook confirmBookingHook",
    hidden="certain days",
    origin=Origin.blind,
)
async def _large_weekend_release(call: Call) -> Answer:
    answer = await call.forward()
    hook = data_of(answer)
    if answer.ok and call.operation == "createBookingHook":
        call.memory[hook["id"]] = hook
        return answer
    kept = call.memory.pop(call.path_params.get("id", ""), None) if answer.ok else None
    if kept and call.operation == "releaseBookingHook" and kept["players"] > _PAIR and _is_weekend(kept["date"]):
        await take_places(call, kept, kept["players"])
    return answer
