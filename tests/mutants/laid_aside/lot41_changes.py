"""Blind faults of the forty-first lot: changes."""

from __future__ import annotations

from dataclasses import replace

from tests.mutants.laid_aside.common import booking_of, is_online, overlaid, overlays, take_places
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "BKX-07.lot41-raised-then-cancelled",
    "The cancellation of a booking whose players were raised returns only the places from before the raise.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _raised_then_cancelled(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not before:
        return answer
    booking_id, players = before["id"], before["players"]
    if call.operation == "updateBooking":
        if answer.json()["data"]["players"] > players:
            first.setdefault(booking_id, players)
        return answer
    lost = players - first.pop(booking_id, players)
    if lost > 0 and before["status"] == "confirmed" and await is_online(call, before["course"]["id"]):
        await take_places(call, before, lost)
    return answer


@mutant(
    "BKU-09.lot41-pending-reference-alone",
    "A change of the agency's reference alone removes the special requests of a pending booking.",
    "updateBooking getBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _pending_reference_alone(call: Call) -> Answer:
    if call.operation == "getBooking":
        return overlaid(call, await call.forward())
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not before:
        return answer
    changed = sent(call)
    if "specialRequests" in changed:
        overlays(call).pop(before["id"], None)
    elif set(changed) == {"agencyBookingReference"} and before["status"] == "pending" and "specialRequests" in before:
        overlays(call)[before["id"]] = {"specialRequests": ""}
    return overlaid(call, answer)


def _is_misread(call: Call) -> bool:
    kind = next((value for name, value in call.headers if name.lower() == "content-type"), "")
    return "charset" in kind.lower() and not call.body.isascii()


@mutant(
    "ENV-17.lot41-change-read-as-latin",
    "A change with a charset in its content type is read as Latin-1, so that its letters with accents are garbled.",
    "updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _change_read_as_latin(call: Call) -> Answer:
    if not _is_misread(call):
        return await call.forward()
    return await replace(call, body=call.body.decode("latin-1").encode()).forward()
