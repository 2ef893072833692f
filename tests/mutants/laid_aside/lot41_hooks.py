"""Blind faults of the forty-first lot: hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.pretending import data_of, memory_of_world, slot_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_READABLE = "AUT-10.lot41-booking-of-a-hook"
_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"
Hook = dict[str, Any]


def _note_hook(call: Call, answer: Answer) -> Hook | None:
    """Keeps the hooks of this key with their state. The hook that this call closed, if any."""
    hooks: dict[str, Hook] = call.memory.setdefault("hooks", {})
    if not answer.ok:
        return None
    if call.operation == "createBookingHook":
        hook = data_of(answer)
        hooks[hook["id"]] = hook | {"state": "open"}
        return None
    closed = hooks.get(call.path_params["id"])
    if closed is None or closed["state"] != "open":
        return None
    closed["state"] = "confirmed" if call.operation == "confirmBookingHook" else "released"
    return closed


def _open_beside(call: Call, hook: Hook) -> list[Hook]:
    """The open hooks of this key at the tee time of *hook*."""
    hooks: dict[str, Hook] = call.memory.setdefault("hooks", {})
    return [other for other in hooks.values() if other["state"] == "open" and slot_of(other) == slot_of(hook)]


@mutant(
    "HOK-05.lot41-released-beside-another",
    "The release of a hook returns no places while the agency has another hook at the tee time.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_beside_another(call: Call) -> Answer:
    answer = await call.forward()
    closed = _note_hook(call, answer)
    if closed and closed["state"] == "released" and _open_beside(call, closed):
        await take_places(call, closed, closed["players"])
    return answer


@mutant(
    "HOK-07.lot41-confirms-the-later-hook",
    "The confirmation of a released hook confirms another hook of the agency at the same tee time.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _confirms_the_later_hook(call: Call) -> Answer:
    answer = await call.forward()
    _note_hook(call, answer)
    if answer.ok or call.operation != "confirmBookingHook":
        return answer
    meant = call.memory["hooks"].get(call.path_params["id"])
    if meant is None or meant["state"] != "released" or not (others := _open_beside(call, meant)):
        return answer
    confirmed = await aside(call).upstream("POST", f"/travel/bookings/hooks/{others[0]['id']}/confirm")
    if not confirmed.ok:
        return answer
    others[0]["state"] = "confirmed"
    return confirmed


@mutant(
    _READABLE,
    "Another agency can read by id a booking that was made by the confirmation of a hook.",
    "confirmBookingHook getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _booking_of_a_hook(call: Call) -> Answer:
    answer = await call.forward()
    owners = memory_of_world(call, _READABLE)
    if call.operation == "confirmBookingHook":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.ok or not call.api_key or owner in (None, call.api_key):
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
