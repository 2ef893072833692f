"""Blind faults of booking hooks and of the bookings they become."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import clocks_change
from tests.mutants.parts.pretending import data_of, moment_of, slot_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"
_SPRING, _AUTUMN = 3, 10
_A_WEEK = timedelta(days=7)


@mutant(
    "HOK-05.lot18-released-late",
    "The release of a hook that is more than a week old returns no places.",
    "createBookingHook releaseBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _released_late(call: Call) -> Answer:
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if hook := data_of(answer):
            hooks[hook["id"]] = hook
        return answer
    released = hooks.pop(call.path_params["id"], None) if answer.ok else None
    if released and await world_time(call) - moment_of(released["createdAt"]) > _A_WEEK:
        await take_places(call, released, released["players"])
    return answer


def _by_the_wall_clock(body: Any) -> Any:
    """The expiry as it comes out when fourteen days are added to the time of the wall."""
    hook = body["data"]
    begin, end = moment_of(hook["createdAt"]), moment_of(hook["expiresAt"])
    for month, hours in ((_SPRING, -1), (_AUTUMN, 1)):
        if begin.date() < clocks_change(begin.year, month) < end.date():
            hook["expiresAt"] = f"{end + timedelta(hours=hours):{_TIMESTAMP}}"
    return body


json_answer(
    "HOK-04.lot18-wall-clock",
    "A hook across a change of the clocks lasts an hour less in spring, and an hour more in autumn.",
    "createBookingHook",
    _by_the_wall_clock,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "HOK-07.lot18-sibling",
    "A released hook can be confirmed while its agency has another hook at the tee time.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _sibling(call: Call) -> Answer:
    live: dict[str, str] = call.memory.setdefault("live", {})
    released: dict[str, str] = call.memory.setdefault("released", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if hook := data_of(answer):
            live[hook["id"]] = slot_of(hook)
        return answer
    hook_id = call.path_params["id"]
    if answer.ok:
        slot = live.pop(hook_id, None)
        if slot and call.operation == "releaseBookingHook":
            released[hook_id] = slot
        return answer
    twin = next((other for other, slot in live.items() if slot == released.get(hook_id)), None)
    if call.operation != "confirmBookingHook" or twin is None:
        return answer
    confirmed = await aside(call).upstream("POST", f"/travel/bookings/hooks/{twin}/confirm", json=sent(call) or None)
    if not confirmed.ok:
        return answer
    del live[twin]
    return confirmed


@mutant(
    "BKX-07.lot18-booking-from-hook",
    "The cancellation of a booking that began as a hook returns no places.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _booking_from_hook(call: Call) -> Answer:
    made: set[str] = call.memory.setdefault("made", set())
    if call.operation == "confirmBookingHook":
        answer = await call.forward()
        if booking := data_of(answer):
            made.add(booking["id"])
        return answer
    before = await booking_of(call) if call.path_params["id"] in made else {}
    answer = await call.forward()
    if answer.ok and before:
        made.discard(before["id"])
        await take_places(call, before, before["players"])
    return answer
