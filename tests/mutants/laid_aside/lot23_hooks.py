"""Blind faults of booking hooks and of the bookings that come from them."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.parts.asking import has_status
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.pretending import all_bookings, conflict, data_of, filters_of, moment_of, paged
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_WHOLE = timedelta(days=14)
_SHEETS = ForgetfulSheets()


# Faults under a condition.
@mutant(
    "HOK-04.lot23-a-week-on-sale",
    "The places of a hook are on sale again after seven of its fourteen days.",
    "createBookingHook confirmBookingHook releaseBookingHook listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _a_week_on_sale(call: Call) -> Answer:
    now = await world_time(call)
    if call.operation == "listTeeTimes":
        return await _SHEETS.sheet(call, lambda taking: taking.at is not None and _WEEK <= now - taking.at < _WHOLE)
    if call.operation != "createBookingHook":
        answer = await call.forward()
        if answer.ok:
            _SHEETS.know_again(call, call.path_params["id"])
        return answer
    course_id = str(sent(call).get("courseId"))
    line = await line_of(call, course_id, "teeTime")
    answer = await call.forward()
    if answer.ok and line is not None:
        hook = data_of(answer)
        taking = Taking(course_id, hook["date"], line, hook["players"], call.api_key, now)
        _SHEETS.forget(call, hook["id"], taking)
    return answer


@mutant(
    "HOK-03.lot23-too-late-to-release",
    "A hook cannot be released any more when it is a day old.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _too_late_to_release(call: Call) -> Answer:
    live: dict[str, datetime] = call.memory.setdefault("live", {})
    if call.operation == "releaseBookingHook" and call.path_params["id"] in live:
        age = await world_time(call) - live[call.path_params["id"]]
        if _DAY <= age < _WHOLE:
            return await conflict(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        live[data_of(answer)["id"]] = moment_of(data_of(answer)["createdAt"])
    else:
        live.pop(call.path_params["id"], None)
    return answer


@mutant(
    "BKL-13.lot23-once-a-hook",
    "A booking that came from a hook is missing from every list with a status.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _once_a_hook(call: Call) -> Answer:
    from_hooks: set[str] = call.memory.setdefault("from_hooks", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        from_hooks.add(str(data_of(answer).get("id")))
        return answer
    if not has_status(call) or not from_hooks:
        return answer
    found = await all_bookings(call, **filters_of(call))
    return paged(answer, [booking for booking in found if booking["id"] not in from_hooks])
