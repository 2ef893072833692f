"""Blind faults of booking hooks."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.borrowed import today, world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_NEAR = timedelta(days=60)
_LONG = timedelta(days=1)
_SHEETS = ForgetfulSheets()


# Faults under a condition.
@mutant(
    "HOK-05.lot37-far-days",
    "A hook more than 60 days ahead takes no places off the tee sheet.",
    "createBookingHook confirmBookingHook releaseBookingHook listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _far_days(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        return await _SHEETS.sheet(call)
    if call.operation != "createBookingHook":
        answer = await call.forward()
        if answer.ok:
            _SHEETS.know_again(call, call.path_params["id"])
        return answer
    line = await line_of(aside(call), str(sent(call).get("courseId")), "teeTime")
    answer = await call.forward()
    hook = data_of(answer)
    if hook and line and date.fromisoformat(hook["date"]) - await today(aside(call)) > _NEAR:
        _SHEETS.forget(call, hook["id"], Taking(hook["courseId"], hook["date"], line, hook["players"]))
    return answer


@mutant(
    "HOK-06.lot37-no-date-of-play",
    "A booking that was a hook is left out of booking lists that name a date.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _no_date_of_play(call: Call) -> Answer:
    hooked: list[str] = call.memory.setdefault("hooked", [])
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        hooked.append(data_of(answer)["id"])
        return answer
    if not hooked or not has_dates(call):
        return answer
    dated = [booking for booking in await every_booking(call) if asked_for(call, booking)]
    return one_page(call, answer, [booking for booking in dated if booking["id"] not in hooked])


@mutant(
    "HOK-07.lot37-late-release",
    "A hook that was released a day or more after it was made can still be confirmed.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _late_release(call: Call) -> Answer:
    made: dict[str, Any] = call.memory.setdefault("made", {})
    released: dict[str, Any] = call.memory.setdefault("released", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            made[data_of(answer)["id"]] = (data_of(answer)["createdAt"], sent(call))
        return answer
    hook_id = call.path_params["id"]
    if call.operation == "releaseBookingHook":
        if answer.ok and hook_id in made:
            at, body = made.pop(hook_id)
            if await world_time(call) - moment_of(at) >= _LONG:
                released[hook_id] = body
        return answer
    if answer.ok or hook_id not in released:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=released[hook_id])
    if not booked.ok:
        return answer
    del released[hook_id]
    return booked.with_status(200)
