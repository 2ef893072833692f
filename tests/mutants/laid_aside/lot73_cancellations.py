"""Blind faults of the seventy-third lot: cancellations."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.acceptance import booking_terms
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HOURS = 24


@mutant(
    "BKX-07.lot73-returns-first-party",
    "The cancellation of a booking that a change has raised returns only the places of the party that was booked.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _returns_first_party(call: Call) -> Answer:
    leaving = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    first: dict[str, int] = call.memory.setdefault("first", {})
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        booking = answer.json()["data"]
        first[booking["id"]] = booking["players"]
    elif leaving.get("status") == "confirmed":
        added = leaving["players"] - first.get(leaving["id"], leaving["players"])
        if added > 0:
            await take_places(call, leaving, added)
    return answer


@mutant(
    "BKX-10.lot73-whole-days",
    "The hours before the tee time are counted in whole days, and these must exceed the cancellation cutoff.",
    "cancelBooking",
    hidden="certain days",
    origin=Origin.blind,
)
async def _whole_days(call: Call) -> Answer:
    booking = await booking_of(call)
    if booking.get("status") != "confirmed":
        return await call.forward()
    hours = (await booking_terms(call, {"courseId": booking["course"]["id"]}))["selfServiceCancellationCutoffHours"]
    tee_time = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
    if (tee_time - await world_time(call)).days > hours // _HOURS:
        return await call.forward()
    return await a_refusal(call, 409, "cancellation_cutoff_passed", "Too late for a cancellation. Call the course.")


@mutant(
    "BKX-04.lot73-hooks-have-no-cancelled",
    "A cancelled booking that came from a hook is missing in the list of cancelled bookings.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _hooks_have_no_cancelled(call: Call) -> Answer:
    answer = await call.forward()
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        hooked.add(answer.json()["data"]["id"])
        return answer
    if call.query.get("status") != "cancelled" or not hooked:
        return answer
    listed = await every_booking(call, status="cancelled")
    return one_page(call, answer, [item for item in listed if asked_for(call, item) and item["id"] not in hooked])
