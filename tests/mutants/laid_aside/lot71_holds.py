"""Blind faults of the seventy-first lot: holds."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.asking import asks
from tests.mutants.parts.live_holds import live_holds, players_of, remembered_hold
from tests.mutants.parts.pretending import held_slot, memory_of_world, moment_of, with_more_places
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_OWN_HOLDS = "HLD-05.lot71-own-holds-between-bounds"
_CENT = Decimal("0.01")


@mutant(
    "HLD-03.lot71-second-hold-adds-up",
    "A second hold of an agency at a tee time lasts half an hour.",
    "holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _half_an_hour(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    holds: Counter[str] = call.memory.setdefault("holds", Counter())
    holds[held_slot(call)] += 1
    if holds[held_slot(call)] == 1:
        return answer
    body = answer.json()
    later = moment_of(body["holdExpiration"]) + timedelta(minutes=15)
    return answer.with_json(body | {"holdExpiration": f"{later:%Y-%m-%dT%H:%M:%S}Z"})


def _at_retail(body: Any) -> Any:
    fee = (body["pricing"]["greenFee"] * Decimal("1.15")).quantize(_CENT)
    body["pricing"] |= {"greenFee": fee, "totalAmount": fee * body["players"]}
    return body


json_answer(
    "HLD-11.lot71-priced-at-retail",
    "A hold shows retail prices, which are higher than those of the tee times.",
    "holdTeeTime",
    _at_retail,
    origin=Origin.blind,
)


@mutant(
    _OWN_HOLDS,
    "The tee times between bounds offer the places that the calling agency holds itself.",
    "holdTeeTime listTeeTimes createBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _own_places(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _OWN_HOLDS)
    if call.operation == "createBooking":
        return await _completing(call)
    if not asks(call, "earliestTime") and not asks(call, "latestTime"):
        return await call.forward()
    live = await live_holds(call, _OWN_HOLDS)
    own = {slot: [hold for hold in holds if hold["agency"] == call.api_key] for slot, holds in live.items()}
    return await with_more_places(call, lambda slot: players_of(own.get(slot, [])))


async def _completing(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and (hold_id := sent(call).get("holdId")):
        for holds in memory_of_world(call, _OWN_HOLDS).values():
            holds[:] = [hold for hold in holds if hold["holdId"] != hold_id]
    return answer


@mutant(
    "HLD-16.lot71-wishes-take-a-place",
    "The completion of a hold with special requests takes a place more than the hold had.",
    "createBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _takes_a_place(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if answer.ok and body.get("holdId") and body.get("specialRequests"):
        await take_places(call, body, 1)
    return answer
