"""Blind faults of the sixtieth lot: changes and cancellations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_SATURDAY = 5
_LONGER_THAN_A_DAY, _TWO_DAYS = timedelta(hours=26), timedelta(hours=48)

json_answer(
    "BKX-02.lot60-reference-in-small-letters",
    "The answer to a cancellation shows the bookingReference in small letters.",
    "cancelBooking",
    alter("data.bookingReference", str.lower),
    origin=Origin.blind,
)


def _empties_requests_alone(call: Call) -> bool:
    body = sent(call)
    return body.get("specialRequests") == "" and "agencyBookingReference" not in body


request_change(
    "BKU-09.lot60-emptied-together",
    "A change that empties specialRequests empties the agencyBookingReference too.",
    "updateBooking",
    lambda call: call.with_json(sent(call) | {"agencyBookingReference": ""}),
    when=_empties_requests_alone,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKU-10.lot60-held-places-stay-taken",
    "Lowering the players of a booking that came from a hold gives no place back.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _held_places_stay_taken(call: Call) -> Answer:
    from_holds: set[str] = call.memory.setdefault("from holds", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and sent(call).get("holdId"):
            from_holds.add(answer.json()["data"]["id"])
        return answer
    before = await booking_of(call) if call.path_params["id"] in from_holds else {}
    answer = await call.forward()
    given_back = before["players"] - answer.json()["data"]["players"] if answer.ok and before else 0
    if given_back > 0:
        await take_places(call, before, given_back)
    return answer


@mutant(
    "BKX-07.lot60-only-first-places-return",
    "The cancellation of a booking whose players were raised gives back only the places of its creation.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _only_first_places_return(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            made = answer.json()["data"]
            first.setdefault(made["id"], made["players"])
        return answer
    before = await booking_of(call) if call.path_params["id"] in first else {}
    answer = await call.forward()
    if answer.ok and before and before["status"] != "cancelled":
        added = before["players"] - first[before["id"]]
        if added > 0:
            await take_places(call, before, added)
    return answer


@mutant(
    "BKX-10.lot60-weekend-needs-two-days",
    "A booking for a weekend can no longer be cancelled within the last two days although the cutoff is shorter.",
    "cancelBooking",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekend_needs_two_days(call: Call) -> Answer:
    booking = await booking_of(call)
    if not booking or booking["status"] != "confirmed":
        return await call.forward()
    tee_off = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
    left = tee_off - await world_time(call)
    if tee_off.weekday() < _SATURDAY or not _LONGER_THAN_A_DAY < left < _TWO_DAYS:
        return await call.forward()
    detail = "The cutoff for a cancellation has passed."
    return await a_refusal(aside(call), 409, "cancellation_cutoff_passed", detail)


def _confirmed(booking: dict[str, Any]) -> dict[str, Any]:
    return booking | {"status": "confirmed"} if booking.get("status") == "pending" else booking


@mutant(
    "BST-02.lot60-confirmed-by-a-note",
    "A pending booking becomes confirmed when the agency changes its texts and not its players.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _confirmed_by_a_note(call: Call) -> Answer:
    if call.operation != "updateBooking" or "players" in sent(call):
        return await shown(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = answer.json()["data"]
    if booking["status"] == "pending":
        disguise(call, booking["id"], _confirmed)
    return in_disguise(call, answer)
