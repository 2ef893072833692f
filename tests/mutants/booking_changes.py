"""Mutants of changing a booking (BKU). The places a change needs are in capacity.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tests.mutants.tools.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.tools.edits import Edit, alter, put
from tests.mutants.tools.registry import mutant, request_change
from tests.mutants.tools.substitutes import an_unmade_booking, code_of, in_turn, sent

_MODIFIABLE = ("players", "specialRequests", "agencyBookingReference")


async def changed_without(call: Call, *members: str) -> Answer:
    """The answer to a change that leaves *members* out; to a change of nothing, the booking as it is."""
    rest = {name: value for name, value in sent(call).items() if name not in members}
    if rest:
        return await call.with_json(rest).forward()
    return await call.upstream("GET", call.path)


# Changes that have no effect.
def _ignored(name: str, breaks: str, member: str, chosen: Callable[[Booking, Any], bool] = lambda *_: True) -> None:
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

    mutant(name, breaks, "updateBooking")(handle)


_ignored("BKU-01", "A change of players is ignored.", "players")
_ignored("BKU-01.raise", "Players cannot be raised.", "players", lambda now, new: new > now["players"])
_ignored("BKU-01.lower", "Players cannot be lowered.", "players", lambda now, new: new < now["players"])
_ignored("BKU-02", "A change of special requests is ignored.", "specialRequests")
_ignored(
    "BKU-02.single",
    "The special requests of a single player cannot be changed.",
    "specialRequests",
    lambda now, _: now["players"] == 1,
)
_ignored("BKU-03", "A change of the agency's reference is ignored.", "agencyBookingReference")
_ignored(
    "BKU-03.three",
    "The agency's reference of a booking for three cannot be changed.",
    "agencyBookingReference",
    lambda now, _: now["players"] == 3,
)


@mutant("BKU-03.list", "The list shows the agency's reference of the time of booking.", "createBooking listBookings")
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


# Changes of what is fixed.
def _movable(name: str, breaks: str, member: str, seen_as: Callable[[Any], Edit], *, beside: bool = False) -> None:
    """A change moves *member*, which is fixed; with *beside* only next to a member that may be changed."""

    async def handle(call: Call) -> Answer:
        body = sent(call)
        if call.operation != "updateBooking" or member not in body or (beside and not _has_modifiable(body)):
            return await shown(call)
        answer = await changed_without(call, member)
        if not answer.ok:
            return answer
        disguise(call, call.path_params["id"], seen_as(body[member]))
        return in_disguise(call, answer)

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


def _has_modifiable(body: Mapping[str, Any]) -> bool:
    return any(member in body for member in _MODIFIABLE)


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
)


# Changes that are to be refused.
def _allowed(name: str, breaks: str, code: str, chosen: Callable[[Booking], bool] = lambda _: True) -> None:
    """A change the sandbox refuses with *code* is shown as made, where *chosen* likes its body."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "updateBooking" or code_of(answer) != code or not chosen(sent(call)):
            return answer
        now = await call.upstream("GET", call.path)
        disguise(call, call.path_params["id"], _with_members(sent(call)))
        return in_disguise(call, now)

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


def _with_members(body: Mapping[str, Any]) -> Edit:
    members = {name: body[name] for name in _MODIFIABLE if name in body}
    return lambda booking: booking | members


_allowed("BKU-05", "modificationAllowed = false forbids nothing.", "modification_not_allowed")
_allowed(
    "BKU-05.requests",
    "Special requests can be changed on a course that forbids changes.",
    "modification_not_allowed",
    lambda body: "specialRequests" in body,
)


def _stored(name: str, breaks: str, players: int, *, as_players: int, silently: bool = False) -> None:
    """A change to *players* is stored as *as_players*; *silently* it is refused and stored all the same."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "updateBooking" or sent(call).get("players") != players or answer.status == 404:
            return answer
        done = await changed_without(call, "players")
        disguise(call, call.path_params["id"], put("players", as_players))
        return answer if silently or not done.ok else in_disguise(call, done)

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)


_stored("BKU-07", "A booking can be changed to 5 players.", 5, as_players=5)
_stored("BKU-07.nobody", "A booking can be changed to 0 players.", 0, as_players=0)
_stored("BKU-07.most", "A change to 5 players is stored as 4.", 5, as_players=4)
_stored("BKU-07.unsaid", "A change to 5 players is refused, and stored.", 5, as_players=5, silently=True)


@mutant("BKU-11", "A change of an unknown id makes that booking.", BOOKING_OPERATIONS)
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
    "A changed booking counts as made a day later.",
    alter("createdAt", lambda moment: f"{days_after(moment[:10], 1)}{moment[10:]}"),
)
_moved_by_a_change(
    "BKU-12.date",
    "A change of the agency's reference moves the booking by a day and an hour.",
    in_turn(alter("date", lambda day: days_after(day, 1)), put("teeTime", "13:00")),
    "agencyBookingReference",
)


def _wiped(name: str, breaks: str, member: str) -> None:
    """A change that leaves *member* out makes it empty."""
    request_change(
        name,
        breaks,
        "updateBooking",
        lambda call: call.with_json(sent(call) | {member: ""}),
        when=lambda call: member not in sent(call) and _has_modifiable(sent(call)),
    )


_wiped("BKU-09", "A change that does not name special requests wipes them.", "specialRequests")
_wiped("BKU-09.reference", "A change that does not name the agency's reference wipes it.", "agencyBookingReference")


@mutant("ENV-16.change", "Of a change to five players the rest is stored, although it is refused.", "updateBooking")
async def _half_a_change(call: Call) -> Answer:
    answer = await call.forward()
    if code_of(answer) == "invalid_request" and "players" in sent(call):
        await changed_without(call, "players")
    return answer
