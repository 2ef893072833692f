"""Blind faults of the sixth lot: group bookings, their search and their price."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import a_bad_request, a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_FLIGHT = 4
_ALWAYS_EXACT = 12
_PERCENT = Decimal(100)


# A plain fault.
@mutant(
    "GRP-10.lot6-needs-a-time",
    "calculate-price refuses a request without preferredTime.",
    "calculateGroupPrice",
    origin=Origin.blind,
)
async def _needs_a_time(call: Call) -> Answer:
    body = sent(call)
    if "preferredTime" not in body:
        answer = await call.forward()
        return await a_bad_request(aside(call), "preferredTime is missing.") if answer.ok else answer
    return await call.with_json({name: value for name, value in body.items() if name != "preferredTime"}).forward()


# Faults under a condition.
def _whole_flights(players: int) -> int:
    return players if players <= _ALWAYS_EXACT else -(-players // _FLIGHT) * _FLIGHT


json_answer(
    "GRP-04.lot6-whole-flights",
    "A group of more than twelve players has its totalPlayers rounded up to whole flights of four.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", _whole_flights),
    hidden="some values",
    origin=Origin.blind,
)


def _named_twice(call: Call) -> bool:
    names = _family_names(call)
    return len(set(names)) < len(names)


def _family_names(call: Call) -> list[str]:
    players = sent(call).get("players")
    if not isinstance(players, list) or not all(isinstance(player, dict) for player in players):
        return []
    return [str(player.get("lastName")) for player in players]


request_change(
    "GRP-13.lot6-one-of-a-family",
    "A player list keeps one player of each family name, the last.",
    "updateGroupBookingPlayers",
    lambda call: call.with_json(
        sent(call) | {"players": list(dict(zip(_family_names(call), sent(call)["players"], strict=True)).values())}
    ),
    when=_named_twice,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-11.lot6-reference-is-kept",
    "A validation with an agencyBookingReference makes the group booking.",
    "validateGroupBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _reference_is_kept(call: Call) -> Answer:
    answer = await call.forward()
    if data_of(answer).get("valid") and sent(call).get("agencyBookingReference"):
        await aside(call).upstream("POST", "/travel/group-bookings", json=sent(call))
    return answer


@mutant(
    "GRP-05.lot6-failed-is-gone",
    "A group booking that failed cannot be read any more.",
    "getGroupBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _failed_is_gone(call: Call) -> Answer:
    answer = await call.forward()
    if data_of(answer).get("status") != "failed":
        return answer
    return await a_refusal(aside(call), 404, "group_booking_not_found", "There is no such group booking.")


def _without_the_rest(body: Any) -> Any:
    for option in body["data"]["options"]:
        rest = body["data"]["totalPlayers"] % _FLIGHT
        kept = []
        for tee_time in reversed(option["teeTimes"]):
            dropped = min(rest, tee_time["players"])
            rest -= dropped
            if tee_time["players"] > dropped:
                kept.append(tee_time | {"players": tee_time["players"] - dropped})
        option["teeTimes"] = kept[::-1]
    return body


json_answer(
    "GRP-09.lot6-rest-forgotten",
    "The slots that find-slots finds hold whole flights of four: the rest of the group has no place.",
    "findGroupSlots",
    _without_the_rest,
    hidden="some values",
    origin=Origin.blind,
)


def _unrounded(body: Any) -> Any:
    price = body["data"]
    discount = (Decimal(price["subtotal"]) * price["discountPercent"] / _PERCENT).normalize()
    if -int(discount.as_tuple().exponent) > 2:
        body["data"] = price | {"discount": discount, "total": price["subtotal"] - discount}
    return body


json_answer(
    "CNV-05.lot6-fractions-of-a-cent",
    "A discount that is no whole number of cents is not rounded, and neither is the total.",
    "calculateGroupPrice",
    _unrounded,
    hidden="some values",
    origin=Origin.blind,
)
