"""Blind faults of the fifty-ninth lot: changes and cancellations."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_AN_HOUR = timedelta(hours=1)
_CUTOFF = "cancellation_cutoff_passed"


def _written(moment: Any) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


json_answer(
    "BKX-05.lot59-summer-time-called-utc",
    "The cancellationDate is an hour later than the cancellation.",
    "cancelBooking getBooking",
    alter("data.cancellationDate", lambda text: _written(moment_of(text) + _AN_HOUR)),
    origin=Origin.blind,
)


@mutant(
    "BKU-09.lot59-reference-clears-requests",
    "A change of the agency's reference without special requests empties the special requests.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _reference_clears_requests(call: Call) -> Answer:
    body = sent(call)
    if "agencyBookingReference" not in body or "specialRequests" in body:
        return await call.forward()
    if not (await booking_of(call)).get("specialRequests"):
        return await call.forward()
    return await call.with_json(body | {"specialRequests": ""}).forward()


@mutant(
    "BKU-10.lot59-smaller-party-keeps-places",
    "A change to fewer players returns no places to the tee time.",
    "updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _smaller_party_keeps_places(call: Call) -> Answer:
    before = await booking_of(call)
    answer = await call.forward()
    fewer = before.get("players", 0) - data_of(answer).get("players", 4)
    if answer.ok and fewer > 0:
        await take_places(call, before, fewer)
    return answer


@mutant(
    "BKU-08.lot59-room-for-a-friend",
    "A booking that completed a hold can be raised by a single player at a full tee time.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _room_for_a_friend(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    raised: set[str] = call.memory.setdefault("raised", set())
    answer = await shown(call)
    if call.operation == "createBooking" and answer.ok and "holdId" in sent(call):
        held.add(data_of(answer)["id"])
    if call.operation != "updateBooking" or "players" not in sent(call):
        return answer
    booking_id, players = call.path_params["id"], sent(call)["players"]
    if answer.ok and booking_id in raised:
        disguise(call, booking_id, put("players", players))
        return in_disguise(call, answer)
    if code_of(answer) != FULL or booking_id not in held or players - (await booking_of(call))["players"] != 1:
        return answer
    rest = await changed_without(call, "players")
    if not rest.ok:
        return answer
    raised.add(booking_id)
    disguise(call, booking_id, put("players", players))
    return in_disguise(call, rest)


@mutant(
    "BKX-07.lot59-changed-places-stay-taken",
    "The places of a booking that was changed before its cancellation do not return to the inventory.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_places_stay_taken(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    booking_id = call.path_params["id"]
    before = await booking_of(call) if booking_id in changed else {}
    answer = await call.forward()
    if answer.ok and call.operation == "updateBooking":
        changed.add(booking_id)
    elif answer.ok and before:
        changed.discard(booking_id)
        await take_places(call, before, before["players"])
    return answer


def _cancellation(booking: dict[str, Any], at: str) -> dict[str, Any]:
    reference = {"bookingReference": booking["bookingReference"]}
    return {"data": {"id": booking["id"], "status": "cancelled", **reference, "cancellationDate": at}}


@mutant(
    "BKX-06.lot59-an-hour-to-regret",
    "A booking from a hold can be cancelled inside the cutoff during its first hour.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _an_hour_to_regret(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    regretted: dict[str, str] = call.memory.setdefault("regretted", {})
    answer = await shown(call)
    if call.operation == "createBooking" and answer.ok and "holdId" in sent(call):
        held.add(data_of(answer)["id"])
    if call.operation != "cancelBooking" or code_of(answer) != _CUTOFF or call.path_params["id"] not in held:
        return answer
    booking, now = await booking_of(call), await world_time(call)
    if booking["id"] not in regretted:
        if now - moment_of(booking["createdAt"]) > _AN_HOUR:
            return answer
        regretted[booking["id"]] = _written(now)
        disguise(call, booking["id"], put("status", "cancelled"))
    return (
        answer.with_status(200)
        .with_header("content-type", "application/json")
        .with_json(_cancellation(booking, regretted[booking["id"]]))
    )


@mutant(
    "BST-02.lot59-second-party-cancelled-too",
    "A cancellation also cancels the agency's other booking at the tee time when its lead player has the same email.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_party_cancelled_too(call: Call) -> Answer:
    parties: dict[str, object] = call.memory.setdefault("parties", {})
    answer = await shown(call)
    if call.operation == "createBooking" and answer.ok:
        booking = data_of(answer)
        parties[booking["id"]] = place_of(booking), booking["leadPlayer"]["email"]
    if call.operation == "cancelBooking" and answer.ok and call.path_params["id"] in parties:
        party = parties.pop(call.path_params["id"])
        for twin in [booking_id for booking_id, other in parties.items() if other == party]:
            disguise(call, twin, put("status", "cancelled"))
    return answer
