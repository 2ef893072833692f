"""Blind faults of the fifty-second lot: holds and hooks."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.overbooking import places_free, tee_time_of
from tests.mutants.parts.pretending import data_of, moment_of, slot_of
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CHARGE = Decimal("2.00")
_WHOLE_TEE_TIME = 4
Json = dict[str, Any]


def _with_a_charge(hold: Any) -> Any:
    """The hold with a charge for every player in its price."""
    pricing = hold["pricing"]
    fee = pricing["greenFee"] + _CHARGE
    return hold | {"pricing": pricing | {"greenFee": fee, "totalAmount": fee * hold["players"]}}


json_answer(
    "HLD-11.lot52-charge-for-the-hold",
    "The price of a hold has a charge of 2.00 for every player on top of the tee-time price.",
    "holdTeeTime",
    _with_a_charge,
    origin=Origin.blind,
)


@mutant(
    "HLD-15.lot52-hold-free-after-cancellation",
    "A hold completes a second booking after the first booking from it was cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hold_free_after_cancellation(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    body = sent(call)
    hold_id = str(body.get("holdId"))
    answer = await call.forward()
    if answer.ok and "holdId" in body:
        completed[hold_id] = data_of(answer)["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in completed:
        return answer
    first = await aside(call).upstream("GET", f"/travel/bookings/{completed[hold_id]}")
    if data_of(first).get("status") != "cancelled":
        return answer
    rest = {name: value for name, value in body.items() if name != "holdId"}
    again = await aside(call).upstream("POST", call.path, json=rest)
    if again.ok:
        completed[hold_id] = data_of(again)["id"]
    return again if again.ok else answer


@mutant(
    "HLD-07.lot52-own-hold-in-the-way",
    "A hold of fewer than four players completes no booking once the other places of the tee time are gone.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _own_hold_in_the_way(call: Call) -> Answer:
    holds: dict[str, Json] = call.memory.setdefault("holds", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            holds[answer.json()["holdId"]] = answer.json()
        return answer
    body = sent(call)
    hold = holds.get(str(body.get("holdId")))
    if hold is None or hold["players"] >= _WHOLE_TEE_TIME or slot_of(body) != slot_of(hold):
        return await call.forward()
    is_live = await world_time(call) < moment_of(hold["holdExpiration"])
    if not is_live or await places_free(aside(call), tee_time_of(body)):
        answer = await call.forward()
        if answer.ok:
            del holds[hold["holdId"]]
        return answer
    return await a_refusal(aside(call), 409, "tee_time_unavailable", "The tee time has too few free places.")


@mutant(
    "HOK-05.lot52-release-of-the-older-hook",
    "The release of a hook returns the places of an older, smaller hook that the agency has at the same tee time.",
    "createBookingHook releaseBookingHook confirmBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _release_of_the_older_hook(call: Call) -> Answer:
    hooks: dict[str, Json] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hook = data_of(answer)
        hooks[hook["id"]] = hook
        return answer
    ended = hooks.pop(call.path_params["id"], None)
    if ended is None or call.operation == "confirmBookingHook":
        return answer
    older = [
        hook
        for hook in hooks.values()
        if slot_of(hook) == slot_of(ended)
        and hook["createdAt"] <= ended["createdAt"]
        and hook["players"] < ended["players"]
    ]
    if older:
        await take_places(call, ended, ended["players"] - older[0]["players"])
    return answer
