"""Blind faults of the twelfth lot: changes of bookings, and what they do to a cancel."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import showing
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.histories import booking_now, place_of
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import body_of, data_of, whole_number
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant

_GROWING = Crowd(0.3)
_MOST_PLAYERS = 4


@mutant(
    "BKU-12.lot12-number-of-the-revision",
    "Each change puts the number of the revision behind the bookingReference.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _numbered(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok:
        return answer
    booking_id = answer.json()["data"]["id"]
    number = call.memory[booking_id] = call.memory.get(booking_id, 1) + 1
    disguise(call, booking_id, alter("bookingReference", lambda reference: f"{reference.split('/')[0]}/{number}"))
    return in_disguise(call, answer)


@mutant(
    "BKU-09.lot12-written-over-the-first",
    "A second change is merged into the booking as it was created, so that the first change is lost.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _over_the_first(call: Call) -> Answer:
    if call.operation == "createBooking":
        answer = await call.forward()
        booking = data_of(answer)
        if booking:
            call.memory[booking["id"]] = {name: booking[name] for name in MODIFIABLE if name in booking}
        return answer
    changed: set[str] = call.memory.setdefault("changed", set())
    booking_id, body = call.path_params["id"], body_of(call)
    created: dict[str, Any] = call.memory.get(booking_id, {})
    if booking_id in changed and created.keys() - body.keys() and body:
        merged = await call.with_json(created | body).forward()
        if merged.ok:
            return merged
    answer = await call.forward()
    if answer.ok:
        changed.add(booking_id)
    return answer


@mutant(
    "BKX-09.lot12-revived-by-a-change",
    "A change of the texts of a cancelled booking is accepted and works its status out again.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _revived(call: Call) -> Answer:
    if call.operation == "cancelBooking":
        answer = await call.forward()
        if answer.ok:
            _forget(call)
        return answer
    answer = await shown(call)
    body = body_of(call)
    if call.operation != "updateBooking" or code_of(answer) != "booking_cancelled" or "players" in body:
        return answer
    kept = await call.upstream("GET", call.path)
    if not kept.ok:
        return answer
    edit = showing(**body, status="confirmed")
    disguise(call, call.path_params["id"], lambda booking: _without_the_cancel(edit(booking)))
    return in_disguise(call, kept)


def _forget(call: Call) -> None:
    call.memory.get("disguises", {}).pop(call.path_params["id"], None)


def _without_the_cancel(booking: Booking) -> Booking:
    return {name: value for name, value in booking.items() if name != "cancellationDate"}


@mutant(
    "INV-03.lot12-two-grow-at-once",
    "Two changes that add players at one tee time at the same moment both see the places free.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _both_grow(call: Call) -> Answer:
    players = whole_number(body_of(call).get("players"))
    if call.operation != "updateBooking" or not players:
        return await shown(call)
    booking = await booking_now(call)
    if not booking or not booking["players"] < players <= _MOST_PLAYERS:
        return await _changed(call)
    async with _GROWING.at((call.api_key.rpartition("_")[0], *place_of(booking)), call) as met:
        answer = await _changed(call)
        if code_of(answer) != FULL or met["updateBooking"] == 1:
            return answer
        kept = await call.upstream("GET", call.path)
    members = {name: value for name, value in body_of(call).items() if name in MODIFIABLE}
    disguise(call, booking["id"], showing(**members))
    return in_disguise(call, kept)


async def _changed(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok:
        _forget(call)
    return answer
