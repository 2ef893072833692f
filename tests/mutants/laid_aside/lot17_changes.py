"""Blind faults of changes of bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import booking_of, overlaid, overlays, take_places
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_MOST_PLAYERS = 4
Json = dict[str, Any]


# Faults under a condition.
@mutant(
    "BKU-10.lot17-places-of-a-hold",
    "A smaller party returns no places when its booking was completed from a hold.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _places_of_a_hold(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = answer.json()["data"]
    if call.operation == "createBooking":
        held.update([booking["id"]] if sent(call).get("holdId") else [])
    elif booking["id"] in held and before.get("players", 0) > booking["players"]:
        await take_places(call, booking, before["players"] - booking["players"])
    return answer


@mutant(
    "BST-01.lot17-changed-while-pending",
    "A booking that was changed while it was pending stays pending when the course confirms.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_pending(call: Call) -> Answer:
    answer = await shown(call)
    if not answer.ok or call.operation != "updateBooking" or answer.json()["data"]["status"] != "pending":
        return answer
    disguise(call, call.path_params["id"], _still_pending)
    return in_disguise(call, answer)


def _still_pending(booking: Json) -> Json:
    """A confirmed booking shown as pending."""
    return booking | {"status": "pending"} if booking.get("status") == "confirmed" else booking


@mutant(
    "ENV-16.lot17-half-a-change",
    "A change refused for its number of players keeps the agencyBookingReference that it brought.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _half_a_change(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation != "updateBooking":
        return overlaid(call, answer)
    body, booking_id = sent(call), call.path_params["id"]
    reference, players = body.get("agencyBookingReference"), body.get("players")
    if answer.ok:
        if reference is not None:
            overlays(call).pop(booking_id, None)
        return overlaid(call, answer)
    is_out_of_range = isinstance(players, int) and not 1 <= players <= _MOST_PLAYERS
    if (
        is_out_of_range
        and isinstance(reference, str)
        and reference
        and set(body) <= set(MODIFIABLE)
        and (await booking_of(call)).get("status") in ("confirmed", "pending")
    ):
        overlays(call)[booking_id] = {"agencyBookingReference": reference}
    return answer
