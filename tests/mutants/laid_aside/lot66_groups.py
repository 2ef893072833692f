"""Blind faults of the sixty-sixth lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.substitutes import a_bad_request, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SMALLEST = 5
_LARGE = 12
_OF_A_TEE_TIME = 4


@mutant(
    "GRP-07.lot66-six-at-least",
    "A group of 5 players is refused.",
    "createGroupBooking",
    origin=Origin.blind,
)
async def _six_at_least(call: Call) -> Answer:
    if sent(call).get("totalPlayers") == _SMALLEST:
        return await a_bad_request(call, "A group has at least six players.")
    return await call.forward()


def _whole_tee_times(players: int) -> int:
    return -(-players // _OF_A_TEE_TIME) * _OF_A_TEE_TIME if players > _LARGE else players


json_answer(
    "GRP-04.lot66-large-groups-rounded-up",
    "A group of more than 12 players that does not fill its last tee time is shown with the players that would.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", _whole_tee_times),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot66-shorter-lists-are-filled-up",
    "A player list that is shorter than the list before keeps the last players of that list.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_lists_are_filled_up(call: Call) -> Answer:
    players = sent(call).get("players")
    before = await aside(call).upstream("GET", call.path.removesuffix("/players"))
    if not isinstance(players, list) or not before.ok:
        return await call.forward()
    listed: list[Any] = before.json()["data"].get("playerList") or []
    if not 0 < len(players) < len(listed):
        return await call.forward()
    return await call.with_json(sent(call) | {"players": [*players, *listed[len(players) :]]}).forward()
