"""Blind faults of group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, request_change

# A plain fault.
json_answer(
    "GRP-06.lot33-id-in-capitals",
    "A read of a group shows its id in capital letters.",
    "getGroupBooking",
    alter("data.id", str.upper),
    origin=Origin.blind,
)


# Faults under a condition.
def _as_many_as_named(body: Any) -> Any:
    names = len(body["data"].get("playerList") or ())
    if 0 < names < body["data"]["totalPlayers"]:
        body["data"]["totalPlayers"] = names
    return body


json_answer(
    "GRP-04.lot33-as-many-as-named",
    "A group whose player list is shorter than the group has as many players as the list.",
    "getGroupBooking updateGroupBookingPlayers",
    _as_many_as_named,
    hidden="after another operation",
    origin=Origin.blind,
)


def _family_name(player: Any) -> str:
    return str(player.get("lastName", "")).casefold() if isinstance(player, dict) else ""


def _has_a_family(call: Call) -> bool:
    players = sent(call).get("players")
    names = [_family_name(player) for player in players] if isinstance(players, list) else [""]
    return all(names) and len(set(names)) < len(names)


def _one_of_each_family(call: Call) -> Call:
    players = {_family_name(player): player for player in sent(call)["players"]}
    return call.with_json(sent(call) | {"players": list(players.values())})


request_change(
    "GRP-13.lot33-one-for-each-family-name",
    "Of players with the same last name, only the last one stays in the player list.",
    "updateGroupBookingPlayers",
    _one_of_each_family,
    when=_has_a_family,
    hidden="some values",
    origin=Origin.blind,
)
