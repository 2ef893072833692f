"""Blind faults of the fifth lot: places that are sold twice, and tee sheets that are not of this moment."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from tests.mutants.laid_aside import common
from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS
from tests.mutants.parts.pretending import (
    booked_elsewhere,
    data_of,
    give_credit,
    memory_of_world,
    overlaid,
    places_at,
    slot_of,
    with_more_places,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant

_FULL = "tee_time_unavailable"
_PLACES = 4
_CACHED = timedelta(seconds=30)
_TAKING = "createBooking updateBooking cancelBooking holdTeeTime createBookingHook releaseBookingHook"

_PARTY = "INV-02.lot5-places-of-the-first-party"
_PARTIES = f"{_PARTY} parties"


@mutant(
    _PARTY,
    "A cancellation gives back as many places as the booking had at first, also after a change to fewer players.",
    f"listTeeTimes {BOOKING_OPERATIONS}",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _places_of_the_first_party(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        return await _with_credit(call)
    if call.operation == "createBooking":
        return await _booked_on_credit(call)
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    extra = memory_of_world(call, _PARTIES).get(before.get("id"), 0) - before.get("players", 0)
    if answer.ok and before.get("status") == "confirmed" and extra > 0:
        give_credit(call, _PARTY, slot_of(before), extra)
    return overlaid(call, answer)


async def _with_credit(call: Call) -> Answer:
    credit = memory_of_world(call, _PARTY)
    if not any(credit.values()):
        return await call.forward()
    answer = await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    if not answer.ok:
        return answer
    return answer.with_json(alter("availableTimes[*].available", lambda free: min(_PLACES, free))(answer.json()))


async def _booked_on_credit(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok:
        memory_of_world(call, _PARTIES)[data_of(answer)["id"]] = sent(call)["players"]
    if code_of(answer) != _FULL:
        return overlaid(call, answer)
    credit, slot = memory_of_world(call, _PARTY), slot_of(sent(call))
    missing = sent(call)["players"] - await places_at(aside(call), slot)
    if slot not in credit or missing > credit[slot]:
        return answer
    credit[slot] -= missing
    return await booked_elsewhere(call)


_RAISES = Crowd()


@mutant(
    "INV-03.lot5-two-raises",
    "Two bookings of one tee time that ask for more players at the same moment both get them.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _two_raises(call: Call) -> Answer:
    booking = await booking_of(call) if call.operation == "updateBooking" and "players" in sent(call) else {}
    if not booking:
        return common.overlaid(call, await call.forward())
    world = call.api_key.rpartition("_")[0]
    async with _RAISES.at((world, slot_of(booking)), call) as met:
        answer = await call.forward()
    if code_of(answer) != _FULL or met["updateBooking"] < 2:
        return common.overlaid(call, answer)
    common.overlays(call).setdefault(booking["id"], {}).update(sent(call))
    return common.overlaid(call, await aside(call).upstream("GET", call.path))


@mutant(
    "INV-05.lot5-sheet-of-others",
    "An agency that read a tee sheet less than 30 seconds ago does not see what another agency took since.",
    f"listTeeTimes {_TAKING}",
    hidden="another agency",
    origin=Origin.blind,
)
async def _sheet_of_others(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation != "listTeeTimes":
        call.memory.clear()
        return answer
    asked, now = f"{call.path}?{call.query_string}", await world_time(call)
    kept = call.memory.get(asked)
    if kept and now - kept[0] < _CACHED:
        return replace(answer, body=kept[1])
    call.memory[asked] = (now, answer.body)
    return answer
