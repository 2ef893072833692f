"""Blind faults of the sixty-fourth lot: changes and cancellations."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.histories import changes_by_booking, note_change, place_of
from tests.mutants.parts.overbooking import places_free
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_REFERENCE = "agencyBookingReference"
_SHOWING = "getBooking listBookings updateBooking"

json_answer(
    "BKX-05.lot64-cancelled-at-midnight",
    "The cancellation date is the beginning of the day and not the time of the cancellation.",
    "cancelBooking",
    alter("data.cancellationDate", lambda text: f"{text[:10]}T00:00:00Z"),
    origin=Origin.blind,
)


@mutant(
    "BKU-03.lot64-reference-is-fixed",
    "A change of the agency reference is answered but not stored.",
    "updateBooking",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    if _REFERENCE not in sent(call):
        return await call.forward()
    return await changed_without(call, _REFERENCE)


@mutant(
    "BKU-10.lot64-full-time-stays-full",
    "When a party at a full tee time becomes smaller, its places do not return.",
    "updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    before = await booking_of(call)
    free = await places_free(aside(call), place_of(before)) if before else 0
    answer = await call.forward()
    if not before or free or not answer.ok:
        return answer
    given_back = before["players"] - answer.json()["data"]["players"]
    if given_back > 0:
        await take_places(call, before, given_back)
    return answer


@mutant(
    "BKU-12.lot64-second-change-is-a-birth",
    "The second change of a booking sets its creation time anew.",
    _SHOWING,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    note_change(call, answer)
    if call.operation == "updateBooking" and answer.ok and changes_by_booking(call)[call.path_params["id"]] > 1:
        now = await world_time(call)
        overlays(call)[call.path_params["id"]] = {"createdAt": now.strftime("%Y-%m-%dT%H:%M:%SZ")}
    return overlaid(call, answer)


@mutant(
    "BKU-06.lot64-wishes-inside-own-cutoff",
    "A course with its own terms lets special requests change inside the cutoff.",
    _SHOWING,
    hidden="some values",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok or call.operation != "updateBooking" or set(sent(call)) != {"specialRequests"}:
        return overlaid(call, answer)
    booking = await booking_of(call)
    if booking.get("status") != "confirmed" or not isinstance(sent(call)["specialRequests"], str):
        return answer
    terms = (await aside(call).upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")).json()["data"]
    if terms["cancellationPolicy"]["source"] == "platform" or not terms["bookingTerms"]["modificationAllowed"]:
        return answer
    overlays(call)[booking["id"]] = {"specialRequests": sent(call)["specialRequests"]}
    return overlaid(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKX-07.lot64-hook-places-are-lost",
    "The places of a cancelled booking that came from a hook do not return.",
    "confirmBookingHook cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    from_hooks: set[str] = call.memory.setdefault("from hooks", set())
    before = await booking_of(call) if call.path_params["id"] in from_hooks else {}
    answer = await call.forward()
    if answer.ok and call.operation == "confirmBookingHook":
        from_hooks.add(answer.json()["data"]["id"])
    if answer.ok and call.operation == "cancelBooking" and before.get("status") == "confirmed":
        await take_places(call, before, before["players"])
    return answer


@mutant(
    "BKX-09.lot64-reference-revives",
    "A refused change of the reference brings a cancelled booking back to life.",
    _SHOWING,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation != "updateBooking" or answer.ok or set(sent(call)) != {_REFERENCE}:
        return overlaid(call, answer)
    booking = await booking_of(call)
    if booking.get("status") == "cancelled":
        overlays(call)[booking["id"]] = {"status": "confirmed"}
    return answer
