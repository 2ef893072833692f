"""Blind faults of the sixty-second lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_OWNERS = WorldMemory()


@mutant(
    "GRP-13.lot62-old-names-at-the-end",
    "A shorter player list does not remove the last names of the list before.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    body = sent(call)
    given = body.get("players")
    if not isinstance(given, list):
        return await call.forward()
    merged = given + lists.get(call.path_params["id"], [])[len(given) :]
    answer = await call.with_json(body | {"players": merged}).forward()
    if answer.ok:
        lists[call.path_params["id"]] = merged
    return answer


@mutant(
    "AUT-16.lot62-players-of-settled-groups",
    "Another agency can change the players of a group booking that is not processing any more.",
    "createGroupBooking updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    owners = _OWNERS.of(call)
    answer = await call.forward()
    if call.operation == "createGroupBooking" and answer.ok:
        owners[answer.json()["data"]["id"]] = call.api_key
    owner = owners.get(call.path_params.get("id", ""))
    if answer.ok or owner in (None, call.api_key):
        return answer
    path = f"/travel/group-bookings/{call.path_params['id']}"
    group = await aside(call).upstream("GET", path, headers={"x-api-key": str(owner)})
    if not group.ok or group.json()["data"]["status"] == "processing":
        return answer
    return await call.with_header("x-api-key", str(owner)).forward()
