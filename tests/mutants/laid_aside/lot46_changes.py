"""Blind faults of the forty-sixth lot: changes and cancellations."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.substitutes import a_refusal, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_REFERENCE = "agencyBookingReference"


@mutant(
    "BKU-03.lot46-reference-answered-not-kept",
    "A change of the reference of the agency is in the answer, and no later read shows it.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _reference_not_kept(call: Call) -> Answer:
    if call.operation != "updateBooking" or _REFERENCE not in sent(call):
        return await shown(call)
    before, answer = await booking_of(call), await call.forward()
    kept: set[str] = call.memory.setdefault("kept", set())
    if answer.ok and before["id"] not in kept:
        kept.add(before["id"])
        first = before.get(_REFERENCE)
        disguise(call, before["id"], drop(_REFERENCE) if first is None else put(_REFERENCE, first))
    return answer


def _mojibake(name: Any) -> Any:
    return name.encode("utf-8").decode("latin-1") if isinstance(name, str) else name


_NAMES = in_turn(alter("leadPlayer.firstName", _mojibake), alter("leadPlayer.lastName", _mojibake))


@mutant(
    "ENV-17.lot46-names-garbled-by-a-change",
    "After a change, a booking shows the letters beyond ASCII in the name of its lead player as two letters.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _names_garbled(call: Call) -> Answer:
    if call.operation != "updateBooking":
        return await shown(call)
    answer, changed = await call.forward(), call.memory.setdefault("changed", set())
    if not answer.ok:
        return answer
    booking_id = answer.json()["data"]["id"]
    if booking_id not in changed:
        changed.add(booking_id)
        disguise(call, booking_id, _NAMES)
    return in_disguise(call, answer)


@mutant(
    "BKU-10.lot46-held-places-stay-taken",
    "When a booking that completed a hold is changed to fewer players, their places stay taken.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _places_stay_taken(call: Call) -> Answer:
    from_holds: set[str] = call.memory.setdefault("from holds", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and "holdId" in sent(call):
            from_holds.add(answer.json()["data"]["id"])
        return answer
    before, answer = await booking_of(call), await call.forward()
    if answer.ok and before["id"] in from_holds:
        fewer = before["players"] - answer.json()["data"]["players"]
        if fewer > 0:
            await take_places(call, before, fewer)
    return answer


def _midnight(moment: str) -> str:
    return f"{moment[:10]}T00:00:00Z"


json_answer(
    "BKX-05.lot46-midnight-of-the-day",
    "The date of a cancellation is the midnight before it.",
    BOOKING_OPERATIONS,
    in_turn(alter("data.cancellationDate", _midnight), alter("data[*].cancellationDate", _midnight)),
    origin=Origin.blind,
)


@mutant(
    "BKX-07.lot46-only-the-first-party-returns",
    "When a booking was raised to more players, its cancellation returns only the places it was created with.",
    "createBooking updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_party_returns(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        booking = answer.json()["data"]
        first[booking["id"]] = booking["players"]
    if before.get("status") == "confirmed":
        added = before["players"] - first.get(before["id"], before["players"])
        if added > 0:
            await take_places(call, before, added)
    return answer


@mutant(
    "BKX-10.lot46-tomorrow-is-too-late",
    "A booking for tomorrow cannot be cancelled, also when more hours are left than the cutoff.",
    "cancelBooking",
    hidden="certain days",
    origin=Origin.blind,
)
async def _tomorrow(call: Call) -> Answer:
    booking = await booking_of(call)
    tomorrow = (await world_time(call)).date() + timedelta(days=1)
    if booking.get("status") != "confirmed" or booking["date"] != tomorrow.isoformat():
        return await call.forward()
    detail = "The time for a cancellation by the agency is over."
    return await a_refusal(call, 409, "cancellation_cutoff_passed", detail)
