"""Blind faults of booking hooks."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import (
    all_bookings,
    conflict,
    data_of,
    filters_of,
    memory_of_world,
    moment_of,
    paged,
)
from tests.mutants.parts.substitutes import code_of, sent, tee_times
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_SUMMARY = "HOK-05.lot32-summary-ignores-hooks"
_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"


# A plain fault.
@mutant(
    "HOK-06.lot32-not-in-the-list",
    "The booking that a hook became is missing in the list of bookings.",
    "confirmBookingHook listBookings",
    origin=Origin.blind,
)
async def _not_in_the_list(call: Call) -> Answer:
    hooked: dict[str, bool] = call.memory.setdefault("hooked", {})
    answer = await call.forward()
    if call.operation == "confirmBookingHook":
        if answer.ok:
            hooked[data_of(answer)["id"]] = True
        return answer
    if not answer.ok or not hooked:
        return answer
    every = await all_bookings(call, **filters_of(call))
    return paged(answer, [booking for booking in every if booking["id"] not in hooked])


# Faults under a condition.
@mutant(
    "HOK-04.lot32-confirmed-after-its-end",
    "A hook whose 14 days are over can still be confirmed while the tee time has room.",
    "createBookingHook confirmBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _confirmed_after_its_end(call: Call) -> Answer:
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    booked: dict[str, str] = call.memory.setdefault("booked", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            hooks[data_of(answer)["id"]] = sent(call)
        return answer
    hook_id = call.path_params["id"]
    if code_of(answer) != "booking_hook_expired" or hook_id not in hooks:
        return answer
    if hook_id in booked:
        return await aside(call).upstream("GET", f"/travel/bookings/{booked[hook_id]}")
    made = await aside(call).upstream("POST", "/travel/bookings", json=hooks[hook_id])
    if not made.ok:
        return answer
    booked[hook_id] = data_of(made)["id"]
    return made.with_status(200)


def _noted(call: Call, answer: Answer, live: dict[str, dict[str, Any]]) -> Answer:
    """The answer to a call about a hook, which is noted in *live* while it is one."""
    if answer.ok and call.operation == "createBookingHook":
        live[data_of(answer)["id"]] = data_of(answer)
    elif answer.ok:
        live.pop(call.path_params["id"], None)
    return answer


@mutant(
    "HOK-01.lot32-one-hook-a-day",
    "A hook is refused while the agency has a hook at another tee time of the same course and day.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_hook_a_day(call: Call) -> Answer:
    live: dict[str, dict[str, Any]] = call.memory.setdefault("live", {})
    if call.operation == "createBookingHook" and live:
        now, wanted = await world_time(call), sent(call)
        for hook in live.values():
            same = all(hook[name] == wanted.get(name) for name in ("courseId", "date"))
            if same and hook["teeTime"] != wanted.get("teeTime") and moment_of(hook["expiresAt"]) > now:
                return await conflict(call)
    return _noted(call, await call.forward(), live)


async def _counted_as_free(call: Call, day: dict[str, Any], hooked: Counter[str]) -> dict[str, Any]:
    """The day of a period, with the tee times that only the hooks of others take as if they were free."""
    players = players_asked(call)
    lines = await tee_times(call, call.path_params["courseId"], day["date"], 1)
    free = {line["time"]: int(line["available"]) for line in lines}
    extra = [time for time, taken in hooked.items() if free.get(time, 0) < players <= free.get(time, 0) + taken]
    if not extra or not day["hasAvailability"]:
        return day
    return day | {
        "availableSlots": day["availableSlots"] + len(extra),
        "firstAvailableTime": min(day["firstAvailableTime"], *extra),
        "lastAvailableTime": max(day["lastAvailableTime"], *extra),
    }


@mutant(
    _SUMMARY,
    "Multi-day availability counts a tee time that a hook has taken as available.",
    f"{_HOOKS} checkAvailability",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _summary_ignores_hooks(call: Call) -> Answer:
    live: dict[str, dict[str, Any]] = memory_of_world(call, _SUMMARY)
    answer = await call.forward()
    if call.operation != "checkAvailability":
        return _noted(call, answer, live)
    if not answer.ok or not live or call.query.get("timeRange", "all") != "all":
        return answer
    now, body = await world_time(call), answer.json()
    by_day: dict[str, Counter[str]] = {}
    for hook in live.values():
        if hook["courseId"] == call.path_params["courseId"] and moment_of(hook["expiresAt"]) > now:
            by_day.setdefault(hook["date"], Counter())[hook["teeTime"]] += hook["players"]
    best = body["bestAvailability"]
    for number, shown in enumerate(body["availabilityResults"]):
        if shown["date"] in by_day:
            day = await _counted_as_free(call, shown, by_day[shown["date"]])
            body["availabilityResults"][number] = day
            if best and best["date"] == day["date"]:
                best["availableSlots"] = day["availableSlots"]
    return answer.with_json(body)
