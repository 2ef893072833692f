"""Blind faults of the forty-sixth lot: holds and booking hooks."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.mutants.laid_aside.common import course_of, take_places
from tests.mutants.parts.live_holds import live_holds, remembered_hold
from tests.mutants.parts.pretending import memory_of_world, places_at, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ZONES = {"GB": "Europe/London", "IE": "Europe/Dublin", "PT": "Europe/Lisbon", "FI": "Europe/Helsinki"}
_BESIDE = "HLD-16.lot46-second-hold-of-the-day"


@mutant(
    "HLD-03.lot46-expiry-in-local-time",
    "The expiry of a hold is the local time of the course, labelled as UTC.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _local_expiry(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    held = answer.json()
    country = (await course_of(call, held["courseId"]))["country"]
    local = datetime.fromisoformat(held["holdExpiration"]).astimezone(ZoneInfo(_ZONES.get(country, "Europe/Paris")))
    return answer.with_json(held | {"holdExpiration": f"{local:%Y-%m-%dT%H:%M:%S}Z"})


@mutant(
    "HLD-15.lot46-used-again-after-a-cancellation",
    "When the booking of a hold was cancelled, the hold id completes a second booking.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _used_again(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    answer, hold_id = await call.forward(), str(sent(call).get("holdId", ""))
    if call.operation == "cancelBooking":
        cancelled.update([call.path_params["id"]] if answer.ok else [])
        return answer
    if code_of(answer) == "hold_already_used" and completed.get(hold_id) in cancelled:
        answer = await call.with_json({k: v for k, v in sent(call).items() if k != "holdId"}).forward()
    if answer.ok and hold_id:
        completed[hold_id] = answer.json()["data"]["id"]
    return answer


def _is_other(held: dict[str, Any], call: Call, body: dict[str, Any]) -> bool:
    is_same_day = (held["courseId"], held["date"]) == (body.get("courseId"), body.get("date"))
    used = memory_of_world(call, f"{_BESIDE} used")
    return is_same_day and held["agency"] == call.api_key and held["holdId"] not in {body["holdId"], *used}


@mutant(
    _BESIDE,
    "A hold that is completed while the agency has another hold on that day takes its places a second time.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _taken_twice(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _BESIDE)
    body = sent(call)
    others = [
        held
        for holds in ((await live_holds(call, _BESIDE)).values() if body.get("holdId") else ())
        for held in holds
        if _is_other(held, call, body)
    ]
    answer = await call.forward()
    if not answer.ok or "holdId" not in body:
        return answer
    memory_of_world(call, f"{_BESIDE} used")[body["holdId"]] = True
    room = await places_at(call, slot_of(body)) if others else 0
    if room:
        await take_places(call, body, min(room, body["players"]))
    return answer


@mutant(
    "HOK-05.lot46-full-tee-time-stays-closed",
    "When a booking hook took the last places of a tee time, its release does not return them.",
    "createBookingHook releaseBookingHook",
    hidden="some values",
    origin=Origin.blind,
)
async def _stays_closed(call: Call) -> Answer:
    closing: dict[str, Any] = call.memory.setdefault("closing", {})
    if call.operation == "releaseBookingHook":
        answer = await call.forward()
        hook = closing.pop(call.path_params["id"], None) if answer.ok else None
        if hook:
            await take_places(call, hook, hook["players"])
        return answer
    body = sent(call)
    room = await places_at(call, slot_of(body)) if body.get("courseId") and body.get("date") else 0
    answer = await call.forward()
    if answer.ok and room == body["players"]:
        closing[answer.json()["data"]["id"]] = body
    return answer
