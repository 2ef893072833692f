"""Blind faults of the fifty-sixth lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.pretending import body_of, data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_READS = "getGroupBooking updateGroupBookingPlayers"
_FLIGHT = 4
_LARGE = 16


@mutant(
    "GRP-08.lot56-group-of-four",
    "A group of 4 players is accepted.",
    f"createGroupBooking {_READS}",
    origin=Origin.blind,
)
async def _group_of_four(call: Call) -> Answer:
    small: set[str] = call.memory.setdefault("small", set())
    is_small = call.operation == "createGroupBooking" and body_of(call).get("totalPlayers") == _FLIGHT
    answer = await (call.with_json(sent(call) | {"totalPlayers": _FLIGHT + 1}) if is_small else call).forward()
    group_id = str(data_of(answer).get("id", ""))
    if is_small and answer.ok:
        small.add(group_id)
    return answer.with_json(put("data.totalPlayers", _FLIGHT)(answer.json())) if group_id in small else answer


def _in_full_flights(players: Any) -> Any:
    return -(-players // _FLIGHT) * _FLIGHT if players > _LARGE else players


json_answer(
    "GRP-04.lot56-full-flights",
    "A group of more than 16 players is shown with its players rounded up to full flights of four.",
    f"createGroupBooking {_READS}",
    alter("data.totalPlayers", _in_full_flights),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot56-shorter-list-keeps-the-rest",
    "A player list that is shorter than the one before keeps the last names of the one before.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list(call: Call) -> Answer:
    former: dict[str, list[Any]] = call.memory.setdefault("former", {})
    group_id = call.path_params["id"]
    body = body_of(call)
    players = body.get("players")
    if isinstance(players, list) and 0 < len(players) < len(former.get(group_id, [])):
        call = call.with_json(body | {"players": players + former[group_id][len(players) :]})
    answer = await call.forward()
    if answer.ok:
        former[group_id] = sent(call)["players"]
    return answer
