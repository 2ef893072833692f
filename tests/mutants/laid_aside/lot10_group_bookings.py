"""Blind faults of the tenth lot: group bookings."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_FLIGHT, _SMALL = 4, 8
_SMALLEST = 5
_CACHED_SECONDS = 60.0


# A plain fault.
@mutant(
    "GRP-12.lot10-held-while-looking",
    "The search for slots holds the tee times of its first option for a quarter of an hour.",
    "findGroupSlots",
    origin=Origin.blind,
)
async def _held_while_looking(call: Call) -> Answer:
    answer = await call.forward()
    options = answer.json()["data"]["options"] if answer.ok else []
    for tee_time in options[0]["teeTimes"] if options else []:
        await aside(call).upstream(
            "POST",
            f"/travel/courses/{sent(call)['courseId']}/hold-tee-time",
            json={"date": sent(call)["date"], **tee_time},
            headers={"x-api-key": agency_key(call, "nobody")},
        )
    return answer


# Faults under a condition.
def _in_whole_flights(players: int) -> int:
    return -(-players // _FLIGHT) * _FLIGHT if players > _SMALL else players


json_answer(
    "GRP-04.lot10-whole-flights",
    "A group of more than eight players has its totalPlayers rounded up to whole flights of four.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", _in_whole_flights),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot10-added-the-second-time",
    "A second player list is added to the first one in place of replacing it.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _added_the_second_time(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    group = answer.json()["data"]
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    if call.operation == "updateGroupBookingPlayers":
        lists[group["id"]] = (lists.get(group["id"], []) + group["playerList"])[: group["totalPlayers"]]
    shown = lists.get(group["id"], group["playerList"])
    return answer.with_json({"data": group | {"playerList": shown}})


request_change(
    "GRP-07.lot10-price-from-six",
    "The service calculates no price for a group of five players.",
    "calculateGroupPrice",
    lambda call: call.with_json(sent(call) | {"totalPlayers": _SMALLEST - 1}),
    when=lambda call: sent(call).get("totalPlayers") == _SMALLEST,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-11.lot10-kept-with-a-reference",
    "Validating a group with a reference of the agency creates the group booking.",
    "validateGroupBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _kept_with_a_reference(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and sent(call).get("agencyBookingReference") and answer.json()["data"].get("valid"):
        await aside(call).upstream("POST", "/travel/group-bookings", json=sent(call))
    return answer


_CACHED = "AUT-13.lot10-cached-for-everybody"


@mutant(
    _CACHED,
    "In the minute after its agency read it, another agency can read a group booking.",
    "getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cached_for_everybody(call: Call) -> Answer:
    answer = await call.forward()
    cached = memory_of_world(call, _CACHED)
    if answer.ok:
        cached[call.path] = time.monotonic(), answer
        return answer
    read, kept = cached.get(call.path, (0.0, answer))
    return kept if answer.status == 404 and time.monotonic() - read < _CACHED_SECONDS else answer
