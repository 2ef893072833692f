"""Blind faults of group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_NO_GROUP = "/travel/group-bookings/grp_000000000000"


@mutant(
    "GRP-05.lot16-joined-on-reference",
    "A group booking without a reference of the agency is not found.",
    "createGroupBooking getGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _joined_on_reference(call: Call) -> Answer:
    nameless: set[str] = call.memory.setdefault("nameless", set())
    answer = await call.forward()
    if call.operation == "getGroupBooking":
        lost = answer.ok and call.path_params["id"] in nameless
        return await aside(call).upstream("GET", _NO_GROUP) if lost else answer
    if answer.ok and not sent(call).get("agencyBookingReference"):
        nameless.add(data_of(answer)["id"])
    return answer


@mutant(
    "GRP-13.lot16-shorter-list",
    "A shorter list of players replaces only the first players of the list before.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list(call: Call) -> Answer:
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    answer = await call.forward()
    players = sent(call).get("players")
    if not answer.ok or not isinstance(players, list):
        return answer
    rest = lists.get(call.path_params["id"], [])[len(players) :]
    if rest:
        answer = await aside(call).upstream("PUT", call.path, json={"players": [*players, *rest]})
    lists[call.path_params["id"]] = [*players, *rest]
    return answer
