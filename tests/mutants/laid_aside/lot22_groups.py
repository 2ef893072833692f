"""Blind faults of group bookings."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.pretending import data_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant


# A plain fault.
@mutant("GRP-01.lot22-created", "A group booking is answered with 201.", "createGroupBooking", origin=Origin.blind)
async def _created(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_status(201) if answer.ok else answer


# Faults under a condition.
def _unrounded(body: Any) -> Any:
    price = body["data"]
    subtotal = Decimal(price["subtotal"])
    discount = subtotal * Decimal(price["discountPercent"]) / 100
    if discount != discount.quantize(Decimal("0.01")):
        exact = discount.normalize()
        price |= {"discount": exact, "total": subtotal - exact}
    return body


json_answer(
    "CNV-05.lot22-half-a-cent",
    "The price of a group has three decimals when its discount is no whole number of cents.",
    "calculateGroupPrice",
    _unrounded,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-06.lot22-second-group-of-the-day",
    "Of two groups of an agency on one course and day, a read of the second returns the first.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_group_of_the_day(call: Call) -> Answer:
    firsts: dict[tuple[str, str], str] = call.memory.setdefault("firsts", {})
    leads: dict[str, str] = call.memory.setdefault("leads", {})
    if call.operation == "createGroupBooking":
        answer = await call.forward()
        if answer.ok:
            group = data_of(answer)
            leads[group["id"]] = firsts.setdefault((group["courseId"], group["date"]), group["id"])
        return answer
    asked = call.path_params["id"]
    first = leads.get(asked, asked)
    return await (call.forward() if first == asked else call.upstream("GET", f"/travel/group-bookings/{first}"))
