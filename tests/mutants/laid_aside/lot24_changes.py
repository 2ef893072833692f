"""Blind faults of changes of bookings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.acceptance import booking_terms
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.live_holds import holds_at, live_holds, players_of, remembered_hold
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    current_booking,
    memory_of_world,
    moment_of,
    overlaid,
    places_at,
    pretend,
    slot_of,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HELD = "BKU-08.lot24-held-places"
_FULL = "tee_time_unavailable"
_ONE_DAY = timedelta(days=1)


async def _as_if_changed(call: Call, members: dict[str, Any]) -> Answer:
    """The answer to a change that the sandbox refused: the booking with *members*, from now on."""
    pretend(call, call.path_params["id"], **members)
    return overlaid(call, await aside(call).upstream("GET", call.path))


@mutant(
    _HELD,
    "A change can raise the players into places that are held.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _held_places(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _HELD)
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok:
        _end_hold(call, str(sent(call).get("holdId")))
    if call.operation != "updateBooking" or code_of(answer) != _FULL:
        return overlaid(call, answer)
    booking = await current_booking(aside(call))
    slot = slot_of(booking)
    held = players_of((await live_holds(call, _HELD)).get(slot, ()))
    if sent(call)["players"] - booking["players"] > await places_at(aside(call), slot) + held:
        return answer
    return await _as_if_changed(call, {name: value for name, value in sent(call).items() if name in MODIFIABLE})


def _end_hold(call: Call, hold_id: str) -> None:
    for slot in memory_of_world(call, _HELD):
        holds = holds_at(call, _HELD, slot)
        holds[:] = [hold for hold in holds if hold["holdId"] != hold_id]


@mutant(
    "ENV-16.lot24-half-a-change",
    "A change that is refused for want of places still saves its texts.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _half_a_change(call: Call) -> Answer:
    answer = await call.forward()
    texts = {name: value for name, value in sent(call).items() if name != "players"}
    if code_of(answer) == _FULL and texts:
        await aside(call).upstream("PUT", call.path, json=texts)
    return answer


@mutant(
    "BKU-06.lot24-booked-long-before",
    "A booking that was made well before the cutoff can still be changed inside the cutoff.",
    EVERY_BOOKING,
    hidden="after a while",
    origin=Origin.blind,
)
async def _booked_long_before(call: Call) -> Answer:
    answer = await call.forward()
    if code_of(answer) != "modification_cutoff_passed":
        return overlaid(call, answer)
    booking = await current_booking(aside(call))
    terms = await booking_terms(aside(call), {"courseId": booking["course"]["id"]})
    starts = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
    cutoff = timedelta(hours=terms["modificationCutoffHours"])
    if starts - moment_of(booking["createdAt"]) < cutoff + _ONE_DAY:
        return answer
    more = sent(call).get("players", 0) - booking["players"]
    if more > 0 and more > await places_at(aside(call), slot_of(booking)):
        return answer
    return await _as_if_changed(call, sent(call))
