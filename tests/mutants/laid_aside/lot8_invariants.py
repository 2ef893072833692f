"""Blind faults of the eighth lot: changes and creations that meet."""

from __future__ import annotations

import asyncio

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.crowds import Crowd, tee_time_asked
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, where
from tests.mutants.tools.registry import Origin, mutant

# The change looks before the creation writes, and writes after it.
_WRITES_LATER_SECONDS = 0.1
_CROWD = Crowd()


@mutant(
    "INV-03.lot8-raised-while-booked",
    "A change can raise players beyond the free places while somebody books the same tee time.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _raised_while_booked(call: Call) -> Answer:
    if call.operation == "createBooking":
        async with _CROWD.at(tee_time_asked(call), call):
            return await shown(call)
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    if not before or "players" not in sent(call):
        return await shown(call)
    async with _CROWD.at((call.api_key.rpartition("_")[0], *place_of(before)), call) as met:
        await asyncio.sleep(_WRITES_LATER_SECONDS)
        answer = await shown(call)
    return await _raised(call, before) if code_of(answer) == FULL and met["createBooking"] else answer


async def _raised(call: Call, before: Booking) -> Answer:
    changed = await changed_without(call, "players")
    if changed.ok:
        edit = put("players", sent(call)["players"])
        disguise(call, before["id"], where(lambda booking: "players" in booking, edit))
        return in_disguise(call, changed)
    return changed
