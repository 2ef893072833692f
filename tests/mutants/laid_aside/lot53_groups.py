"""Blind faults of the fifty-third lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_FLIGHT = 4
_LARGE = 16


def _in_full_flights(players: int) -> int:
    return -(-players // _FLIGHT) * _FLIGHT if players > _LARGE else players


json_answer(
    "GRP-04.lot53-full-flights",
    "The totalPlayers of a group of more than 16 is rounded up to full flights of four.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", _in_full_flights),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-05.lot53-second-group-of-the-day",
    "A second group of the agency at the same course on the same day cannot be read.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_group(call: Call) -> Answer:
    days: set[tuple[Any, Any]] = call.memory.setdefault("days", set())
    hidden: set[str] = call.memory.setdefault("hidden", set())
    if call.operation == "getGroupBooking" and call.path_params["id"] in hidden:
        return await a_refusal(call, 404, "group_booking_not_found", "There is no group booking with this id.")
    answer = await call.forward()
    if answer.ok and call.operation == "createGroupBooking":
        shown = answer.json()["data"]
        day = shown["courseId"], shown["date"]
        if day in days:
            hidden.add(shown["id"])
        days.add(day)
    return answer


def _without_the_last(call: Call) -> Call:
    body = sent(call)
    return call.with_json(body | {"players": body["players"][:-1]})


request_change(
    "GRP-13.lot53-last-player-lost",
    "An update of the player list of a group loses its last player.",
    "updateGroupBookingPlayers",
    _without_the_last,
    when=lambda call: isinstance(sent(call).get("players"), list) and len(sent(call)["players"]) > 1,
    origin=Origin.blind,
)
