"""Blind faults of changes of bookings."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import MODIFIABLE, has_modifiable
from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.histories import changes_by_booking, note_change
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    current_booking,
    data_of,
    overlaid,
    pretend,
    slot_of,
    true_booking,
    whole_number,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TEXTS = ("specialRequests", "agencyBookingReference")
_TOO_LATE = "modification_cutoff_passed"
_MOST_PLAYERS = 4
_CROWD = Crowd()


async def _pretended_change(call: Call) -> Answer:
    """The answer to a change that is only pretended."""
    body = sent(call)
    pretend(call, call.path_params["id"], **{name: body[name] for name in MODIFIABLE if name in body})
    return overlaid(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKU-09.lot21-second-change-from-the-first-draft",
    "A second change puts back the texts that the booking was created with, unless it sends them.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_change_from_the_first_draft(call: Call) -> Answer:
    drafts: dict[str, dict[str, Any]] = call.memory.setdefault("drafts", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            drafts[data_of(answer)["id"]] = {name: text for name in _TEXTS if (text := data_of(answer).get(name))}
        return answer
    booking_id, body = call.path_params["id"], sent(call)
    if changes_by_booking(call)[booking_id] and has_modifiable(body):
        call = call.with_json(drafts.get(booking_id, {}) | body)
    answer = await call.forward()
    note_change(call, answer)
    return answer


@mutant(
    "BKU-06.lot21-cutoff-in-days",
    "On the day before the tee time a change is accepted at any hour, inside the cutoff too.",
    EVERY_BOOKING,
    hidden="certain days",
    origin=Origin.blind,
)
async def _cutoff_in_days(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation != "updateBooking" or code_of(answer) != _TOO_LATE:
        return overlaid(call, answer)
    booking = await current_booking(aside(call))
    days = date.fromisoformat(booking["date"]) - (await world_time(call)).date()
    if days.days < 1 or whole_number(sent(call).get("players")) > booking["players"]:
        return answer
    return await _pretended_change(call)


@mutant(
    "BKU-08.lot21-two-raises-at-once",
    "Two changes at the same tee time that arrive together can both raise their players beyond the free places.",
    EVERY_BOOKING,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _two_raises_at_once(call: Call) -> Answer:
    players = whole_number(sent(call).get("players"))
    if call.operation != "updateBooking" or not players:
        return overlaid(call, await call.forward())
    booking = await true_booking(aside(call), call.path_params["id"])
    if not booking:
        return await call.forward()
    async with _CROWD.at((*world_of(call), slot_of(booking)), call) as met:
        answer = await call.forward()
        together = met["updateBooking"] > 1
    if code_of(answer) != FULL or not together or players > _MOST_PLAYERS:
        return overlaid(call, answer)
    return await _pretended_change(call)
