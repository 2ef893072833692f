"""Blind faults of the seventy-third lot: holds."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.parts.crowds import overheld
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget
from tests.mutants.parts.forgotten_places import Taking
from tests.mutants.parts.live_holds import live_holds, players_of, remembered_hold
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import held_slot, memory_of_world, places_at, whole_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_OWN_HOLDS = "HLD-17.lot73-own-hold-is-room"
_FIFTEEN_MINUTES = timedelta(minutes=15)


def _between_bounds(taking: Taking, call: Call, now: datetime) -> bool:
    is_bounded = {"earliestTime", "latestTime"} <= set(call.query)
    return is_bounded and taking.at is not None and now - taking.at < _FIFTEEN_MINUTES


tee_sheets_forget(
    "HLD-05.lot73-offered-between-bounds",
    "Tee times between two bounds are offered with the places that are held.",
    "holdTeeTime",
    lambda taken: taken.players,
    look=_between_bounds,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    _OWN_HOLDS,
    "A second hold of an agency at a tee time counts the places of its first hold as free.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _own_hold_is_room(call: Call) -> Answer:
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and (used := sent(call).get("holdId")):
            for holds in memory_of_world(call, _OWN_HOLDS).values():
                holds[:] = [hold for hold in holds if hold["holdId"] != used]
        return answer
    answer = await remembered_hold(call, _OWN_HOLDS)
    slot, players = held_slot(call), whole_number(sent(call).get("players"))
    if code_of(answer) != FULL or not players:
        return answer
    own = [hold for hold in (await live_holds(call, _OWN_HOLDS)).get(slot, []) if hold["agency"] == call.api_key]
    if not own or players > await places_at(call, slot) + players_of(own):
        return answer
    again = await overheld(call)
    if not again.ok:
        return answer
    pricing = own[0]["pricing"] | {"totalAmount": own[0]["pricing"]["greenFee"] * players}
    return again.with_json(again.json() | {"pricing": pricing})
