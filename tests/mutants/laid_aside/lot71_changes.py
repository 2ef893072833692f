"""Blind faults of the seventy-first lot: changes and cancellations."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, booking_of, showing, take_places
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "BKU-09.lot71-new-enquiry-without-wishes",
    "A change of the players of a pending booking empties its special requests.",
    "updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _without_wishes(call: Call) -> Answer:
    body = sent(call)
    if "players" not in body or "specialRequests" in body:
        return await call.forward()
    booking = await booking_of(call)
    if booking.get("status") != "pending" or not booking.get("specialRequests"):
        return await call.forward()
    return await call.with_json(body | {"specialRequests": ""}).forward()


@mutant(
    "BKX-07.lot71-returns-the-first-party",
    "A cancellation returns only the places that were booked at first, not those that a change added.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_party_returns(call: Call) -> Answer:
    before = await booking_of(call)
    answer = await call.forward()
    first: dict[str, int] = call.memory.setdefault("first", {})
    if not answer.ok or before.get("status") != "confirmed":
        return answer
    players = first.setdefault(before["id"], before["players"])
    if call.operation == "cancelBooking" and before["players"] > players:
        await take_places(call, before, before["players"] - players)
    return answer


@mutant(
    "BKU-10.lot71-held-places-stay-taken",
    "Places that a change gives up stay taken when the booking came from a hold.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _stay_taken(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and "holdId" in sent(call):
            held.add(answer.json()["data"]["id"])
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before["id"] in held and (freed := before["players"] - answer.json()["data"]["players"]) > 0:
        await take_places(call, before, freed)
    return answer


@mutant(
    "BKX-09.lot71-new-reference-revives",
    "A change of the reference alone turns a cancelled booking into a confirmed booking.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _revives(call: Call) -> Answer:
    answer = await shown(call)
    body = sent(call)
    if code_of(answer) != "booking_cancelled" or call.operation != "updateBooking":
        return answer
    if set(body) != {"agencyBookingReference"}:
        return answer
    read = await aside(call).upstream("GET", call.path)
    disguise(call, read.json()["data"]["id"], showing(status="confirmed", **body))
    return in_disguise(call, read)


@mutant(
    "BKU-12.lot71-reference-of-a-revision",
    "A change gives the booking another booking reference.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _numbered_revisions(call: Call) -> Answer:
    if call.operation != "updateBooking":
        return await shown(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = answer.json()["data"]
    revisions: dict[str, int] = call.memory.setdefault("revisions", {})
    revisions[booking["id"]] = revisions.get(booking["id"], 1) + 1
    reference = f"{booking['bookingReference']}-{revisions[booking['id']]}"
    disguise(call, booking["id"], showing(bookingReference=reference))
    return in_disguise(call, answer)
