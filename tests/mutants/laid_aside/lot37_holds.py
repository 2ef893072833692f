"""Blind faults of tee-time holds."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import Json, data_of, held_slot, memory_of_world, moment_of, slot_of
from tests.mutants.parts.substitutes import a_refusal, code_of, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_STUCK = "HLD-06.lot37-failed-completion"
_MARGIN = timedelta(minutes=2)
_BAD_INPUT = frozenset([400, 422])

# A plain fault.
json_answer(
    "HLD-11.lot37-fee-for-the-hold",
    "The total of a hold has a fee of 2.00 in it, which the tee time has not.",
    "holdTeeTime",
    alter("pricing.totalAmount", lambda total: total + 2),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "HLD-07.lot37-two-minutes-early",
    "A hold that has less than two minutes left no longer completes a booking.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _two_minutes_early(call: Call) -> Answer:
    ends: dict[str, str] = call.memory.setdefault("ends", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            ends[answer.json()["holdId"]] = answer.json()["holdExpiration"]
        return answer
    end = ends.get(str(sent(call).get("holdId")))
    if end and timedelta(0) < moment_of(end) - await world_time(call) < _MARGIN:
        return await a_refusal(call, 409, "hold_expired", "The hold has expired. Hold the tee time again.")
    return await call.forward()


async def _take_what_is_stuck(call: Call) -> None:
    stuck: dict[str, Json] = memory_of_world(call, _STUCK).setdefault("stuck", {})
    if not stuck:
        return
    now = await world_time(call)
    for hold_id in [hold_id for hold_id, hold in stuck.items() if moment_of(hold["holdExpiration"]) <= now]:
        hold = stuck.pop(hold_id, None)
        if hold:
            await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])


@mutant(
    _STUCK,
    "The places of a hold stay taken after its expiry if a booking with it was refused for bad input.",
    "holdTeeTime createBooking listTeeTimes checkAvailability createBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _failed_completion(call: Call) -> Answer:
    await _take_what_is_stuck(call)
    known: dict[str, Json] = memory_of_world(call, _STUCK).setdefault("known", {})
    stuck: dict[str, Json] = memory_of_world(call, _STUCK).setdefault("stuck", {})
    answer = await call.forward()
    if call.operation == "holdTeeTime" and answer.ok:
        known[answer.json()["holdId"]] = answer.json()
    hold_id = str(sent(call).get("holdId"))
    if call.operation != "createBooking" or hold_id not in known:
        return answer
    if answer.ok:
        stuck.pop(hold_id, None)
    elif answer.status in _BAD_INPUT and moment_of(known[hold_id]["holdExpiration"]) > await world_time(call):
        stuck[hold_id] = known[hold_id]
    return answer


async def _held_nearby(call: Call, refusal: Answer) -> Answer:
    """A hold of another tee time of the day that is shown at the one that was asked for."""
    body, course_id = sent(call), call.path_params["courseId"]
    offered = [line["time"] for line in await tee_times(call, course_id, body["date"], body["players"])]
    if not offered:
        return refusal
    nearest = next((time for time in offered if time > body["time"]), offered[-1])
    held = await aside(call).upstream("POST", call.path, json=body | {"time": nearest})
    return held.with_json(held.json() | {"time": body["time"]}) if held.ok else refusal


@mutant(
    "HLD-17.lot37-own-booking-there",
    "An agency with a booking at a tee time can hold more places there than are free.",
    "createBooking cancelBooking holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _own_booking_there(call: Call) -> Answer:
    own: dict[str, str] = call.memory.setdefault("own", {})
    answer = await call.forward()
    if call.operation == "holdTeeTime":
        full = code_of(answer) == FULL and held_slot(call) in own.values()
        return await _held_nearby(call, answer) if full else answer
    if answer.ok and call.operation == "createBooking":
        own[data_of(answer)["id"]] = slot_of(data_of(answer))
    elif answer.ok:
        own.pop(call.path_params["id"], None)
    return answer
