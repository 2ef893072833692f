"""Blind faults of the fortieth lot: changes and cancellations of bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.laid_aside.lot40_holds import hold_id_of
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, shown
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _day_alone(stamp: Any) -> Any:
    return f"{stamp[:11]}00:00:00Z" if isinstance(stamp, str) else stamp


json_answer(
    "BKX-05.lot40-day-alone",
    "cancellationDate is the midnight at which the day of the cancellation began.",
    "cancelBooking getBooking",
    alter("data.cancellationDate", _day_alone),
    origin=Origin.blind,
)


@mutant(
    "BKU-09.lot40-requests-of-a-held-one",
    "A change of players alone empties the special requests of a booking that completed a hold.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _emptied(call: Call) -> Answer:
    held: dict[str, bool] = call.memory.setdefault("held", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if hold_id_of(call) and data_of(answer):
            held[data_of(answer)["id"]] = True
        return answer
    body = sent(call)
    if call.path_params["id"] not in held or list(body) != ["players"]:
        return await call.forward()
    return await call.with_json(body | {"specialRequests": ""}).forward()


@mutant(
    "BKX-07.lot40-party-that-grew",
    "A cancellation returns only the places of the first party of a booking whose players were raised.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _party_that_grew(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    own = call.path_params["id"]
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not before or before["status"] == "cancelled":
        return answer
    if call.operation == "updateBooking":
        if data_of(answer).get("players", 0) > before["players"]:
            first.setdefault(own, int(before["players"]))
        return answer
    added = int(before["players"]) - first.pop(own, int(before["players"]))
    if added > 0:
        await take_places(call, before, added)
    return answer


_race = Crowd()


def _revived(booking: Booking) -> Booking:
    if booking.get("status") != "cancelled":
        return booking
    kept = {name: value for name, value in booking.items() if name != "cancellationDate"}
    return kept | {"status": "confirmed"}


@mutant(
    "INV-09.lot40-players-written-last",
    "A booking that is cancelled while its players are changed is confirmed afterwards.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _written_last(call: Call) -> Answer:
    changes = call.operation == "updateBooking" and "players" in sent(call)
    if call.operation != "cancelBooking" and not changes:
        return await shown(call)
    own = call.path_params["id"]
    before = await booking_of(call)
    if call.operation == "cancelBooking":
        call.memory.setdefault("disguises", {}).pop(own, None)
    async with _race.at((call.api_key, own), call) as met:
        answer = await shown(call)
        fresh = before.get("status") == "confirmed"
        if call.operation == "cancelBooking" and answer.ok and fresh and met["updateBooking"]:
            disguise(call, own, _revived)
    return answer
