"""Blind faults of the forty-second lot: tee-time holds and booking hooks."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.laid_aside.lot42_tee_times import is_weekend
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget, to_others
from tests.mutants.parts.forgotten_places import Taking
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_WHOLE_TEE_TIME = 4
_HELD = timedelta(minutes=15)


def with_a_charge(body: Any) -> Any:
    """The hold with a green fee that includes a charge for holding."""
    fee = (Decimal(body["pricing"]["greenFee"]) * Decimal("1.05")).quantize(Decimal("0.01"))
    return body | {"pricing": body["pricing"] | {"greenFee": fee, "totalAmount": fee * body["players"]}}


json_answer(
    "HLD-11.lot42-charge-for-holding",
    "The price of a hold is five percent above that of the tee time.",
    "holdTeeTime",
    with_a_charge,
    origin=Origin.blind,
)


def still_held_by_others(taking: Taking, call: Call, now: datetime) -> bool:
    """Whether another agency asks, and the hold has time left."""
    return to_others(taking, call, now) and taking.at is not None and now < taking.at + _HELD


tee_sheets_forget(
    "HLD-05.lot42-second-hold-unseen",
    "The second hold of an agency at a tee time takes no places off sale for other agencies.",
    "holdTeeTime",
    lambda taken: taken.players if taken.taken_before else 0,
    look=still_held_by_others,
    hidden="another agency",
    origin=Origin.blind,
)


@mutant(
    "HOK-05.lot42-whole-weekend-tee-time",
    "The release of a hook for four on a weekend day does not return its places.",
    "createBookingHook releaseBookingHook",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def keeps_whole_tee_times(call: Call) -> Answer:
    """Takes the places again that a release gives back."""
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hook = answer.json()["data"]
        hooks[hook["id"]] = hook
        return answer
    hook = hooks.pop(call.path_params["id"], {"players": 0, "date": ""})
    if hook["players"] == _WHOLE_TEE_TIME and is_weekend(hook["date"]):
        await take_places(call, hook, _WHOLE_TEE_TIME)
    return answer


@mutant(
    "HOK-06.lot42-no-status-index",
    "A booking that was a hook is missing from every list with a status filter.",
    "confirmBookingHook listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def no_status_index(call: Call) -> Answer:
    """Leaves bookings from hooks out of lists of a status."""
    from_hooks: set[str] = call.memory.setdefault("from hooks", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        from_hooks.add(answer.json()["data"]["id"])
        return answer
    if "status" not in call.query or not from_hooks:
        return answer
    found = [booking for booking in await every_booking(call) if booking["id"] not in from_hooks]
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])
