"""Blind faults of the fifty-eighth lot: changes and cancellations."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.pretending import data_of, moment_of, whole_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop, put, where
from tests.mutants.tools.registry import Origin, mutant

_COURSE_ANSWERS_AFTER = timedelta(minutes=30)


@mutant(
    "BKU-03.lot58-reference-stays",
    "A change of the agency's reference is accepted and the reference stays as it was.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def reference_stays(call: Call) -> Answer:
    kept: set[str] = call.memory.setdefault("kept", set())
    if call.operation != "updateBooking" or "agencyBookingReference" not in sent(call):
        return await shown(call)
    before = await booking_of(call)
    answer = await shown(call)
    if not answer.ok or before["id"] in kept:
        return answer
    kept.add(before["id"])
    old = before.get("agencyBookingReference")
    member = "agencyBookingReference"
    disguise(call, before["id"], drop(member) if old is None else put(member, old))
    return in_disguise(call, answer)


@mutant(
    "BKU-09.lot58-smaller-party-loses-requests",
    "A change to fewer players empties the special requests.",
    "updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def smaller_party_loses_requests(call: Call) -> Answer:
    body = sent(call)
    before = await booking_of(call)
    players = whole_number(body.get("players"))
    loses = 0 < players < before.get("players", 0) and before.get("specialRequests")
    if not loses or "specialRequests" in body:
        return await call.forward()
    return await call.with_json(body | {"specialRequests": ""}).forward()


@mutant(
    "BKU-10.lot58-held-places-stay-taken",
    "A change to fewer players returns no places when the booking completed a hold.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def held_places_stay_taken(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and sent(call).get("holdId"):
            held.add(data_of(answer)["id"])
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before["id"] in held and (fewer := before["players"] - data_of(answer)["players"]) > 0:
        await take_places(call, before, fewer)
    return answer


@mutant(
    "BKX-06.lot58-tomorrow-is-a-day-away",
    "A cancellation inside the cutoff is accepted when the tee time is on a later calendar day.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def tomorrow_is_a_day_away(call: Call) -> Answer:
    cancelled: dict[str, Any] = call.memory.setdefault("cancelled", {})
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    before, now = await booking_of(call), await world_time(aside(call))
    if before["date"] <= f"{now:%Y-%m-%d}":
        return answer
    gone = {"status": "cancelled", "cancellationDate": f"{now:%Y-%m-%dT%H:%M:%SZ}"}
    if before["id"] not in cancelled:
        cancelled[before["id"]] = {"id": before["id"], "bookingReference": before["bookingReference"]} | gone
        disguise(call, before["id"], _cancelled_as(gone))
    accepted = answer.with_status(200).with_header("content-type", "application/json")
    return accepted.with_json({"data": cancelled[before["id"]]})


def _cancelled_as(gone: dict[str, str]) -> Any:
    def edit(booking: Booking) -> Booking:
        return booking | (gone if "leadPlayer" in booking else {"status": gone["status"]})

    return edit


@mutant(
    "BKX-09.lot58-late-answer-revives",
    "A booking that was cancelled while pending becomes confirmed when the time for the course's answer has passed.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def late_answer_revives(call: Call) -> Answer:
    waiting: dict[str, str] = call.memory.setdefault("waiting", {})
    if call.operation == "cancelBooking":
        before = await booking_of(call)
        answer = await shown(call)
        if answer.ok and before["status"] == "pending":
            waiting[before["id"]] = (await world_time(aside(call)) + _COURSE_ANSWERS_AFTER).isoformat()
        return answer
    now = await world_time(aside(call)) if waiting else None
    for booking_id in [found for found, due in waiting.items() if now and moment_of(due) <= now]:
        del waiting[booking_id]
        disguise(call, booking_id, _revived)
    return await shown(call)


def _revived(booking: Booking) -> Booking:
    revived = booking | {"status": "confirmed"}
    revived.pop("cancellationDate", None)
    return revived


@mutant(
    "BST-01.lot58-changed-while-pending",
    "A booking that was changed while it was pending stays pending when the course confirms.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def changed_while_pending(call: Call) -> Answer:
    if call.operation != "updateBooking":
        return await shown(call)
    before = await booking_of(call)
    answer = await shown(call)
    if answer.ok and before["status"] == "pending":
        disguise(call, before["id"], where(lambda booking: booking["status"] == "confirmed", put("status", "pending")))
    return answer
