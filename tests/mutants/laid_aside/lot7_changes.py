"""Blind faults of the seventh lot: changes and cancellations."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.histories import booking_now, place_of
from tests.mutants.parts.overbooking import FULL, places_free
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_STATUSES = ("confirmed", "pending", "cancelled")
_HEAD_OFFICE_AHEAD = timedelta(hours=1)

# Plain faults.
json_answer(
    "BKX-05.lot7-date-alone",
    "cancellationDate is the midnight that begins the day of the cancellation.",
    "cancelBooking",
    alter("data.cancellationDate", lambda moment: f"{moment[:10]}T00:00:00Z"),
    origin=Origin.blind,
)


@mutant(
    "BKU-12.lot7-created-anew",
    "After a change createdAt is the moment of the change.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _created_anew(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok:
        return answer
    now = await world_time(call)
    disguise(call, call.path_params["id"], put("createdAt", f"{now:%Y-%m-%dT%H:%M:%SZ}"))
    return in_disguise(call, answer)


# Faults under a condition.
@mutant(
    "BKU-08.lot7-one-place-is-enough",
    "A change can raise players by more than the free places as long as one place is free.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _one_place_is_enough(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != FULL:
        return answer
    before = await booking_now(aside(call))
    if not before or not await places_free(call, place_of(before)):
        return answer
    changed = await changed_without(call, "players")
    if not changed.ok:
        return answer
    disguise(call, before["id"], where(lambda booking: "players" in booking, put("players", sent(call)["players"])))
    return in_disguise(call, changed)


@mutant(
    "BKU-04.lot7-status-of-a-pending-booking",
    "A change that names a status sets it on a pending booking.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _status_of_a_pending_booking(call: Call) -> Answer:
    answer = await shown(call)
    wanted = sent(call).get("status")
    if call.operation != "updateBooking" or answer.ok or wanted not in _STATUSES:
        return answer
    before = await booking_now(aside(call))
    if before.get("status") != "pending":
        return answer
    changed = await changed_without(call, "status")
    if not changed.ok:
        return answer
    disguise(call, before["id"], where(lambda booking: booking["status"] == "pending", put("status", wanted)))
    return in_disguise(call, changed)


@mutant(
    "BKX-10.lot7-the-other-cutoff",
    "A cancellation is refused from the cutoff of changes on, where it is the longer one.",
    "cancelBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _the_other_cutoff(call: Call) -> Answer:
    booking = await booking_now(aside(call))
    if booking.get("status") != "confirmed":
        return await call.forward()
    found = await aside(call).upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")
    terms = found.json()["data"]["bookingTerms"]
    # The head office reads every tee time by its own clock.
    begins = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}:00+00:00") - _HEAD_OFFICE_AHEAD
    left = begins - await world_time(call)
    if terms["modificationCutoffHours"] <= terms["selfServiceCancellationCutoffHours"]:
        return await call.forward()
    if left >= timedelta(hours=terms["modificationCutoffHours"]):
        return await call.forward()
    return await a_refusal(call, 409, "cancellation_cutoff_passed", "It is too late to cancel this booking.")
