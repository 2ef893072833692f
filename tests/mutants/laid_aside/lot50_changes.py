"""Blind faults of the fiftieth lot: changes and cancellations."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import booking_of, overlaid, overlays, take_places
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import whole_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, mutant

_CROWD = Crowd(0.25)


@mutant(
    "BKX-05.lot50-day-of-play",
    "The cancellation date is the beginning of the day of play.",
    "cancelBooking",
    origin=Origin.blind,
)
async def _day_of_play(call: Call) -> Answer:
    answer = await call.forward()
    booking = await booking_of(call) if answer.ok else {}
    if not booking:
        return answer
    return answer.with_json(put("data.cancellationDate", f"{booking['date']}T00:00:00Z")(answer.json()))


@mutant(
    "BKU-09.lot50-fewer-players-no-requests",
    "A change to fewer players clears the special requests, although the change does not name them.",
    "updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _fewer_players_no_requests(call: Call) -> Answer:
    body = sent(call)
    if "players" not in body or "specialRequests" in body:
        return await call.forward()
    before = await booking_of(call)
    if not before.get("specialRequests") or whole_number(body["players"]) >= before["players"]:
        return await call.forward()
    return await call.with_json(body | {"specialRequests": ""}).forward()


@mutant(
    "BKX-07.lot50-returns-what-was-booked-first",
    "The cancellation of a booking with added players returns only the places that it had at first.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _returns_what_was_booked_first(call: Call) -> Answer:
    at_first: dict[str, int] = call.memory.setdefault("at first", {})
    before: dict[str, Any] = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = answer.json()["data"]
    if call.operation == "createBooking":
        at_first[booking["id"]] = booking["players"]
        return answer
    added = before.get("players", 0) - at_first.pop(booking["id"], 4)
    if before.get("status") == "confirmed" and added > 0:
        await take_places(call, before, added)
    return answer


@mutant(
    "BKU-12.lot50-new-reference-after-a-hold",
    "A booking that was made with a hold gets another booking reference when its number of players changes.",
    BOOKING_OPERATIONS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _new_reference_after_a_hold(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    before: dict[str, Any] = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await shown(call)
    if not answer.ok:
        return answer
    if call.operation == "createBooking" and sent(call).get("holdId"):
        held.add(answer.json()["data"]["id"])
    if call.operation != "updateBooking" or before.get("id") not in held:
        return answer
    if answer.json()["data"]["players"] == before["players"]:
        return answer
    held.discard(before["id"])
    disguise(call, before["id"], alter("bookingReference", lambda reference: f"{reference}-2"))
    return in_disguise(call, answer)


def _confirmed(booking: Booking) -> Booking:
    return booking | {"status": "confirmed"} if "course" in booking else booking


@mutant(
    "INV-09.lot50-change-of-players-wins",
    "A booking is confirmed again when it is cancelled while its number of players changes.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _change_of_players_wins(call: Call) -> Answer:
    changes_players = call.operation == "updateBooking" and "players" in sent(call)
    if call.operation != "cancelBooking" and not changes_players:
        return await shown(call)
    booking_id = call.path_params["id"]
    async with _CROWD.at((call.api_key, booking_id), call) as met:
        answer = await shown(call)
        if call.operation != "cancelBooking" or not answer.ok:
            return answer
        call.memory.get("disguises", {}).pop(booking_id, None)
        if met["updateBooking"]:
            disguise(call, booking_id, _confirmed)
        return answer


@mutant(
    "ENV-16.lot50-requests-stored-without-room",
    "A change of players and special requests that is refused for want of room stores the special requests.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _requests_stored_without_room(call: Call) -> Answer:
    answer = overlaid(call, await call.forward()) if call.operation != "updateBooking" else await call.forward()
    body = sent(call)
    if call.operation != "updateBooking":
        return answer
    booking_id = call.path_params["id"]
    if code_of(answer) == FULL and body.get("specialRequests") and "players" in body:
        overlays(call)[booking_id] = {"specialRequests": body["specialRequests"]}
    elif answer.ok and "specialRequests" in body:
        overlays(call).pop(booking_id, None)
    return overlaid(call, answer)
