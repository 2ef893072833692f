"""Blind faults of booking hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import body_of, data_of, moment_of
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"
_BOOKED = ("courseId", "date", "teeTime", "players")


@mutant(
    "HOK-02.lot20-replaced-by-next",
    "A hook takes the place of the agency's earlier hook on the same course and day, which cannot be confirmed then.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _replaced_by_next(call: Call) -> Answer:
    hooks: dict[str, str] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation != "createBookingHook":
        call.memory["hooks"] = {row: hook for row, hook in hooks.items() if hook != call.path_params["id"]}
        return answer
    hook = data_of(answer)
    row = f"{hook['courseId']}|{hook['date']}"
    if row in hooks:
        await aside(call).upstream("DELETE", f"/travel/bookings/hooks/{hooks[row]}")
    hooks[row] = hook["id"]
    return answer


@mutant(
    "BKX-07.lot20-booked-by-hook",
    "The cancellation of a booking that came from a hook returns no places.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _booked_by_hook(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if call.operation == "confirmBookingHook":
        answer = await call.forward()
        if answer.ok:
            hooked.add(data_of(answer)["id"])
        return answer
    booking = await booking_of(call) if call.path_params["id"] in hooked else {}
    answer = await call.forward()
    if answer.ok and booking:
        hooked.discard(booking["id"])
        await take_places(call, booking, booking["players"])
    return answer


@mutant(
    "HOK-04.lot20-nightly-cleanup",
    "A hook whose 14 days are over can be confirmed until the end of that day.",
    "createBookingHook confirmBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _nightly_cleanup(call: Call) -> Answer:
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            hooks[data_of(answer)["id"]] = data_of(answer) | {"leadPlayer": body_of(call).get("leadPlayer")}
        return answer
    hook = hooks.get(call.path_params["id"])
    if code_of(answer) != "booking_hook_expired" or hook is None:
        return answer
    if moment_of(hook["expiresAt"]).date() != (await world_time(call)).date():
        return answer
    lead = body_of(call).get("leadPlayer") or hook["leadPlayer"]
    wish = {name: hook[name] for name in _BOOKED} | {"leadPlayer": lead}
    booked = await aside(call).upstream("POST", "/travel/bookings", json=wish)
    if not booked.ok:
        return answer
    del hooks[hook["id"]]
    return booked.with_status(200)


@mutant(
    "ENV-16.lot20-late-release",
    "The release of a confirmed hook is refused, and cancels the booking that came from it all the same.",
    "confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _late_release(call: Call) -> Answer:
    bookings: dict[str, str] = call.memory.setdefault("bookings", {})
    answer = await call.forward()
    if call.operation == "confirmBookingHook" and answer.ok:
        bookings[call.path_params["id"]] = data_of(answer)["id"]
    if call.operation == "releaseBookingHook" and not answer.ok and call.path_params["id"] in bookings:
        await aside(call).upstream("DELETE", f"/travel/bookings/{bookings[call.path_params['id']]}")
    return answer
