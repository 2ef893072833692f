"""Blind faults of the sixty-third lot: groups."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CENTS = 2


def _unrounded(body: Any) -> Any:
    price = body["data"]
    subtotal = Decimal(str(price["subtotal"]))
    discount = (subtotal * price["discountPercent"] / 100).normalize()
    if -int(discount.as_tuple().exponent) > _CENTS:
        price |= {"discount": discount, "total": subtotal - discount}
    return body


json_answer(
    "CNV-05.lot63-unrounded-discount",
    "A group discount that is no whole number of cents is shown with more than two decimals.",
    "calculateGroupPrice",
    _unrounded,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-07.lot63-five-are-too-few",
    "A group booking for five players is refused.",
    "createGroupBooking",
    origin=Origin.blind,
)
async def _five_are_too_few(call: Call) -> Answer:
    if sent(call).get("totalPlayers") == 5:
        return await a_refusal(call, 422, "group_size", "A group has at least 6 players.")
    return await call.forward()


@mutant(
    "GRP-13.lot63-shorter-list",
    "A player list that is shorter than the list before leaves the last players of that list in the group.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list(call: Call) -> Answer:
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    body, group_id = sent(call), call.path_params["id"]
    players = body.get("players")
    before = lists.get(group_id, [])
    if isinstance(players, list) and players and len(players) < len(before):
        call = call.with_json(body | {"players": [*players, *before[len(players) :]]})
    answer = await call.forward()
    if answer.ok:
        lists[group_id] = sent(call)["players"]
    return answer
