"""Blind faults of the forty-ninth lot: changes and cancellations."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, is_online, overlaid, overlays, showing, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, disguised, in_disguise, shown
from tests.mutants.parts.pretending import moment_of, places_at, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, where
from tests.mutants.tools.registry import Origin, mutant

_PLATFORM_HOURS = 24
_LEFT = re.compile(r"and (?:(\d+) days? )?(\d+) h")


def _hours_left(refusal: Answer) -> int:
    """The whole hours before the tee time that a refusal names, 0 when it names none."""
    found = _LEFT.search(str(refusal.json().get("detail", "")))
    return int(found[1] or 0) * 24 + int(found[2]) if found else 0


async def _fits(call: Call, booking: dict[str, Any]) -> bool:
    """Whether the tee time of the booking has room for the players of a change."""
    booked = int(booking["players"])
    more = int(sent(call).get("players", booked)) - booked
    return more <= 0 or await places_at(call, slot_of(booking)) >= more


@mutant(
    "BKU-06.lot49-cutoff-of-the-platform",
    "At a course with a longer modification cutoff of its own, changes are accepted until 24 hours before.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _cutoff_of_the_platform(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != "modification_cutoff_passed":
        return answer
    now = await aside(call).upstream("GET", call.path)
    if _hours_left(answer) < _PLATFORM_HOURS or not now.ok:
        return answer
    booking = disguised(call, now.json()["data"])
    if not await _fits(call, booking):
        return answer
    disguise(call, booking["id"], showing(**sent(call)))
    return in_disguise(call, now)


@mutant(
    "BKX-06.lot49-second-thoughts",
    "A booking from a hold can be cancelled inside the cutoff within an hour of its creation.",
    BOOKING_OPERATIONS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _second_thoughts(call: Call) -> Answer:
    from_holds: dict[str, bool] = call.memory.setdefault("from holds", {})
    answer = await shown(call)
    if call.operation == "createBooking" and answer.ok and "holdId" in sent(call):
        from_holds[answer.json()["data"]["id"]] = True
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    now = await aside(call).upstream("GET", call.path)
    if call.path_params["id"] not in from_holds or not now.ok:
        return answer
    booking, time = now.json()["data"], await world_time(call)
    if time - moment_of(booking["createdAt"]) >= timedelta(hours=1):
        return answer
    disguise(call, booking["id"], showing(status="cancelled"))
    told = {"id": booking["id"], "status": "cancelled", "bookingReference": booking["bookingReference"]}
    return now.with_json({"data": told | {"cancellationDate": f"{time:%Y-%m-%dT%H:%M:%SZ}"}})


@mutant(
    "BKX-07.lot49-late-joiners-stay",
    "After a cancellation the places by which a change raised the booking stay taken.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _late_joiners_stay(call: Call) -> Answer:
    booked: dict[str, int] = call.memory.setdefault("booked", {})
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not before or before["status"] == "cancelled":
        return answer
    first = booked.setdefault(before["id"], before["players"])
    more = before["players"] - first
    if call.operation == "cancelBooking" and more > 0 and await is_online(call, before["course"]["id"]):
        await take_places(call, before, more)
    return answer


@mutant(
    "BST-01.lot49-changed-and-forgotten",
    "A booking that was changed while it was pending stays pending when the course confirms it.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_and_forgotten(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation == "updateBooking" and answer.ok and answer.json()["data"]["status"] == "pending":
        edit = where(lambda booking: booking.get("status") == "confirmed", put("status", "pending"))
        disguise(call, call.path_params["id"], edit)
    return answer


@mutant(
    "ENV-16.lot49-wishes-of-a-refused-change",
    "A change that is refused because the tee time lacks the places still stores the special requests sent with it.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _wishes_of_a_refused_change(call: Call) -> Answer:
    answer = await call.forward()
    wishes = sent(call).get("specialRequests")
    if call.operation == "updateBooking" and wishes is not None:
        if answer.ok:
            overlays(call).pop(call.path_params["id"], None)
        elif code_of(answer) == "tee_time_unavailable":
            overlays(call)[call.path_params["id"]] = {"specialRequests": wishes}
    return overlaid(call, answer)
