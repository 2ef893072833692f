"""Blind faults of the sixth lot: booking hooks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import data_of, give_credit, memory_of_world, moment_of, slot_of, with_more_places
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, mutant

_PLACES = 4
_FORTNIGHT = timedelta(days=14)

# A plain fault.
_DELETED = "HOK-07.lot6-deleted-but-there"


@mutant(
    _DELETED,
    "A released hook can still be confirmed, as long as its tee time has room.",
    "createBookingHook releaseBookingHook confirmBookingHook",
    origin=Origin.blind,
)
async def _deleted_but_there(call: Call) -> Answer:
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    released: dict[str, Any] = call.memory.setdefault("released", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            hooks[data_of(answer)["id"]] = sent(call)
        return answer
    hook_id = call.path_params["id"]
    if call.operation == "releaseBookingHook":
        if answer.ok and hook_id in hooks:
            released[hook_id] = hooks.pop(hook_id)
        return answer
    if answer.ok or hook_id not in released:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=released[hook_id])
    if not booked.ok:
        return answer
    del released[hook_id]
    return booked.with_status(200)


# Faults under a condition.
@mutant(
    "HOK-04.lot6-option-date",
    "A hook for a tee time in less than 28 days ends 14 days before the tee time.",
    "createBookingHook",
    hidden="certain days",
    origin=Origin.blind,
)
async def _option_date(call: Call) -> Answer:
    answer = await call.forward()
    hook = data_of(answer)
    if not hook:
        return answer
    created = moment_of(hook["createdAt"])
    ends = datetime.fromisoformat(f"{hook['date']}T{hook['teeTime']}:00Z") - _FORTNIGHT
    if not created < ends < created + _FORTNIGHT:
        return answer
    return answer.with_json(put("data.expiresAt", f"{ends:%Y-%m-%dT%H:%M:%SZ}")(answer.json()))


_TWICE = "HOK-05.lot6-returned-twice"


@mutant(
    _TWICE,
    "A second release of a hook returns its places again, also those that others have taken.",
    "createBookingHook releaseBookingHook listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _returned_twice(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        answer = await with_more_places(call, lambda slot: memory_of_world(call, _TWICE).get(slot, 0))
        if not answer.ok:
            return answer
        return answer.with_json(
            alter("availableTimes[*].available", lambda places: min(places, _PLACES))(answer.json())
        )
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    released: set[str] = call.memory.setdefault("released", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[data_of(answer)["id"]] = data_of(answer)
        return answer
    hook = hooks.get(call.path_params["id"])
    if hook is not None and hook["id"] in released:
        give_credit(call, _TWICE, slot_of(hook), hook["players"])
    released.add(call.path_params["id"])
    return answer


@mutant(
    "HOK-06.lot6-missing-under-a-status",
    "A list with a status leaves out the bookings that came from hooks.",
    "confirmBookingHook listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _missing_under_a_status(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    answer = await call.forward()
    if call.operation == "confirmBookingHook":
        hooked.update(data_of(answer).get("id", "") for _ in [answer] if answer.ok)
        return answer
    if not answer.ok or "status" not in call.query or not hooked:
        return answer
    found = [item for item in await every_booking(call) if item["id"] not in hooked and asked_for(call, item)]
    return one_page(call, answer, found)
