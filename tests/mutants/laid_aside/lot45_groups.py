"""Blind faults of the forty-fifth lot: hooks and groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_RETURNED = 2


async def _created(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_status(201) if answer.status == 202 else answer


mutant(
    "GRP-01.lot45-created-at-once",
    "POST /group-bookings answers 201.",
    "createGroupBooking",
    origin=Origin.blind,
)(_created)


async def _keeping_places_of_hooks(call: Call) -> Answer:
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[answer.json()["data"]["id"]] = sent(call)
    elif (hook := hooks.pop(call.path_params["id"], None)) and hook["players"] > _RETURNED:
        await take_places(call, hook, hook["players"] - _RETURNED)
    return answer


mutant(
    "HOK-05.lot45-two-places-return",
    "The release of a hook for three or four players returns two places.",
    "createBookingHook releaseBookingHook",
    hidden="some values",
    origin=Origin.blind,
)(_keeping_places_of_hooks)


async def _keeping_old_names(call: Call) -> Answer:
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    group_id, body = call.path_params["id"], answer.json()
    if call.operation == "updateGroupBookingPlayers":
        names = body["data"]["playerList"]
        lists[group_id] = names + lists.get(group_id, [])[len(names) :]
    if group_id in lists:
        body["data"]["playerList"] = lists[group_id]
    return answer.with_json(body)


mutant(
    "GRP-13.lot45-shorter-second-list",
    "A later player list with fewer names keeps the last names of the list before.",
    "getGroupBooking updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)(_keeping_old_names)
