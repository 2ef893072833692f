"""Blind faults of tee-time holds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.live_holds import holds_at, live_holds, players_of, remembered_hold
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    all_bookings,
    booked_elsewhere,
    data_of,
    memory_of_world,
    moment_of,
    overlaid,
    places_at,
    pretend,
    slot_of,
    true_booking,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SWEEPER = "HLD-06.lot28-newer-hold-that-day"
_WEAK = "HLD-09.lot28-last-five-minutes"
_QUARTER = timedelta(minutes=15)
_WEAK_FOR = timedelta(minutes=5)
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


def _quarter_before(text: str) -> str:
    return f"{moment_of(text) - _QUARTER:{_TIMESTAMP}}"


# A plain fault.
json_answer(
    "HLD-04.lot28-expires-at-once",
    "holdExpiration is the moment at which the hold was made.",
    "holdTeeTime",
    alter("holdExpiration", _quarter_before),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    _SWEEPER,
    "An expired hold keeps its places if its agency had a newer live hold at the course that day.",
    "holdTeeTime createBooking listTeeTimes checkAvailability",
    hidden="after a while",
    origin=Origin.blind,
)
async def _newer_hold_that_day(call: Call) -> Answer:
    holds: list[dict[str, Any]] = memory_of_world(call, _SWEEPER).setdefault("holds", [])
    now = await world_time(call) if holds else None
    for number, hold in enumerate(holds):
        if now is None or hold["settled"] or moment_of(hold["holdExpiration"]) > now:
            continue
        hold["settled"] = True
        if any(_outshines(newer, hold) for newer in holds[number + 1 :]):
            await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])
    answer = await call.forward()
    if call.operation == "holdTeeTime" and answer.ok:
        holds.append(answer.json() | {"agency": call.api_key, "settled": False})
    if call.operation == "createBooking" and answer.ok:
        used = sent(call).get("holdId")
        holds[:] = [hold for hold in holds if hold["holdId"] != used]
    return answer


def _outshines(newer: dict[str, Any], hold: dict[str, Any]) -> bool:
    """Whether *newer* was made while *hold* was live, by the same agency for another time of the day."""
    made = moment_of(newer["holdExpiration"]) - _QUARTER
    same = all(newer[name] == hold[name] for name in ("agency", "courseId", "date"))
    return same and newer["time"] != hold["time"] and made < moment_of(hold["holdExpiration"])


@mutant(
    "HLD-16.lot28-second-party",
    "Completing a hold takes its places again if the agency already has a booking at the tee time.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_party(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not sent(call).get("holdId"):
        return answer
    booking = data_of(answer)
    day = {"startDate": booking["date"], "endDate": booking["date"], "status": "confirmed"}
    others = [other for other in await all_bookings(call, **day) if other["id"] != booking["id"]]
    if any(slot_of(other) == slot_of(booking) for other in others):
        await take_places(call, booking, booking["players"])
    return answer


@mutant(
    _WEAK,
    "In the last five minutes of a hold another agency can book its places.",
    f"holdTeeTime {EVERY_BOOKING}",
    hidden="after a while",
    origin=Origin.blind,
)
async def _last_five_minutes(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _WEAK)
    answer = await call.forward()
    if call.operation != "createBooking":
        return overlaid(call, answer)
    body = sent(call)
    slot = slot_of(body)
    if answer.ok and body.get("holdId"):
        holds = holds_at(call, _WEAK, slot)
        holds[:] = [hold for hold in holds if hold["holdId"] != body["holdId"]]
    if code_of(answer) != "tee_time_unavailable" or not isinstance(body.get("players"), int):
        return overlaid(call, answer)
    now = await world_time(call)
    live = (await live_holds(call, _WEAK)).get(slot, [])
    weak = [
        hold for hold in live if hold["agency"] != call.api_key and moment_of(hold["holdExpiration"]) - now <= _WEAK_FOR
    ]
    if not weak or await places_at(call, slot) + players_of(weak) < body["players"]:
        return answer
    return await booked_elsewhere(call)


@mutant(
    "HLD-15.lot28-again-after-a-cancellation",
    "Once the booking of a hold is cancelled, the hold id completes another booking.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _again_after_a_cancellation(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    body = sent(call)
    hold_id = str(body.get("holdId", ""))
    answer = await call.forward()
    if code_of(answer) == "hold_already_used" and hold_id in completed:
        first = await true_booking(call, completed[hold_id])
        if first.get("status") == "cancelled":
            answer = await call.with_json({name: body[name] for name in body if name != "holdId"}).forward()
    if answer.ok and hold_id:
        completed[hold_id] = data_of(answer)["id"]
    return answer


@mutant(
    "BKC-33.lot28-made-when-held",
    "A booking that completes a hold shows the moment of the hold as createdAt.",
    f"holdTeeTime {EVERY_BOOKING}",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _made_when_held(call: Call) -> Answer:
    made: dict[str, str] = call.memory.setdefault("made", {})
    answer = await call.forward()
    if call.operation == "holdTeeTime":
        if answer.ok:
            made[answer.json()["holdId"]] = _quarter_before(answer.json()["holdExpiration"])
        return answer
    held = made.get(str(sent(call).get("holdId")))
    if call.operation == "createBooking" and answer.ok and held:
        pretend(call, data_of(answer)["id"], createdAt=held)
    return overlaid(call, answer)
