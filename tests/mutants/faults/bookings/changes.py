"""Faults of the members that a change can change (BKU-01 to 03, 09, 11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mutants.parts.changes import changed_without, has_modifiable
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.pretending import body_of, data_of, overlaid, pretend, true_booking, whole_number
from tests.mutants.parts.substitutes import an_unmade_booking, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change


# Changes that have no effect.
def _ignored(
    name: str,
    breaks: str,
    member: str,
    chosen: Callable[[Booking, Any], bool] = lambda *_: True,
    *,
    hidden: str | None = None,
) -> None:
    """A change of *member* is accepted and forgotten, where *chosen* likes the booking and the new value."""

    async def handle(call: Call) -> Answer:
        body = sent(call)
        now = await call.upstream("GET", call.path)
        if member not in body or not now.ok or not chosen(now.json()["data"], body[member]):
            return await call.forward()
        tried = await call.forward()
        if tried.ok:
            # The refusals of the sandbox stand; what it accepted is taken back.
            await call.with_json({member: now.json()["data"].get(member, "")}).forward()
        return await call.upstream("GET", call.path) if tried.ok else tried

    mutant(name, breaks, "updateBooking", hidden=hidden)(handle)


_ignored("BKU-01", "A change of players is ignored.", "players")
_ignored("BKU-01.raise", "Players cannot be raised.", "players", lambda now, new: new > now["players"])
_ignored("BKU-01.lower", "Players cannot be lowered.", "players", lambda now, new: new < now["players"])
_ignored("BKU-02", "A change of special requests is ignored.", "specialRequests")
_ignored(
    "BKU-02.single",
    "The special requests of a single player cannot be changed.",
    "specialRequests",
    lambda now, _: now["players"] == 1,
    hidden="some values",
)
_ignored("BKU-03", "A change of the agency's reference is ignored.", "agencyBookingReference")
_ignored(
    "BKU-03.three",
    "The agency's reference of a booking for three cannot be changed.",
    "agencyBookingReference",
    lambda now, _: now["players"] == 3,
    hidden="some values",
)


@mutant(
    "BKU-03.list",
    "The list shows the agency's reference of the time of booking.",
    "createBooking listBookings",
    hidden="after another operation",
)
async def _reference_of_the_time_of_booking(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "createBooking":
        call.memory[body["data"]["id"]] = body["data"].get("agencyBookingReference")
        return answer
    for item in body["data"]:
        if call.memory.get(item["id"]) is not None:
            item["agencyBookingReference"] = call.memory[item["id"]]
    return answer.with_json(body)


@mutant("BKU-11", "A change of an unknown id creates a booking with that id.", BOOKING_OPERATIONS)
async def _upsert(call: Call) -> Answer:
    answer = await call.forward()
    booking_id = call.path_params.get("id", "")
    if answer.status != 404:
        return answer
    if call.operation == "updateBooking":
        call.memory[booking_id] = await an_unmade_booking(call, booking_id) | sent(call)
    if booking_id not in call.memory:
        return answer
    return answer.with_status(200).with_json({"data": call.memory[booking_id]})


@mutant("BKU-11.nothing", "A change of an unknown id answers 200 and does nothing.", "updateBooking")
async def _nothing(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_status(200).with_json({"data": sent(call)}) if answer.status == 404 else answer


def _wiped(name: str, breaks: str, member: str) -> None:
    """A change without *member* empties *member*."""
    request_change(
        name,
        breaks,
        "updateBooking",
        lambda call: call.with_json(sent(call) | {member: ""}),
        when=lambda call: member not in sent(call) and has_modifiable(sent(call)),
    )


_wiped("BKU-09", "A change that does not name special requests wipes them.", "specialRequests")
_wiped("BKU-09.reference", "A change that does not name the agency's reference wipes it.", "agencyBookingReference")


@mutant(
    "BKU-03.second",
    "The agency's reference can be changed once.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _changed_once(call: Call) -> Answer:
    body, before = sent(call), await booking_now(call)
    changed: set[str] = call.memory.setdefault("changed", set())
    moves = before.get("agencyBookingReference") != body.get("agencyBookingReference")
    if "agencyBookingReference" in body and before.get("id") in changed and moves:
        return await call.with_json(body | {"agencyBookingReference": before["agencyBookingReference"]}).forward()
    answer = await call.forward()
    if answer.ok and "agencyBookingReference" in body and moves:
        changed.add(call.path_params["id"])
    return answer


# A change of one member or of all.
def _lost_beside_others(name: str, member: str) -> None:
    """A change of *member* is ignored beside other members."""

    async def handle(call: Call) -> Answer:
        body = sent(call)
        return await (changed_without(call, member) if member in body and len(body) > 1 else call.forward())

    breaks = f"A change of {member} is ignored when a request has all members."
    mutant(name, breaks, "updateBooking", hidden="one of two ways", origin=Origin.hidden)(handle)


_lost_beside_others("BKU-01.whole", "players")
_lost_beside_others("BKU-02.whole", "specialRequests")
_lost_beside_others("BKU-03.whole", "agencyBookingReference")


@mutant(
    "BKU-01.blind-three-members",
    "players is ignored when all three members are sent.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _three_members(call: Call) -> Answer:
    body = body_of(call)
    if not {"players", "specialRequests", "agencyBookingReference"} <= set(body):
        return await call.forward()
    return await call.with_json({name: value for name, value in body.items() if name != "players"}).forward()


@mutant(
    "BKU-01.blind-lower-after-raise",
    "After more players, a change to fewer players is ignored.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _no_way_back(call: Call) -> Answer:
    before = await true_booking(call, call.path_params["id"])
    wanted, own = whole_number(body_of(call).get("players")), call.memory
    if 0 < wanted < before.get("players", 0) and call.path_params["id"] in own:
        return await call.with_json(body_of(call) | {"players": before["players"]}).forward()
    answer = await call.forward()
    if answer.ok and wanted > before["players"]:
        own[call.path_params["id"]] = True
    return answer


@mutant(
    "BKU-02.blind-read-before",
    "After a read, a booking keeps showing its old special requests.",
    "getBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _read_before(call: Call) -> Answer:
    answer = await call.forward()
    booking = data_of(answer)
    if not booking:
        return answer
    first = call.memory.setdefault(booking["id"], booking.get("specialRequests"))
    return answer.with_json({"data": booking | {"specialRequests": first}}) if first else answer


@mutant(
    "BKU-03.blind-list-two-members",
    "The list keeps the old reference when it changes together with the players.",
    "updateBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _list_keeps_reference(call: Call) -> Answer:
    if call.operation == "listBookings":
        return overlaid(call, await call.forward())
    before = await true_booking(call, call.path_params["id"])
    answer = await call.forward()
    if answer.ok and {"players", "agencyBookingReference"} <= set(body_of(call)):
        pretend(call, before["id"], agencyBookingReference=before.get("agencyBookingReference"))
    return answer


def _stored_otherwise(name: str, breaks: str, member: str, store: Callable[[str], str]) -> None:
    """A change of the text *member* keeps what *store* makes of the text."""
    request_change(
        name,
        breaks,
        "updateBooking",
        lambda call: call.with_json(sent(call) | {member: store(sent(call)[member])}),
        when=lambda call: isinstance(sent(call).get(member), str),
        hidden="some values",
        origin=Origin.hidden,
    )


_stored_otherwise(
    "BKU-02.column", "Changed special requests are cut to 512 characters.", "specialRequests", lambda text: text[:512]
)
_stored_otherwise(
    "BKU-03.zero",
    "A changed reference loses its leading zeros.",
    "agencyBookingReference",
    lambda text: text.lstrip("0"),
)
_stored_otherwise(
    "BKU-03.form",
    "A plus sign in a changed reference becomes a blank.",
    "agencyBookingReference",
    lambda text: text.replace("+", " "),
)
