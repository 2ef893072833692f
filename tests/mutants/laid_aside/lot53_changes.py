"""Blind faults of the fifty-third lot: changes and cancellations."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.histories import changes_by_booking, note_change
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_PUT_FIRST_SECONDS = 0.15
_crowd = Crowd()


@mutant(
    "BKU-09.lot53-requests-wiped",
    "A later change of agencyBookingReference alone empties specialRequests.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _requests_wiped(call: Call) -> Answer:
    body = sent(call)
    if set(body) == {"agencyBookingReference"} and changes_by_booking(call)[call.path_params["id"]]:
        call = call.with_json(body | {"specialRequests": ""})
    answer = await call.forward()
    note_change(call, answer)
    return answer


@mutant(
    "BKU-10.lot53-fewer-from-a-hold",
    "A smaller number of players frees no places at a booking that completed a hold.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _fewer_from_a_hold(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking" and "holdId" in sent(call):
        held.add(answer.json()["data"]["id"])
    if answer.ok and before.get("id") in held:
        freed = before["players"] - sent(call).get("players", before["players"])
        if freed > 0:
            await take_places(call, before, freed)
    return answer


def _two_hours_on(text: str) -> str:
    return f"{datetime.fromisoformat(text) + timedelta(hours=2):%Y-%m-%dT%H:%M:%SZ}"


json_answer(
    "BKX-05.lot53-local-time",
    "The cancellationDate is two hours later than the cancellation.",
    "cancelBooking getBooking",
    alter("data.cancellationDate", _two_hours_on),
    origin=Origin.blind,
)


@mutant(
    "BKX-07.lot53-only-the-first-places",
    "A cancellation gives back only the places of the creation and not those that a change added.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _only_the_first_places(call: Call) -> Answer:
    added: Counter[str] = call.memory.setdefault("added", Counter())
    before: dict[str, Any] = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not before or before["status"] == "cancelled":
        return answer
    if call.operation == "updateBooking":
        added[before["id"]] += sent(call).get("players", before["players"]) - before["players"]
    elif (kept := added.pop(before["id"], 0)) > 0:
        await take_places(call, before, kept)
    return answer


@mutant(
    "INV-09.lot53-players-written-back",
    "A change of players that races with the cancellation makes the booking confirmed again.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _written_back(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    booking_id = call.path_params["id"]
    async with _crowd.at((call.api_key, booking_id), call) as met:
        if call.operation == "cancelBooking":
            if met["updateBooking"]:
                await asyncio.sleep(_PUT_FIRST_SECONDS)
            return await call.forward()
        answer = await call.forward()
        if answer.ok and met["cancelBooking"] and "players" in sent(call):
            disguise(call, booking_id, _confirmed_again)
        return answer


def _confirmed_again(booking: dict[str, Any]) -> dict[str, Any]:
    if booking["status"] != "cancelled":
        return booking
    kept = {name: value for name, value in booking.items() if name != "cancellationDate"}
    return kept | {"status": "confirmed"}
