"""Blind faults of the fiftieth lot: holds and hooks."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgotten_places import sheet_with_at_most
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import WorldMemory, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_WHOLE = 4
_WHOLE_HOLDS = WorldMemory()


@mutant(
    "HLD-16.lot50-one-place-more",
    "A booking that completes a hold takes one more place of the tee time, if there is one.",
    "createBooking",
    origin=Origin.blind,
)
async def _one_place_more(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and sent(call).get("holdId"):
        await take_places(call, answer.json()["data"], 1)
    return answer


@mutant(
    "HLD-11.lot50-twilight-held-at-full-price",
    "A hold of a twilight time has the price of the day and not the twilight price.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _twilight_held_at_full_price(call: Call) -> Answer:
    wish = sent(call)
    lines = await tee_times(aside(call), call.path_params["courseId"], wish.get("date"), 1)
    answer = await call.forward()
    kind = next((line["pricing"]["priceType"] for line in lines if line["time"] == wish.get("time")), "")
    full = next((line["pricing"] for line in lines if line["pricing"]["priceType"] == "standard"), None)
    if not answer.ok or kind != "twilight" or full is None:
        return answer
    body = answer.json()
    body["pricing"] |= {"greenFee": full["greenFee"], "totalAmount": full["greenFee"] * body["players"]}
    return answer.with_json(body)


def _place(thing: dict[str, Any]) -> tuple[str, str, str]:
    """Course, date and tee time of a hook or a booking."""
    return thing.get("courseId") or thing["course"]["id"], thing["date"], thing["teeTime"]


@mutant(
    "HOK-05.lot50-released-beside-a-booking",
    "The release of a hook returns no places where the agency also has a booking at the tee time.",
    "createBooking cancelBooking createBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_beside_a_booking(call: Call) -> Answer:
    booked: dict[str, tuple[str, str, str]] = call.memory.setdefault("booked", {})
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    own_id = call.path_params.get("id", "")
    match call.operation:
        case "createBooking":
            booked[answer.json()["data"]["id"]] = _place(answer.json()["data"])
        case "cancelBooking":
            booked.pop(own_id, None)
        case "createBookingHook":
            hooks[answer.json()["data"]["id"]] = answer.json()["data"]
        case _:
            hook = hooks.pop(own_id, None)
            if hook and _place(hook) in booked.values():
                await take_places(call, hook, hook["players"])
    return answer


@mutant(
    "HLD-06.lot50-whole-time-gone-for-others",
    "A tee time that was held for four players does not come back for other agencies after the hold has expired.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="another agency",
    origin=Origin.blind,
)
async def _whole_time_gone_for_others(call: Call) -> Answer:
    holds: dict[str, Any] = _WHOLE_HOLDS.of(call)
    if call.operation == "listTeeTimes":
        now = await world_time(call)
        gone = {
            place: 0
            for place, holder, expires in list(holds.values())
            if holder != call.api_key and expires <= now and place[0] == call.path_params["courseId"]
        }
        return await sheet_with_at_most(call, gone)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        holds.pop(str(sent(call).get("holdId")), None)
        return answer
    hold = answer.json()
    if hold["players"] == _WHOLE:
        place = (hold["courseId"], hold["date"], hold["time"])
        holds[hold["holdId"]] = (place, call.api_key, moment_of(hold["holdExpiration"]))
    return answer


@mutant(
    "HLD-15.lot50-again-after-a-cancellation",
    "A hold completes a second booking when the first is cancelled before the hold would have expired.",
    "holdTeeTime createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _again_after_a_cancellation(call: Call) -> Answer:
    expires: dict[str, datetime] = call.memory.setdefault("expires", {})
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    body, hold_id = sent(call), str(sent(call).get("holdId"))
    if (
        call.operation == "createBooking"
        and completed.get(hold_id) in cancelled
        and hold_id in expires
        and await world_time(call) < expires[hold_id]
    ):
        call = call.with_json({name: value for name, value in body.items() if name != "holdId"})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        expires[answer.json()["holdId"]] = moment_of(answer.json()["holdExpiration"])
    elif call.operation == "cancelBooking":
        cancelled.add(call.path_params["id"])
    elif hold_id in expires:
        completed[hold_id] = answer.json()["data"]["id"]
    return answer
