"""Blind faults of booking hooks."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.pretending import all_bookings, data_of, moment_of, slot_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"
_WEEK = timedelta(days=7)
_SHEETS = ForgetfulSheets()


@mutant(
    "HOK-05.lot21-beside-a-booking",
    "A hook takes no places off sale where its agency has a confirmed booking at the same tee time.",
    f"{_HOOKS} listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _beside_a_booking(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        return await _SHEETS.sheet(call)
    if call.operation != "createBookingHook":
        answer = await call.forward()
        if answer.ok:
            _SHEETS.know_again(call, call.path_params["id"])
        return answer
    line = await line_of(aside(call), str(sent(call).get("courseId")), "teeTime")
    answer = await call.forward()
    if not answer.ok or line is None:
        return answer
    hook = data_of(answer)
    day = hook["date"]
    booked = await all_bookings(aside(call), status="confirmed", startDate=day, endDate=day)
    if any(slot_of(booking) == slot_of(hook) for booking in booked):
        taking = Taking(hook["courseId"], day, line, hook["players"], call.api_key)
        _SHEETS.forget(call, hook["id"], taking)
    return answer


@mutant(
    "HOK-06.lot21-second-week",
    "A hook that is confirmed in its second week makes a booking that cannot be read or listed.",
    "createBookingHook confirmBookingHook getBooking listBookings",
    hidden="after a while",
    origin=Origin.blind,
)
async def _second_week(call: Call) -> Answer:
    hooks: dict[str, str] = call.memory.setdefault("hooks", {})
    lost: set[str] = call.memory.setdefault("lost", set())
    if call.operation == "getBooking" and call.path_params["id"] in lost:
        return await aside(call).upstream("GET", "/travel/bookings/bkg_000000000000")
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[data_of(answer)["id"]] = data_of(answer)["createdAt"]
    begun = hooks.pop(call.path_params["id"], None) if call.operation == "confirmBookingHook" else None
    if begun and await world_time(call) - moment_of(begun) > _WEEK:
        lost.add(data_of(answer)["id"])
    if call.operation == "listBookings" and lost:
        found = [booking for booking in await every_booking(call) if booking["id"] not in lost]
        return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])
    return answer


@mutant(
    "HOK-07.lot21-next-hook-of-the-tee-time",
    "A released hook can be confirmed while the agency has a newer hook at the same tee time.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _next_hook_of_the_tee_time(call: Call) -> Answer:
    live: dict[str, str] = call.memory.setdefault("live", {})
    released: dict[str, str] = call.memory.setdefault("released", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            live[data_of(answer)["id"]] = slot_of(data_of(answer))
        return answer
    hook_id = call.path_params["id"]
    if answer.ok:
        slot = live.pop(hook_id, None)
        if slot and call.operation == "releaseBookingHook":
            released[hook_id] = slot
        return answer
    newer = [other for other, slot in live.items() if slot == released.get(hook_id)]
    if call.operation != "confirmBookingHook" or not newer:
        return answer
    confirmed = await aside(call).upstream("POST", f"/travel/bookings/hooks/{newer[-1]}/confirm")
    if confirmed.ok:
        live.pop(newer[-1])
    return confirmed if confirmed.ok else answer
