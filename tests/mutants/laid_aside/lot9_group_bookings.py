"""Blind faults of the ninth lot: group bookings."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_CENT = Decimal("0.01")
_SMALLEST_GROUP = 5


def _by_name(call: Call) -> dict[str, Any]:
    # The last player of a name wins, as where a service keeps the players by their names.
    players = sent(call)["players"]
    return {f"{player.get('firstName')} {player.get('lastName')}": player for player in players}


def _has_namesakes(call: Call) -> bool:
    players = sent(call).get("players")
    if not isinstance(players, list) or not all(isinstance(player, dict) for player in players):
        return False
    return len(_by_name(call)) < len(players)


def _unrounded(price: dict[str, Any]) -> dict[str, Any]:
    subtotal = Decimal(price["subtotal"])
    discount = subtotal * Decimal(price["discountPercent"]) / 100
    if discount % _CENT == 0:
        return price
    return price | {"discount": discount.normalize(), "total": (subtotal - discount).normalize()}


# Plain faults.
json_answer(
    "CNV-03.lot9-group-in-seconds",
    "createdAt of a group booking is a number of seconds.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.createdAt", lambda moment: int(datetime.fromisoformat(moment).timestamp())),
    origin=Origin.blind,
)

# Faults under a condition.
request_change(
    "GRP-13.lot9-namesakes",
    "A player list keeps one player of each name and loses the namesakes.",
    "updateGroupBookingPlayers",
    lambda call: call.with_json(sent(call) | {"players": list(_by_name(call).values())}),
    when=_has_namesakes,
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "CNV-05.lot9-discount-unrounded",
    "A group discount that is no whole number of cents has three decimals, and so has the total.",
    "calculateGroupPrice",
    alter("data", _unrounded),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-08.lot9-above-the-maximum",
    "Four players are a group where the course takes fewer players a booking.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    hidden="some values",
    origin=Origin.blind,
)
async def _above_the_maximum(call: Call) -> Answer:
    answer, group = await call.forward(), sent(call)
    if call.operation != "createGroupBooking":
        shown = call.memory.get(call.path_params["id"]) if answer.ok else None
        return answer.with_json(put("data.totalPlayers", shown)(answer.json())) if shown else answer
    if answer.status != 422 or group.get("totalPlayers") != _SMALLEST_GROUP - 1:
        return answer
    terms = await aside(call).upstream("GET", f"/travel/courses/{group['courseId']}/terms")
    if not terms.ok or terms.json()["data"]["bookingTerms"]["maxPlayersPerBooking"] >= group["totalPlayers"]:
        return answer
    body = group | {"totalPlayers": _SMALLEST_GROUP}
    taken = await aside(call).upstream("POST", "/travel/group-bookings", json=body)
    if not taken.ok:
        return answer
    call.memory[taken.json()["data"]["id"]] = group["totalPlayers"]
    return taken.with_json(put("data.totalPlayers", group["totalPlayers"])(taken.json()))
