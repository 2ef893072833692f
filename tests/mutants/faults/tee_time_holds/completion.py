"""Faults of bookings that complete a hold (HLD-07, 15, 16)."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import FOR_TWO_SECONDS, Crowd, world_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.forgotten_places import sheet_with_at_most
from tests.mutants.parts.overbooking import overbooked
from tests.mutants.parts.pretending import body_of, conflict, moment_of
from tests.mutants.parts.substitutes import WorldMemory, a_refusal, sent, tee_times
from tests.mutants.parts.ways import from_a_hold
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant, request_change


def _without_hold(call: Call) -> Call:
    return call.with_json({name: value for name, value in sent(call).items() if name != "holdId"})


def _has_hold(call: Call) -> bool:
    return "holdId" in sent(call)


request_change(
    "HLD-07",
    "The hold id is ignored, so the hold blocks its own booking.",
    "createBooking",
    _without_hold,
    when=_has_hold,
)


@mutant("HLD-07.pending", "A booking that completes a hold is pending.", BOOKING_OPERATIONS, hidden="one of two ways")
async def _pending(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok or not _has_hold(call):
        return answer
    disguise(call, answer.json()["data"]["id"], put("status", "pending"))
    return in_disguise(call, answer)


@mutant(
    "HLD-07.lost-by-an-incomplete-body",
    "A completion that lacks a required member uses up the hold.",
    "createBooking",
    hidden="after another operation",
)
async def _lost_by_an_incomplete_body(call: Call) -> Answer:
    lost: set[str] = call.memory.setdefault("lost", set())
    hold_id = str(body_of(call).get("holdId"))
    if hold_id in lost:
        return await a_refusal(call, 409, "hold_already_used", f"Hold {hold_id} has been used.")
    answer = await call.forward()
    if answer.status == 400:
        lost.update({hold_id} - {"None"})
    return answer


_SHORTER_HOLD = timedelta(minutes=10)


@mutant(
    "HLD-07.late",
    "A hold can be used only in its first ten minutes.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.hidden,
)
async def _too_late(call: Call) -> Answer:
    held: dict[str, datetime] = call.memory.setdefault("held", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            held[answer.json()["holdId"]] = await world_time(call)
        return answer
    began = held.get(str(sent(call).get("holdId")))
    if began and await world_time(call) - began >= _SHORTER_HOLD:
        return await a_refusal(call, 409, "hold_expired", "The hold has expired.")
    return await call.forward()


_HOLDERS = Crowd(FOR_TWO_SECONDS)


@mutant(
    "HLD-15.parallel",
    "Every request of the same moment can use a hold.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.hidden,
)
async def _completed_by_all(call: Call) -> Answer:
    hold_id = sent(call).get("holdId") if call.operation == "createBooking" else None
    if hold_id is None:
        return await shown(call)
    async with _HOLDERS.at((world_of(call), hold_id), call) as met:
        answer = await shown(call)
        return await overbooked(call.with_json(_without_hold_id(sent(call)))) if _is_late(met, answer) else answer


def _is_late(met: Counter[str], answer: Answer) -> bool:
    return met["createBooking"] > 1 and not answer.ok


def _without_hold_id(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name != "holdId"}


from_a_hold("HLD-07.players", "A booking that completes a hold has one player.", put("players", 1))

_LEFT = WorldMemory()


@mutant(
    "HLD-16.twice",
    "Completing a hold takes its places twice.",
    "createBooking listTeeTimes",
    hidden="one of two ways",
    origin=Origin.hidden,
)
async def _taken_twice(call: Call) -> Answer:
    left: dict[Any, int] = _LEFT.of(call)
    if call.operation == "listTeeTimes":
        return await sheet_with_at_most(call, left)
    answer = await call.forward()
    if answer.ok and "holdId" in sent(call):
        body = sent(call)
        place = body["courseId"], body["date"], body["teeTime"]
        now = {line["time"]: line["available"] for line in await tee_times(call, *place[:2], 1)}
        left[place] = now.get(place[2], 0) - body["players"]
    return answer


@mutant(
    "HLD-07.blind-last-minutes",
    "In its last five minutes, a hold cannot be used.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _last_minutes(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["holdId"]] = moment_of(answer.json()["holdExpiration"])
        return answer
    until = call.memory.get(body_of(call).get("holdId", ""))
    if until and await world_time(call) > until - timedelta(minutes=5):
        return await conflict(call)
    return await call.forward()
