"""Blind faults of the fifty-fifth lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "GRP-13.lot55-players-of-before",
    "A group booking that is read after an update of its players shows the list of before.",
    "updateGroupBookingPlayers getGroupBooking",
    origin=Origin.blind,
)
async def _players_of_before(call: Call) -> Answer:
    lists: dict[str, Any] = call.memory.setdefault("lists", {})
    group_id = call.path_params["id"]
    if call.operation == "updateGroupBookingPlayers":
        before = await aside(call).upstream("GET", f"/travel/group-bookings/{group_id}")
        answer = await call.forward()
        if answer.ok:
            lists.setdefault(group_id, data_of(before).get("playerList", []))
        return answer
    answer = await call.forward()
    if not answer.ok or group_id not in lists:
        return answer
    return answer.with_json(put("data.playerList", lists[group_id])(answer.json()))


_OWNERS = WorldMemory()


@mutant(
    "AUT-16.lot55-open-while-processing",
    "While a group booking is processing, every agency can change its players.",
    "createGroupBooking updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _open_while_processing(call: Call) -> Answer:
    owners: dict[str, str] = _OWNERS.of(call)
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    group_id = call.path_params["id"]
    owner = owners.get(group_id, call.api_key)
    if answer.ok or owner == call.api_key:
        return answer
    as_owner = {"x-api-key": owner}
    group = await aside(call).upstream("GET", f"/travel/group-bookings/{group_id}", headers=as_owner)
    if data_of(group).get("status") != "processing":
        return answer
    changed = await aside(call).upstream("PUT", call.path, json=sent(call), headers=as_owner)
    return changed if changed.ok else answer


_LARGE_GROUP = 12


@mutant(
    "GRP-12.lot55-price-keeps-the-found-slot",
    "The price of a large group takes places of the slots that its agency found before.",
    "findGroupSlots calculateGroupPrice",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _price_keeps_the_found_slot(call: Call) -> Answer:
    found: dict[str, Any] = call.memory.setdefault("found", {})
    body = sent(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    day = f"{body.get('courseId')}|{body.get('date')}"
    if call.operation == "findGroupSlots":
        options = data_of(answer).get("options", [])
        if options:
            found[day] = options[0]["teeTimes"][0]
    elif body["totalPlayers"] > _LARGE_GROUP and day in found:
        slot = found.pop(day)
        place = {"courseId": body["courseId"], "date": body["date"], "teeTime": slot["time"]}
        await take_places(call, place, slot["players"])
    return answer
