"""Blind faults of the fifty-seventh lot: holds and hooks."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "HLD-11.lot57-weekend-twilight",
    "A hold of a twilight time on a weekend has the standard price.",
    "holdTeeTime",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekend_twilight(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or date.fromisoformat(answer.json()["date"]).weekday() < SATURDAY:
        return answer
    held = answer.json()
    path = f"/travel/courses/{held['courseId']}/tee-times"
    sheet = await aside(call).upstream("GET", path, query={"date": held["date"], "players": 1})
    if not sheet.ok:
        return answer
    day = sheet.json()
    standard = [
        item["pricing"]["greenFee"] for item in day["availableTimes"] if item["pricing"]["priceType"] == "standard"
    ]
    begin = day["timeSlots"]["twilightStart"]
    if not standard or not begin or held["time"] < begin:
        return answer
    held["pricing"] |= {"greenFee": standard[0], "totalAmount": standard[0] * held["players"]}
    return answer.with_json(held)


@mutant(
    "HLD-15.lot57-after-a-cancellation",
    "When the booking that used a hold is cancelled, its hold id completes another booking.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _after_a_cancellation(call: Call) -> Answer:
    used: dict[str, str] = call.memory.setdefault("used", {})
    body = sent(call)
    hold_id = str(body.pop("holdId", ""))
    answer = await call.forward()
    if code_of(answer) == "hold_already_used" and hold_id in used:
        kept = await aside(call).upstream("GET", f"/travel/bookings/{used[hold_id]}")
        if data_of(kept).get("status") == "cancelled":
            again = await aside(call).upstream("POST", call.path, json=body)
            answer = again if again.ok else answer
    if answer.ok and hold_id:
        used[hold_id] = data_of(answer)["id"]
    return answer


def _hooks(call: Call) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    return found


@mutant(
    "HOK-05.lot57-places-stay-taken",
    "The release of a hook returns no places.",
    "createBookingHook releaseBookingHook",
    origin=Origin.blind,
)
async def _places_stay_taken(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and call.operation == "createBookingHook":
        _hooks(call)[data_of(answer)["id"]] = data_of(answer)
    elif answer.ok and call.path_params["id"] in _hooks(call):
        hook = _hooks(call).pop(call.path_params["id"])
        await take_places(call, hook, hook["players"])
    return answer


@mutant(
    "HOK-06.lot57-days-later",
    "Lists of a status lack the booking of a hook that was confirmed a day or more after its creation.",
    "createBookingHook confirmBookingHook listBookings",
    hidden="after a while",
    origin=Origin.blind,
)
async def _days_later(call: Call) -> Answer:
    answer = await call.forward()
    missing: set[str] = call.memory.setdefault("missing", set())
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        _hooks(call)[data_of(answer)["id"]] = data_of(answer)
    elif call.operation == "confirmBookingHook":
        hook = _hooks(call).get(call.path_params["id"])
        if hook and await world_time(call) - moment_of(hook["createdAt"]) >= timedelta(days=1):
            missing.add(data_of(answer)["id"])
    elif missing and "status" in call.query:
        kept = [booking for booking in await every_booking(call) if booking["id"] not in missing]
        return one_page(call, answer, [booking for booking in kept if asked_for(call, booking)])
    return answer
