"""Blind faults of the sixty-first lot: holds and hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import (
    Json,
    body_of,
    data_of,
    filters_of,
    held_slot,
    memory_of_world,
    moment_of,
    paged,
    with_more_places,
)
from tests.mutants.parts.pretending import all_bookings as bookings_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SECOND_HOLD = "HLD-05.lot61-second-hold-overlooked"


def _total_for_a_single_player(hold: Any) -> Any:
    hold["pricing"]["totalAmount"] = hold["pricing"]["greenFee"]
    return hold


json_answer(
    "HLD-11.lot61-total-for-a-single-player",
    "The total of a hold is the green fee of a single player.",
    "holdTeeTime",
    _total_for_a_single_player,
    origin=Origin.blind,
)


@mutant(
    "HLD-15.lot61-hold-lives-again",
    "A hold id whose booking was cancelled completes another booking.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hold_lives_again(call: Call) -> Answer:
    bookings: dict[str, str] = call.memory.setdefault("bookings", {})
    revived: set[str] = call.memory.setdefault("revived", set())
    if call.operation == "cancelBooking":
        answer = await call.forward()
        if answer.ok and call.path_params["id"] in bookings:
            revived.add(bookings[call.path_params["id"]])
        return answer
    hold = str(body_of(call).get("holdId", ""))
    if hold in revived:
        body = {name: value for name, value in body_of(call).items() if name != "holdId"}
        return await call.with_json(body).forward()
    answer = await call.forward()
    if answer.ok and hold:
        bookings[data_of(answer)["id"]] = hold
    return answer


@mutant(
    _SECOND_HOLD,
    "The second live hold of a tee time is not taken off the places that other agencies are offered.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="another agency",
    origin=Origin.blind,
)
async def _second_hold_overlooked(call: Call) -> Answer:
    holds: dict[str, list[Json]] = memory_of_world(call, _SECOND_HOLD)
    if call.operation == "listTeeTimes":
        if not any(len(at) > 1 for at in holds.values()):
            return await call.forward()
        now = await world_time(call)
        alive = {slot: [hold for hold in at if moment_of(hold["until"]) > now] for slot, at in holds.items()}
        return await with_more_places(call, lambda slot: _overlooked(alive.get(slot, []), call.api_key))
    answer = await call.forward()
    if answer.ok and call.operation == "holdTeeTime":
        hold = answer.json()
        made = {"id": hold["holdId"], "until": hold["holdExpiration"], "key": call.api_key, "players": hold["players"]}
        holds.setdefault(held_slot(call), []).append(made)
    if answer.ok and call.operation == "createBooking":
        spent = body_of(call).get("holdId")
        for slot, at in holds.items():
            holds[slot] = [hold for hold in at if hold["id"] != spent]
    return answer


def _overlooked(holds: list[Json], asking: str) -> int:
    return sum(hold["players"] for hold in holds[1:2] if hold["key"] != asking)


@mutant(
    "HOK-05.lot61-large-hook-keeps-places",
    "The release of a hook for three or four players does not return its places.",
    "createBookingHook releaseBookingHook",
    hidden="some values",
    origin=Origin.blind,
)
async def _large_hook_keeps_places(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and call.operation == "createBookingHook":
        hook = data_of(answer)
        call.memory[hook["id"]] = hook
    if answer.ok and call.operation == "releaseBookingHook":
        hook = call.memory.pop(call.path_params["id"], {"players": 0})
        if hook["players"] > 2:
            await take_places(call, hook, hook["players"])
    return answer


@mutant(
    "HOK-06.lot61-referenced-hook-unlisted",
    "The booking of a hook with an agency reference is missing in lists that filter by status.",
    "createBookingHook confirmBookingHook listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _referenced_hook_unlisted(call: Call) -> Answer:
    referenced: set[str] = call.memory.setdefault("referenced", set())
    unlisted: set[str] = call.memory.setdefault("unlisted", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook" and body_of(call).get("agencyBookingReference"):
        referenced.add(data_of(answer)["id"])
    if call.operation == "confirmBookingHook" and call.path_params["id"] in referenced:
        unlisted.add(data_of(answer)["id"])
    if call.operation != "listBookings" or not unlisted or "status" not in call.query:
        return answer
    found = await bookings_of(aside(call), **filters_of(call))
    return paged(answer, [booking for booking in found if booking["id"] not in unlisted])
