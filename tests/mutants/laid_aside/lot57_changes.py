"""Blind faults of the fifty-seventh lot: changes and cancellations."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.pretending import data_of, moment_of, whole_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_GRACE = timedelta(hours=1)


@mutant(
    "BKU-09.lot57-requests-emptied",
    "A change that does not send specialRequests empties them.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _requests_emptied(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        booking = answer.json()["data"]
        if "specialRequests" in sent(call):
            overlays(call).pop(booking["id"], None)
        elif booking.get("specialRequests"):
            overlays(call)[booking["id"]] = {"specialRequests": ""}
    return overlaid(call, answer) if call.operation != "cancelBooking" else answer


@mutant(
    "BKU-10.lot57-place-of-a-hold",
    "When a booking that completed a hold gets fewer players, the places they leave stay taken.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _place_of_a_hold(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and sent(call).get("holdId"):
            held.add(data_of(answer)["id"])
        return answer
    before = await booking_of(call) if call.path_params["id"] in held else {}
    answer = await call.forward()
    wanted = whole_number(sent(call).get("players"))
    if answer.ok and before and 0 < wanted < before["players"]:
        await take_places(call, before, before["players"] - wanted)
    return answer


@mutant(
    "BKX-07.lot57-players-at-first",
    "The cancellation of a booking that got more players by a change returns only the places it had at first.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _players_at_first(call: Call) -> Answer:
    at_first: dict[str, int] = call.memory.setdefault("at_first", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            at_first[data_of(answer)["id"]] = data_of(answer)["players"]
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before.get("status") == "confirmed":
        more = before["players"] - at_first.get(before["id"], before["players"])
        if more > 0:
            await take_places(call, before, more)
    return answer


@mutant(
    "BKX-06.lot57-hour-of-grace",
    "In the first hour after its creation, a booking for the same day can be cancelled inside the cutoff.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _hour_of_grace(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    kept = await aside(call).upstream("GET", call.path)
    booking, now = data_of(kept), await world_time(call)
    if booking["createdAt"][:10] != booking["date"] or now - moment_of(booking["createdAt"]) >= _GRACE:
        return answer
    moments: dict[str, str] = call.memory.setdefault("moments", {})
    moment = moments.setdefault(booking["id"], f"{now:%Y-%m-%dT%H:%M:%SZ}")
    disguise(call, booking["id"], put("status", "cancelled"))
    cancelled = {"id": booking["id"], "status": "cancelled", "bookingReference": booking["bookingReference"]}
    return kept.with_json({"data": cancelled | {"cancellationDate": moment}})


_at_a_booking = Crowd()


@mutant(
    "INV-09.lot57-more-players",
    "A change that raises players and meets the cancellation of the booking makes it confirmed again.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _more_players(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    raised: set[str] = call.memory.setdefault("raised", set())
    raced: set[str] = call.memory.setdefault("raced", set())
    booking_id = call.path_params["id"]
    changes = call.operation == "updateBooking"
    async with _at_a_booking.at((call.api_key, booking_id), call) as met:
        before = await booking_of(call) if changes else {}
        if changes:
            raised.discard(booking_id)
        if before and whole_number(sent(call).get("players")) > before["players"]:
            raised.add(booking_id)
        answer = await shown(call)
    if not changes and answer.ok and met["updateBooking"]:
        raced.add(booking_id)
    if booking_id in raised and booking_id in raced:
        disguise(call, booking_id, put("status", "confirmed"))
        raised.discard(booking_id)
    if changes:
        raced.discard(booking_id)
    return answer
