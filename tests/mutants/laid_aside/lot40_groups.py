"""Blind faults of the fortieth lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_OPEN = "AUT-13.lot40-after-its-player-list"


@mutant(
    "GRP-12.lot40-first-tee-time-is-kept",
    "A search for group slots takes the first tee time that it finds off sale.",
    "findGroupSlots",
    origin=Origin.blind,
)
async def _kept(call: Call) -> Answer:
    answer = await call.forward()
    options = data_of(answer).get("options", [])
    if options and options[0].get("teeTimes"):
        line, body = options[0]["teeTimes"][0], sent(call)
        place = {"courseId": body["courseId"], "date": body["date"], "teeTime": line["time"]}
        await take_places(call, place, int(line["players"]))
    return answer


def _whole_flights(players: Any) -> Any:
    return -(-players // 4) * 4 if isinstance(players, int) and players > 12 else players


json_answer(
    "GRP-04.lot40-whole-flights",
    "totalPlayers of a group of more than 12 players is rounded up to whole flights of four.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", _whole_flights),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-06.lot40-first-group-of-the-day",
    "A read of the second group of an agency at a course on a day returns the first.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_of_the_day(call: Call) -> Answer:
    first: dict[str, str] = call.memory.setdefault("first", {})
    instead: dict[str, str] = call.memory.setdefault("instead", {})
    if call.operation == "createGroupBooking":
        answer = await call.forward()
        if group := data_of(answer):
            known = first.setdefault(f"{group['courseId']}|{group['date']}", group["id"])
            if known != group["id"]:
                instead[group["id"]] = known
        return answer
    other = instead.get(call.path_params["id"])
    return await (call.upstream("GET", f"/travel/group-bookings/{other}") if other else call.forward())


@mutant(
    _OPEN,
    "Once its player list was updated, every agency can read a group booking.",
    "getGroupBooking updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _open(call: Call) -> Answer:
    owners, own = memory_of_world(call, _OPEN), call.path_params["id"]
    answer = await call.forward()
    if call.operation == "updateGroupBookingPlayers":
        if answer.ok:
            owners[own] = call.api_key
        return answer
    if answer.ok or own not in owners:
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owners[own]})
