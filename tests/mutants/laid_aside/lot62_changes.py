"""Blind faults of the sixty-second lot: changes and cancellations."""

from __future__ import annotations

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.histories import changes_by_booking, note_change
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant, request_change


@mutant(
    "BKU-03.lot62-first-reference-stays",
    "A change of the agencyBookingReference is accepted and not stored.",
    "updateBooking",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    body = sent(call)
    if not isinstance(body.get("agencyBookingReference"), str):
        return await call.forward()
    before = await booking_of(call)
    return await call.with_json(body | {"agencyBookingReference": before.get("agencyBookingReference", "")}).forward()


request_change(
    "BKU-09.lot62-requests-forgotten",
    "A change of the number of players alone empties the special requests.",
    "updateBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": ""}),
    when=lambda call: set(sent(call)) == {"players"},
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKX-07.lot62-changed-places-lost",
    "The places of a booking that was changed do not return when it is cancelled.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    before = await booking_of(call)
    answer = await call.forward()
    note_change(call, answer)
    was_changed = changes_by_booking(call)[call.path_params["id"]] > 0
    if call.operation == "cancelBooking" and answer.ok and was_changed and before.get("status") == "confirmed":
        await take_places(call, before, before["players"])
    return answer


@mutant(
    "BKU-10.lot62-held-places-stay-taken",
    "A booking from a hold keeps all its places when it is lowered to a single player.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and "holdId" in sent(call):
            held.add(answer.json()["data"]["id"])
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before.get("id") in held and sent(call).get("players") == 1 < before["players"]:
        await take_places(call, before, before["players"] - 1)
    return answer


@mutant(
    "BKU-12.lot62-reference-of-larger-request",
    "A pending booking gets another bookingReference when its number of players is raised.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    if call.operation != "updateBooking":
        return await shown(call)
    before = await booking_of(call)
    answer = await shown(call)
    if not answer.ok or before.get("status") != "pending" or sent(call).get("players", 0) <= before["players"]:
        return answer
    disguise(call, before["id"], alter("bookingReference", lambda _: f"{before['bookingReference']}B"))
    return in_disguise(call, answer)
