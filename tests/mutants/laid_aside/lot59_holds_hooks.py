"""Blind faults of the fifty-ninth lot: holds and hooks."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd, tee_time_asked
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_LAST_MINUTES = timedelta(minutes=5)
_BEHIND_THE_HOLD_SECONDS = 0.1
_crowd = Crowd(0.25)


@mutant(
    "HLD-16.lot59-single-counted-twice",
    "The completion of a hold for a single player takes a second place.",
    "createBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _single_counted_twice(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and "holdId" in sent(call) and data_of(answer)["players"] == 1:
        await take_places(call, data_of(answer), 1)
    return answer


@mutant(
    "HLD-07.lot59-last-minutes-too-late",
    "A hold can no longer be completed in the last five minutes before it expires.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _last_minutes_too_late(call: Call) -> Answer:
    ends: dict[str, str] = call.memory.setdefault("ends", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            ends[answer.json()["holdId"]] = answer.json()["holdExpiration"]
        return answer
    end = ends.get(str(sent(call).get("holdId")))
    if end is None or moment_of(end) - await world_time(call) > _LAST_MINUTES:
        return await call.forward()
    return await a_refusal(aside(call), 409, "hold_expired", "The hold has expired.")


@mutant(
    "HOK-05.lot59-weekend-place-lost",
    "The release of a hook for three or more players on a weekend returns a place too few.",
    "createBookingHook releaseBookingHook",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekend_place_lost(call: Call) -> Answer:
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[data_of(answer)["id"]] = data_of(answer)
        return answer
    hook = hooks.pop(call.path_params["id"], None)
    if hook and hook["players"] > 2 and date.fromisoformat(hook["date"]).weekday() >= SATURDAY:
        await take_places(call, hook, 1)
    return answer


@mutant(
    "INV-04.lot59-full-party-beside-a-hold",
    "A booking for four players that arrives together with a hold of the same tee time gets places that are held.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _full_party_beside_a_hold(call: Call) -> Answer:
    if call.operation not in ("createBooking", "holdTeeTime") or "holdId" in sent(call):
        return await shown(call)
    async with _crowd.at(tee_time_asked(call), call) as met:
        if call.operation == "holdTeeTime":
            return await call.forward()
        if not met["holdTeeTime"] or sent(call).get("players") != 4:
            return await shown(call)
        await asyncio.sleep(_BEHIND_THE_HOLD_SECONDS)
        answer = await shown(call)
        return await overbooked(call) if code_of(answer) == FULL else answer
