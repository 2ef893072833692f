"""Blind faults of the sixth lot: bookings that are changed and cancelled."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.laid_aside.lot6_holds import zone_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, disguised, shown
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, json_answer, mutant

Booking = dict[str, Any]

# A plain fault.
json_answer(
    "BKX-02.lot6-number-of-the-cancellation",
    "The answer to a cancellation has the number of the cancellation as bookingReference.",
    "cancelBooking",
    alter("data.bookingReference", lambda reference: f"CX-{reference.rpartition('-')[2]}"),
    origin=Origin.blind,
)


def _undisguise(call: Call) -> None:
    """From now on the booking of *call* is shown as the sandbox keeps it."""
    call.memory.get("disguises", {}).pop(call.path_params["id"], None)


# Faults under a condition.
@mutant(
    "BKU-09.lot6-text-of-the-hold",
    "A change of players alone removes the specialRequests of a booking that completed a hold.",
    BOOKING_OPERATIONS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _text_of_the_hold(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    if call.operation == "updateBooking" and "specialRequests" in sent(call):
        _undisguise(call)
    answer = await shown(call)
    if not answer.ok:
        return answer
    if call.operation == "createBooking" and "holdId" in sent(call):
        held.add(data_of(answer)["id"])
    if call.operation == "updateBooking" and set(sent(call)) == {"players"} and call.path_params["id"] in held:
        disguise(call, call.path_params["id"], drop("specialRequests"))
        return answer.with_json({"data": disguised(call, data_of(answer))})
    return answer


@mutant(
    "BKU-10.lot6-second-reduction",
    "When the players of a booking go down a second time, the places do not return to the tee sheet.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_reduction(call: Call) -> Answer:
    reduced: set[str] = call.memory.setdefault("reduced", set())
    before = await booking_of(call)
    answer = await call.forward()
    fewer = before.get("players", 0) - data_of(answer).get("players", 0)
    if not answer.ok or fewer <= 0:
        return answer
    if before["id"] in reduced:
        await take_places(call, before, fewer)
    reduced.add(before["id"])
    return answer


@mutant(
    "BKX-07.lot6-players-of-the-creation",
    "A cancellation returns only the places of the creation, also when the booking got more players since.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _players_of_the_creation(call: Call) -> Answer:
    created: dict[str, int] = call.memory.setdefault("created", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            created[data_of(answer)["id"]] = data_of(answer)["players"]
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    more = before.get("players", 0) - created.get(before.get("id", ""), 4)
    if answer.ok and before.get("status") != "cancelled" and more > 0:
        await take_places(call, before, more)
    return answer


def _confirmed_again(booking: Booking) -> Booking:
    rest = {name: value for name, value in booking.items() if name != "cancellationDate"}
    return rest | {"status": "confirmed"}


@mutant(
    "BKX-09.lot6-woken-by-a-change",
    "A change of a cancelled booking is refused, but the booking is confirmed afterwards.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _woken_by_a_change(call: Call) -> Answer:
    woken: set[str] = call.memory.setdefault("woken", set())
    booking_id = call.path_params.get("id", "")
    if call.operation == "cancelBooking":
        woken.discard(booking_id)
        _undisguise(call)
    answer = await shown(call)
    if call.operation != "updateBooking" or answer.ok or booking_id in woken:
        return answer
    if (await booking_of(call)).get("status") == "cancelled":
        woken.add(booking_id)
        disguise(call, booking_id, _confirmed_again)
    return answer


@mutant(
    "BKX-10.lot6-offset-counted-twice",
    "Shortly before the cutoff of a course away from Greenwich, a cancellation is refused too early.",
    "cancelBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _offset_counted_twice(call: Call) -> Answer:
    before = await booking_of(call)
    if before.get("status") != "confirmed":
        return await call.forward()
    course_id = before["course"]["id"]
    terms = data_of(await aside(call).upstream("GET", f"/travel/courses/{course_id}/terms"))
    cutoff = timedelta(hours=terms["bookingTerms"]["selfServiceCancellationCutoffHours"])
    at = datetime.fromisoformat(f"{before['date']}T{before['teeTime']}").replace(tzinfo=await zone_of(call, course_id))
    left = at - await world_time(call)
    if left < cutoff or left - (at.utcoffset() or timedelta()) >= cutoff:
        return await call.forward()
    return await a_refusal(aside(call), 409, "cancellation_cutoff_passed", "The cancellation cutoff has passed.")
