"""The holds of a tee time that have not ended: the bookkeeping behind faults of holds.

Knows no single mutant.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import Json, held_slot, memory_of_world, moment_of
from tests.mutants.tools.call import Answer, Call


def holds_at(call: Call, name: str, slot: str) -> list[Json]:
    """The holds at *slot* that mutant *name* remembers for the world of *call*."""
    holds: list[Json] = memory_of_world(call, name).setdefault(slot, [])
    return holds


async def remembered_hold(call: Call, name: str) -> Answer:
    """The answer to a hold, which is remembered for the world when it is one."""
    answer = await call.forward()
    if answer.ok:
        holds_at(call, name, held_slot(call)).append(answer.json() | {"agency": call.api_key})
    return answer


async def live_holds(call: Call, name: str) -> dict[str, list[Json]]:
    """The remembered holds that have time left, by slot."""
    now = await world_time(call)
    return {
        slot: [hold for hold in holds if moment_of(hold["holdExpiration"]) > now]
        for slot, holds in memory_of_world(call, name).items()
    }


def players_of(holds: Iterable[Json]) -> int:
    """How many players these holds are for."""
    return sum(int(hold["players"]) for hold in holds)
