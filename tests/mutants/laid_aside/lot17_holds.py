"""Blind faults of holds, booking hooks and group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.pretending import held_slot, memory_of_world, slot_of
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, mutant

_GROUPS = "AUT-13.lot17-listed-players"
_FEE_OF_THE_HOLD = 5
_LARGE = 8
Json = dict[str, Any]


# Plain faults.
@mutant(
    "HLD-11.lot17-dearer-hold",
    "A hold costs five more per player than its tee time.",
    "holdTeeTime",
    origin=Origin.blind,
)
async def _dearer_hold(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    fee = body["pricing"]["greenFee"] + _FEE_OF_THE_HOLD
    priced = {"greenFee": fee, "totalAmount": fee * body["players"]}
    return answer.with_json(body | {"pricing": body["pricing"] | priced})


@mutant(
    "GRP-06.lot17-capitals",
    "A read of a group booking shows its id in capitals.",
    "getGroupBooking",
    origin=Origin.blind,
)
async def _capitals(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_json(alter("data.id", str.upper)(answer.json())) if answer.ok else answer


# Faults under a condition.
@mutant(
    "HLD-14.lot17-same-wish",
    "A second hold of an agency for the same tee time and as many players has the id of the first.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _same_wish(call: Call) -> Answer:
    first: dict[str, str] = call.memory.setdefault("first", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        used = sent(call).get("holdId")
        call.memory["first"] = {wish: hold_id for wish, hold_id in first.items() if hold_id != used}
        return answer
    wish = f"{held_slot(call)}|{answer.json()['players']}"
    return answer.with_json(put("holdId", first.setdefault(wish, answer.json()["holdId"]))(answer.json()))


@mutant(
    "HOK-05.lot17-second-hook",
    "A released hook keeps its places when the agency has another hook at the tee time.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_hook(call: Call) -> Answer:
    hooks: dict[str, Json] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[answer.json()["data"]["id"]] = sent(call)
        return answer
    closed = hooks.pop(call.path_params["id"], None)
    if closed is None or call.operation == "confirmBookingHook":
        return answer
    if any(slot_of(hook) == slot_of(closed) for hook in hooks.values()):
        await take_places(call, closed, closed["players"])
    return answer


@mutant(
    "GRP-11.lot17-large-party",
    "The validation of a party of more than eight takes the tee time nearest after the preferred time.",
    "validateGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _large_party(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if not answer.ok or not isinstance(body.get("totalPlayers"), int) or body["totalPlayers"] <= _LARGE:
        return answer
    offered = await tee_times(aside(call), str(body.get("courseId")), body.get("date"), 4)
    wanted = str(body.get("preferredTime", ""))
    later = [line["time"] for line in offered if line["time"] >= wanted]
    if later:
        await take_places(call, {"courseId": body["courseId"], "date": body["date"], "teeTime": later[0]}, 4)
    return answer


@mutant(
    _GROUPS,
    "A group booking whose players are listed can be read by other agencies.",
    "getGroupBooking updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _listed_players(call: Call) -> Answer:
    owners, group_id = memory_of_world(call, _GROUPS), call.path_params["id"]
    answer = await call.forward()
    if answer.ok and call.operation == "updateGroupBookingPlayers":
        owners[group_id] = call.api_key
    if not answer.ok and call.operation == "getGroupBooking" and group_id in owners:
        return await call.with_header("x-api-key", owners[group_id]).forward()
    return answer
