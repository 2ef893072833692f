"""Faults of the members that no change may touch (BKU-04, BKU-12)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.changes import changed_without, has_modifiable
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    body_of,
    current_booking,
    data_of,
    moment_of,
    overlaid,
    pretend,
)
from tests.mutants.parts.substitutes import in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, put
from tests.mutants.tools.registry import Origin, mutant


# Changes of what is fixed.
def _movable(
    name: str,
    breaks: str,
    member: str,
    seen_as: Callable[[Any], Edit],
    *,
    beside: bool = False,
    hidden: str | None = None,
) -> None:
    """A change moves *member*, which is fixed; with *beside* only next to a member that may be changed."""

    async def handle(call: Call) -> Answer:
        body = sent(call)
        if call.operation != "updateBooking" or member not in body or (beside and not has_modifiable(body)):
            return await shown(call)
        answer = await changed_without(call, member)
        if not answer.ok:
            return answer
        disguise(call, call.path_params["id"], seen_as(body[member]))
        return in_disguise(call, answer)

    mutant(name, breaks, BOOKING_OPERATIONS, hidden=hidden)(handle)


_movable("BKU-04", "A change moves a booking to another date.", "date", lambda day: put("date", day))
_movable("BKU-04.time", "A change moves a booking to another tee time.", "teeTime", lambda time: put("teeTime", time))
_movable("BKU-04.course", "A change moves a booking to another course.", "courseId", lambda new: put("course.id", new))
_movable(
    "BKU-04.lead", "A change gives a booking another lead player.", "leadPlayer", lambda new: put("leadPlayer", new)
)
_movable("BKU-04.status", "A change sets the status.", "status", lambda status: put("status", status))
_movable(
    "BKU-04.beside",
    "A change moves a booking to another date when it changes something else as well.",
    "date",
    lambda day: put("date", day),
    beside=True,
    hidden="a combination of parameters",
)


# What a change keeps.
def _moved_by_a_change(name: str, breaks: str, edit: Edit, member: str | None = None) -> None:
    """An accepted change also makes *edit*; with *member* only a change that sends it."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "updateBooking" or not answer.ok or not (member is None or member in sent(call)):
            return answer
        disguise(call, call.path_params["id"], edit)
        return in_disguise(call, answer)

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


_new_reference = alter("bookingReference", lambda reference: f"{reference}-2")
_moved_by_a_change("BKU-12", "A changed booking gets a new reference.", _new_reference)
_moved_by_a_change("BKU-12.players", "A change of players issues a new reference.", _new_reference, "players")
_moved_by_a_change(
    "BKU-12.created",
    "A change moves createdAt by a day.",
    alter("createdAt", lambda moment: f"{days_after(moment[:10], 1)}{moment[10:]}"),
)
_moved_by_a_change(
    "BKU-12.date",
    "A change of the agency's reference moves the booking by a day and an hour.",
    in_turn(alter("date", lambda day: days_after(day, 1)), put("teeTime", "13:00")),
    "agencyBookingReference",
)


@mutant(
    "BKU-12.second",
    "The second change of a booking issues a new reference.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _renamed_by_the_second(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok:
        return answer
    booking_id = call.path_params["id"]
    changes = call.memory[booking_id] = call.memory.get(booking_id, 0) + 1
    if changes == 2:
        disguise(call, booking_id, alter("bookingReference", lambda reference: f"{reference}-2"))
    return in_disguise(call, answer)


@mutant(
    "BKU-04.blind-email",
    "The email of the lead player changes when it comes with a new number of players.",
    EVERY_BOOKING,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _new_email(call: Call) -> Answer:
    body = body_of(call)
    lead = body.get("leadPlayer")
    if call.operation != "updateBooking" or not isinstance(lead, dict) or "players" not in body:
        return overlaid(call, await call.forward())
    before = await current_booking(call)
    answer = await call.with_json({"players": body["players"]}).forward()
    if answer.ok and lead.get("email"):
        pretend(call, before["id"], leadPlayer=before["leadPlayer"] | {"email": lead["email"]})
    return overlaid(call, answer)


@mutant(
    "BKU-12.blind-second-change",
    "The second change of a booking sets createdAt anew.",
    EVERY_BOOKING,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _created_anew(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        own = call.path_params["id"]
        changes = call.memory.setdefault("changes", defaultdict(int))
        changes[own] += 1
        if changes[own] > 1:
            later = moment_of(data_of(answer)["createdAt"]) + timedelta(seconds=changes[own])
            pretend(call, own, createdAt=later.strftime("%Y-%m-%dT%H:%M:%SZ"))
    return overlaid(call, answer)
