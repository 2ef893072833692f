"""Blind faults of the forty-seventh lot: changes and cancellations."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside, booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.substitutes import WorldMemory, a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_NOBODY = {"firstName": "Nora", "lastName": "Body", "email": "nora.body@example.com"}
_TEXTS = {"specialRequests", "agencyBookingReference"}

request_change(
    "BKU-09.lot47-players-clear-requests",
    "A change of players without special requests empties the special requests.",
    "updateBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": ""}),
    when=lambda call: "players" in sent(call) and "specialRequests" not in sent(call),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKX-10.lot47-cutoff-in-calendar-days",
    "A booking for tomorrow cannot be cancelled, although more hours than the cutoff are left.",
    "cancelBooking",
    hidden="certain days",
    origin=Origin.blind,
)
async def _too_late_for_tomorrow(call: Call) -> Answer:
    booking = await booking_of(call)
    tomorrow = (await world_time(call)).date() + timedelta(days=1)
    if booking.get("status") != "confirmed" or booking["date"] != tomorrow.isoformat():
        return await call.forward()
    return await a_refusal(call, 409, "cancellation_cutoff_passed", "Too late for a cancellation.")


@mutant(
    "BKX-07.lot47-raised-places-stay-taken",
    "When a booking that was raised is cancelled, only the places that it had at first return.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_places_return(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not before:
        return answer
    if call.operation == "updateBooking":
        first.setdefault(before["id"], before["players"])
    elif before["status"] == "confirmed" and before["players"] > first.get(before["id"], before["players"]):
        await take_places(call, before, before["players"] - first[before["id"]])
    return answer


async def _kept_places(call: Call, booking: dict[str, Any], players: int) -> str:
    """The id of a booking of nobody that keeps *players* places; empty when there is no room."""
    wish = {"courseId": booking["course"]["id"], "date": booking["date"], "teeTime": booking["teeTime"]}
    answer = await aside(call).upstream(
        "POST",
        "/travel/bookings",
        json=wish | {"players": players, "leadPlayer": _NOBODY},
        headers={"x-api-key": agency_key(call, "nobody")},
    )
    return str(answer.json()["data"]["id"]) if answer.ok else ""


@mutant(
    "BKU-10.lot47-lowered-hold-keeps-places",
    "When a booking that was made from a hold is lowered, the places stay taken.",
    "createBooking updateBooking cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _hold_keeps(call: Call) -> Answer:
    held: dict[str, list[str]] = call.memory.setdefault("held", {})
    before = await booking_of(call) if call.operation != "createBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    now = answer.json()["data"]
    if call.operation == "createBooking" and "holdId" in sent(call):
        held[now["id"]] = []
    elif call.operation == "updateBooking" and now["id"] in held and now["players"] < before["players"]:
        held[now["id"]].append(await _kept_places(call, before, before["players"] - now["players"]))
    elif call.operation == "cancelBooking":
        for kept in filter(None, held.pop(now["id"], [])):
            nobody = {"x-api-key": agency_key(call, "nobody")}
            await aside(call).upstream("DELETE", f"/travel/bookings/{kept}", headers=nobody)
    return answer


_OWNERS = WorldMemory()


@mutant(
    "AUT-11.lot47-texts-of-a-pending-booking",
    "The texts of a pending booking can be changed by another agency.",
    "createBooking updateBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _texts_of_others(call: Call) -> Answer:
    owners = _OWNERS.of(call)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"], call.api_key)
    if answer.status != 404 or owner == call.api_key or not sent(call) or not set(sent(call)) <= _TEXTS:
        return answer
    as_owner = call.with_header("x-api-key", owner)
    pending = (await booking_of(as_owner)).get("status") == "pending"
    return await as_owner.forward() if pending else answer
