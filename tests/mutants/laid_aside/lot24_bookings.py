"""Blind faults of bookings: create, read, list and cancel."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, overlays
from tests.mutants.laid_aside.common import overlaid as with_overlays
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.page_swaps import after_the_first_page, other_items
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    booked_elsewhere,
    data_of,
    give_credit,
    memory_of_world,
    overlaid,
    slot_of,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TWICE = "INV-02.lot24-cancelled-twice"
_CROWD = Crowd()
_ONE_BURST_SECONDS = 0.5


# A plain fault.
@mutant(
    "BKX-05.lot24-day-of-play",
    "The cancellation date is midnight of the day of play.",
    "cancelBooking",
    origin=Origin.blind,
)
async def _day_of_play(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    body["data"]["cancellationDate"] = f"{(await booking_of(call))['date']}T00:00:00Z"
    return answer.with_json(body)


# Faults under a condition.
@mutant(
    "BKC-32.lot24-reference-from-the-clock",
    "Bookings that an agency creates at the same moment get the same booking reference.",
    EVERY_BOOKING,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _reference_from_the_clock(call: Call) -> Answer:
    if call.operation != "createBooking":
        return with_overlays(call, await call.forward())
    async with _CROWD.at(call.api_key, call) as met:
        answer = await call.forward()
    if not answer.ok or met["createBooking"] == 1:
        return answer
    booking = data_of(answer)
    at, reference = call.memory.get("burst", (0.0, ""))
    if time.monotonic() - at < _ONE_BURST_SECONDS:
        overlays(call)[booking["id"]] = {"bookingReference": reference}
    else:
        call.memory["burst"] = (time.monotonic(), booking["bookingReference"])
    return with_overlays(call, answer)


@mutant(
    "BST-01.lot24-changed-while-waiting",
    "The confirmation of the course is lost for a booking that was changed while it was pending.",
    "getBooking listBookings updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_waiting(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    if call.operation == "updateBooking":
        before = await booking_of(call)
        answer = await call.forward()
        if answer.ok and before.get("status") == "pending":
            changed.add(before["id"])
        return answer.with_json({"data": _waiting(data_of(answer), changed)}) if answer.ok else answer
    answer = await call.forward()
    if not answer.ok or not changed:
        return answer
    if call.operation == "getBooking":
        return answer.with_json({"data": _waiting(data_of(answer), changed)})
    bookings = [_waiting(booking, changed) for booking in await every_booking(aside(call))]
    return one_page(call, answer, [booking for booking in bookings if asked_for(call, booking)])


def _waiting(booking: Mapping[str, Any], changed: set[str]) -> dict[str, Any]:
    is_lost = booking["id"] in changed and booking["status"] == "confirmed"
    return dict(booking) | ({"status": "pending"} if is_lost else {})


other_items(
    "BKL-07.lot24-no-end-on-later-pages",
    "From the second page on, the list forgets its endDate.",
    "listBookings",
    lambda call: call.without("endDate"),
    when=lambda call: after_the_first_page(call) and "endDate" in call.query,
    hidden="a later page",
    origin=Origin.blind,
)


@mutant(
    _TWICE,
    "A repeated cancellation gives the places back again, so that the tee time takes more players than it has places.",
    EVERY_BOOKING,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_twice(call: Call) -> Answer:
    if call.operation == "cancelBooking":
        before = await booking_of(call)
        answer = await call.forward()
        if answer.ok and before.get("status") == "cancelled":
            give_credit(call, _TWICE, slot_of(before), before["players"])
        return answer
    answer = await call.forward()
    if call.operation != "createBooking" or code_of(answer) != "tee_time_unavailable":
        return overlaid(call, answer)
    slot, players = slot_of(sent(call)), sent(call)["players"]
    if memory_of_world(call, _TWICE).get(slot, 0) < players:
        return answer
    booked = await booked_elsewhere(aside(call))
    if not booked.ok:
        return answer
    give_credit(call, _TWICE, slot, -players)
    return booked
