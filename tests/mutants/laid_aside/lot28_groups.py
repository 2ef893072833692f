"""Blind faults of group bookings."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LEADER = {"firstName": "Nora", "lastName": "Body", "email": "nora.body@example.com", "phone": "+44 20 7946 0000"}


def _unrounded(body: Any) -> Any:
    """The discount and the total as the multiplication leaves them, where that is no whole number of cents."""
    price = body["data"]
    discount = Decimal(price["subtotal"]) * Decimal(price["discountPercent"]) / 100
    if discount * 100 % 1:
        price |= {"discount": discount.normalize(), "total": (price["subtotal"] - discount).normalize()}
    return body


json_answer(
    "CNV-05.lot28-fractions-of-a-cent",
    "The discount and the total of a group have three decimals if the discount is no whole number of cents.",
    "calculateGroupPrice",
    _unrounded,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot28-second-list",
    "Only the first player list of a group is kept: a later one is accepted, and the first remains.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_list(call: Call) -> Answer:
    first: dict[str, Any] = call.memory.setdefault("first", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    group = data_of(answer)
    if call.operation == "updateGroupBookingPlayers":
        if group["playerList"]:
            first.setdefault(group["id"], group["playerList"])
        return answer
    if group["id"] not in first:
        return answer
    return answer.with_json({"data": group | {"playerList": first[group["id"]]}})


@mutant(
    "GRP-11.lot28-validated-with-a-reference",
    "A validation that carries an agency reference books the group.",
    "validateGroupBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _validated_with_a_reference(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if answer.ok and data_of(answer)["valid"] and body.get("agencyBookingReference"):
        await aside(call).upstream("POST", "/travel/group-bookings", json={"leadPlayer": _LEADER} | body)
    return answer
