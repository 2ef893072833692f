"""Blind faults of changing and cancelling bookings."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

from tests.mutants.laid_aside.common import booking_of, is_online, showing, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import MODIFIABLE, has_modifiable
from tests.mutants.parts.crowds import FOR_TWO_SECONDS, Crowd, world_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CROWD = Crowd(FOR_TWO_SECONDS)


# A plain fault.
@mutant(
    "BKX-02.lot32-wrong-reference",
    "A cancellation answers the agency's own reference as bookingReference.",
    "cancelBooking",
    origin=Origin.blind,
)
async def _wrong_reference(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    own = (await booking_of(call)).get("agencyBookingReference", "")
    return answer.with_json({"data": data_of(answer) | {"bookingReference": own}})


# Faults under a condition.
@mutant(
    "BKX-07.lot32-places-of-the-first-version",
    "After players were added, a cancellation returns only the places of the creation.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _places_of_the_first_version(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            first[data_of(answer)["id"]] = data_of(answer)["players"]
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or before.get("status") != "confirmed":
        return answer
    added = before["players"] - first.get(before["id"], before["players"])
    if added > 0 and await is_online(call, before["course"]["id"]):
        await take_places(call, before, added)
    return answer


@mutant(
    "BKU-05.lot32-only-players-are-a-change",
    "Where changes are not allowed, a change that leaves the players alone is made all the same.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _only_players_are_a_change(call: Call) -> Answer:
    answer = await shown(call)
    body = sent(call)
    if call.operation != "updateBooking" or code_of(answer) != "modification_not_allowed":
        return answer
    if "players" in body or not has_modifiable(body):
        return answer
    wanted = {name: value for name, value in body.items() if name in MODIFIABLE}
    disguise(call, call.path_params["id"], showing(**wanted))
    return in_disguise(call, await call.upstream("GET", call.path))


@mutant(
    "BKX-06.lot32-days-for-hours",
    "The cutoff is measured in calendar days: for a tee time tomorrow, 24 hours are always left.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _days_for_hours(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    booking, now = await booking_of(call), await world_time(call)
    terms = data_of(await call.upstream("GET", f"/travel/courses/{booking['course']['id']}/terms"))
    cutoff = terms["bookingTerms"]["selfServiceCancellationCutoffHours"]
    if (date.fromisoformat(booking["date"]) - now.date()).days * 24 < cutoff:
        return answer
    ended = {"status": "cancelled", "cancellationDate": f"{now:%Y-%m-%dT%H:%M:%SZ}"}
    disguise(call, booking["id"], showing(**ended))
    accepted = answer.with_status(200).with_header("content-type", "application/json")
    return accepted.with_json({"data": {name: booking[name] for name in ("id", "bookingReference")} | ended})


def _as_it_was(booking: dict[str, Any]) -> dict[str, Any]:
    if "course" not in booking or booking["status"] != "cancelled":
        return booking
    kept = {name: value for name, value in booking.items() if name != "cancellationDate"}
    return kept | {"status": "confirmed"}


@mutant(
    "INV-09.lot32-whole-row-saved",
    "A change at the same moment as a cancellation saves the booking as it was read, confirmed.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _whole_row_saved(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    booking_id = call.path_params["id"]
    async with _CROWD.at((*world_of(call), booking_id), call) as met:
        cancels = call.operation == "cancelBooking" and met["updateBooking"] > 0
        if cancels:
            # The change has read the booking before it is cancelled.
            await asyncio.sleep(FOR_TWO_SECONDS / 2)
        answer = await shown(call)
    if cancels and answer.ok:
        disguise(call, booking_id, _as_it_was)
    return answer
