"""Blind faults of the fifty-fourth lot: changes and cancellations."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.acceptance import booking_terms
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.substitutes import code_of, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_RACES = Crowd()

json_answer(
    "BKX-05.lot54-midnight",
    "The cancellationDate is the midnight before the cancellation.",
    "cancelBooking getBooking",
    alter("data.cancellationDate", lambda moment: f"{moment[:10]}T00:00:00Z"),
    origin=Origin.blind,
)

request_change(
    "BKU-09.lot54-requests-lost",
    "A change of the agencyBookingReference empties the special requests that are not sent with it.",
    "updateBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": ""}),
    when=lambda call: "agencyBookingReference" in sent(call) and "specialRequests" not in sent(call),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKX-07.lot54-held-places-kept",
    "The places of a cancelled booking that completed a hold do not return to the inventory.",
    "createBooking cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def held_places_kept(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and sent(call).get("holdId"):
            held.add(answer.json()["data"]["id"])
        return answer
    booking = await booking_now(aside(call)) if call.path_params["id"] in held else {}
    answer = await call.forward()
    if answer.ok and booking:
        held.discard(booking["id"])
        await take_places(call, booking, booking["players"])
    return answer


@mutant(
    "BKU-10.lot54-lowered-after-raised",
    "The places that a change gives up stay taken when an earlier change had raised the players of the booking.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def lowered_after_raised(call: Call) -> Answer:
    raised: set[str] = call.memory.setdefault("raised", set())
    before = await booking_now(aside(call))
    answer = await call.forward()
    if not answer.ok or not before:
        return answer
    now = answer.json()["data"]["players"]
    if now > before["players"]:
        raised.add(before["id"])
    elif now < before["players"] and before["id"] in raised:
        await take_places(call, before, before["players"] - now)
    return answer


@mutant(
    "BKX-06.lot54-local-time-as-utc",
    "The cutoff of a cancellation reads the local tee time as UTC, so that a course east of it accepts cancellations "
    "inside selfServiceCancellationCutoffHours.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def local_time_as_utc(call: Call) -> Answer:
    late: dict[str, Any] = call.memory.setdefault("late", {})
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    current = await aside(call).upstream("GET", call.path)
    booking = current.json()["data"]
    if booking["id"] in late:
        return current.with_json({"data": late[booking["id"]]})
    terms = await booking_terms(aside(call), {"courseId": booking["course"]["id"]})
    read = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
    now = await world_time(call)
    if now > read - timedelta(hours=terms["selfServiceCancellationCutoffHours"]):
        return answer
    reference, moment = (booking["bookingReference"], now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    done = {"id": booking["id"], "status": "cancelled", "bookingReference": reference, "cancellationDate": moment}
    late[booking["id"]] = done
    disguise(call, booking["id"], _as_cancelled(moment))
    return current.with_json({"data": done})


def _as_cancelled(moment: str) -> Any:
    def edit(booking: dict[str, Any]) -> dict[str, Any]:
        dated = {"cancellationDate": moment} if "leadPlayer" in booking else {}
        return booking | {"status": "cancelled"} | dated

    return edit


@mutant(
    "INV-09.lot54-change-writes-back",
    "A change that runs at the same moment as the cancellation writes the old status back, so that the booking is not "
    "cancelled afterwards.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def change_writes_back(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    async with _RACES.at((call.api_key, call.path), call) as met:
        if call.operation == "updateBooking" or not met["updateBooking"]:
            return await shown(call)
        await asyncio.sleep(0.15)
        before = await booking_now(aside(call))
        answer = await call.forward()
        if answer.ok and before.get("status") != "cancelled":
            old = put("status", before["status"])
            disguise(call, before["id"], in_turn(old, drop("cancellationDate")))
        return answer
