"""Blind faults of the twelfth lot: group bookings and their prices."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CENT = Decimal("0.01")


@mutant(
    "GRP-12.lot12-search-keeps-a-place",
    "find-slots keeps the first tee time of its first option for a while.",
    "findGroupSlots",
    origin=Origin.blind,
)
async def _keeps_a_place(call: Call) -> Answer:
    answer = await call.forward()
    options = answer.json()["data"]["options"] if answer.ok else []
    if options:
        first, asked = options[0]["teeTimes"][0], sent(call)
        await aside(call).upstream(
            "POST",
            f"/travel/courses/{asked['courseId']}/hold-tee-time",
            json={"date": asked["date"], "time": first["time"], "players": first["players"]},
            headers={"x-api-key": agency_key(call, "nobody")},
        )
    return answer


@mutant(
    "GRP-06.lot12-two-on-one-day",
    "The read of a second group booking at one course on one day gives the first.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_of_the_day(call: Call) -> Answer:
    firsts: dict[str, str] = call.memory.setdefault("firsts", {})
    if call.operation == "getGroupBooking":
        group_id = call.path_params["id"]
        if firsts.get(group_id, group_id) == group_id:
            return await call.forward()
        return await call.upstream("GET", f"/travel/group-bookings/{firsts[group_id]}")
    answer = await call.forward()
    if answer.ok:
        group = answer.json()["data"]
        days: dict[str, str] = call.memory.setdefault("days", {})
        firsts[group["id"]] = days.setdefault(f"{group['courseId']}|{group['date']}", group["id"])
    return answer


def _unrounded(price: dict[str, Any]) -> dict[str, Any]:
    subtotal = Decimal(price["subtotal"])
    discount = (subtotal * Decimal(price["discountPercent"]) / 100).normalize()
    if discount == discount.quantize(_CENT):
        return price
    return price | {"discount": discount, "total": subtotal - discount}


json_answer(
    "CNV-05.lot12-discount-in-thousandths",
    "The discount of a group is not rounded, so that some totals have three decimals.",
    "calculateGroupPrice",
    alter("data", _unrounded),
    hidden="some values",
    origin=Origin.blind,
)
