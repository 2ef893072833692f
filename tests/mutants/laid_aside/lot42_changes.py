"""Blind faults of the forty-second lot: changes of bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import booking_of, is_online, take_places
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "BKU-10.lot42-held-places-kept",
    "A booking that completed a hold keeps its places when its players are lowered.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def held_places_kept(call: Call) -> Answer:
    """Takes the places again that a lower number of players gives back."""
    held: set[str] = call.memory.setdefault("held", set())
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = answer.json()["data"]
    if call.operation == "createBooking":
        if "holdId" in sent(call):
            held.add(booking["id"])
    elif booking["id"] in held and booking["players"] < before["players"]:
        await take_places(call, booking, before["players"] - booking["players"])
    return answer


def while_text_is(old: str | None, new: str | None) -> Edit:
    """An edit of special requests from *old* to *new*; None stands for a booking without any."""

    def edit(booking: Booking) -> Booking:
        if "leadPlayer" not in booking or booking.get("specialRequests") != old:
            return booking
        rest: dict[str, Any] = {name: value for name, value in booking.items() if name != "specialRequests"}
        return rest if new is None else rest | {"specialRequests": new}

    return edit


@mutant(
    "BKU-09.lot42-resent-to-the-course",
    "On an offline course a change of players alone loses the special requests.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def resent_to_the_course(call: Call) -> Answer:
    """Shows no special requests after a change of players that does not send them."""
    if call.operation != "updateBooking":
        return await shown(call)
    before = await booking_of(call)
    answer = await shown(call)
    body = sent(call)
    if not answer.ok or "specialRequests" in body or not before.get("specialRequests"):
        return answer
    if body.get("players", before["players"]) == before["players"] or await is_online(call, before["course"]["id"]):
        return answer
    disguise(call, before["id"], while_text_is(before["specialRequests"], None))
    return in_disguise(call, answer)


@mutant(
    "ENV-16.lot42-text-saved-before-players",
    "A change that is refused for want of places still saves the special requests it sends along.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def text_saved_before_players(call: Call) -> Answer:
    """Shows the special requests of a change that was refused."""
    answer = await shown(call)
    text = sent(call).get("specialRequests")
    if call.operation != "updateBooking" or code_of(answer) != "tee_time_unavailable" or not isinstance(text, str):
        return answer
    before = await booking_of(call)
    disguise(call, before["id"], while_text_is(before.get("specialRequests"), text))
    return answer
