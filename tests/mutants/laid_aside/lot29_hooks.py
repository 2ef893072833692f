"""Blind faults of booking hooks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_A_DAY = timedelta(days=1)


@mutant(
    "HOK-07.lot29-after-the-night",
    "A hook that was released can be confirmed from the next day on.",
    "createBookingHook releaseBookingHook confirmBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _after_the_night(call: Call) -> Answer:
    asked: dict[str, Any] = call.memory.setdefault("asked", {})
    released: dict[str, Any] = call.memory.setdefault("released", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            asked[data_of(answer)["id"]] = sent(call)
        return answer
    hook_id = call.path_params["id"]
    if call.operation == "releaseBookingHook":
        if answer.ok:
            released.setdefault(hook_id, await world_time(call))
        return answer
    if answer.ok or hook_id not in released or hook_id not in asked:
        return answer
    if await world_time(call) < released[hook_id] + _A_DAY:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=asked[hook_id])
    return booked.with_status(200) if booked.ok else answer


@mutant(
    "HOK-04.lot29-one-basket",
    "A second hook of an agency for a course and day expires together with the first.",
    "createBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _one_basket(call: Call) -> Answer:
    baskets: dict[str, str] = call.memory.setdefault("baskets", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    hook = body["data"]
    basket = f"{hook['courseId']}|{hook['date']}"
    first = baskets.get(basket)
    if first is None or not moment_of(hook["createdAt"]) < moment_of(first) < moment_of(hook["expiresAt"]):
        baskets[basket] = hook["expiresAt"]
        return answer
    hook["expiresAt"] = first
    return answer.with_json(body)


@mutant(
    "HOK-06.lot29-not-on-a-date",
    "A booking that was a hook is missing in a booking list with startDate or endDate.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _not_on_a_date(call: Call) -> Answer:
    from_hooks: set[str] = call.memory.setdefault("from hooks", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        from_hooks.add(str(data_of(answer).get("id")))
        return answer
    if not has_dates(call) or not from_hooks:
        return answer
    found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
    return one_page(call, answer, [booking for booking in found if booking["id"] not in from_hooks])
