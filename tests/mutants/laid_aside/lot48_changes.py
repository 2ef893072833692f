"""Blind faults of the forty-eighth lot: changes and cancellations of bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import booking_of, is_online, take_places
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant, request_change

_TEXTS = ("specialRequests", "agencyBookingReference")


@mutant(
    "BKU-09.lot48-party-change-clears-requests",
    "A change of the players alone empties the special requests.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _party_change_clears_requests(call: Call) -> Answer:
    body = sent(call)
    if list(body) != ["players"] or not (await booking_of(call)).get("specialRequests"):
        return await call.forward()
    return await call.with_json(body | {"specialRequests": ""}).forward()


@mutant(
    "BKU-10.lot48-lowered-hold-keeps-places",
    "When fewer players come to a booking that was made from a hold, the places do not return.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _lowered_hold_keeps_places(call: Call) -> Answer:
    from_holds: set[str] = call.memory.setdefault("from holds", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and "holdId" in sent(call):
            from_holds.add(data_of(answer)["id"])
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    changed = data_of(answer)
    if changed and changed["id"] in from_holds and changed["players"] < before["players"]:
        await take_places(call, before, before["players"] - changed["players"])
    return answer


def _misread(value: Any) -> Any:
    """A text in UTF-8, read as if it were in the alphabet of western Europe."""
    return value.encode().decode("cp1252", "replace") if isinstance(value, str) else value


def _has_charset_and_accents(call: Call) -> bool:
    """Whether a call names a charset and sends a text with other letters than those of ASCII."""
    kind = next((value for name, value in call.headers if name.lower() == "content-type"), "")
    return "charset" in kind.lower() and any(not str(sent(call).get(name, "")).isascii() for name in _TEXTS)


def _with_misread_texts(call: Call) -> Call:
    """The call with its texts misread."""
    return call.with_json({name: _misread(value) for name, value in sent(call).items()})


request_change(
    "ENV-17.lot48-change-with-charset",
    "A change whose content type names the charset has its accents garbled.",
    "updateBooking",
    _with_misread_texts,
    when=_has_charset_and_accents,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKX-02.lot48-reference-is-the-id",
    "The answer to a cancellation has the id of the booking as its reference.",
    "cancelBooking",
    origin=Origin.blind,
)
async def _reference_is_the_id(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    return answer.with_json(alter("data.bookingReference", lambda _: body["data"]["id"])(body))


@mutant(
    "BKX-05.lot48-offline-at-midnight",
    "The cancellation of a booking at an offline course is dated to the midnight before.",
    "cancelBooking getBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _offline_at_midnight(call: Call) -> Answer:
    offline: set[str] = call.memory.setdefault("offline", set())
    if call.operation == "cancelBooking":
        before = await booking_of(call)
        if before and await is_online(call, before["course"]["id"]) is False:
            offline.add(before["id"])
    answer = await call.forward()
    if not answer.ok or call.path_params["id"] not in offline:
        return answer
    midnight = alter("data.cancellationDate", lambda moment: f"{moment[:10]}T00:00:00Z")
    return answer.with_json(midnight(answer.json()))


@mutant(
    "BKX-07.lot48-added-places-stay-taken",
    "The places that a change added to a booking do not return when it is cancelled.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _added_places_stay_taken(call: Call) -> Answer:
    added: dict[str, int] = call.memory.setdefault("added", {})
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "updateBooking":
        more = data_of(answer)["players"] - before["players"]
        added[before["id"]] = added.get(before["id"], 0) + more
        return answer
    stuck = added.pop(before["id"], 0)
    if stuck > 0 and await is_online(call, before["course"]["id"]):
        await take_places(call, before, stuck)
    return answer
