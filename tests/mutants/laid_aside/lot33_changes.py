"""Blind faults of changes and cancellations."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.acceptance import booking_terms
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.registry import Origin, mutant

_CROWD = Crowd()
_LATE = timedelta(hours=1)


# Faults under a condition.
@mutant(
    "BKU-09.lot33-lost-update",
    "Of two changes of a booking at the same moment, the later puts back what it does not send itself.",
    "updateBooking",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _lost_update(call: Call) -> Answer:
    before = await booking_of(call)
    async with _CROWD.at((call.api_key, call.path_params["id"]), call) as met:
        if met["updateBooking"] < 2 or not before or not sent(call):
            return await call.forward()
        read = {name: before[name] for name in MODIFIABLE if name in before}
        return await call.with_json(read | sent(call)).forward()


def _as_cancelled(moment: str) -> Edit:
    def edit(booking: Any) -> Any:
        late = {"cancellationDate": moment} if "leadPlayer" in booking else {}
        return booking | {"status": "cancelled"} | late

    return edit


@mutant(
    "BKX-06.lot33-whole-days",
    "The cancellation cutoff counts calendar days: the evening before counts as 24 hours.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _whole_days(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    booking = await booking_of(call)
    terms = await booking_terms(aside(call), {"courseId": booking["course"]["id"]})
    now = await world_time(call)
    days = (date.fromisoformat(booking["date"]) - now.date()).days
    if days < 1 or days * 24 < terms["selfServiceCancellationCutoffHours"]:
        return answer
    moment = f"{now:%Y-%m-%dT%H:%M:%SZ}"
    disguise(call, booking["id"], _as_cancelled(moment))
    read = await aside(call).upstream("GET", call.path)
    ended = {"status": "cancelled", "bookingReference": booking["bookingReference"], "cancellationDate": moment}
    return read.with_json({"data": {"id": booking["id"]} | ended})


def _as_confirmed(booking: Any) -> Any:
    booking.pop("cancellationDate", None)
    return booking | {"status": "confirmed"}


@mutant(
    "BKX-09.lot33-course-answers-late",
    "A pending booking that was cancelled is confirmed an hour later, when the course answers.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _course_answers_late(call: Call) -> Answer:
    cancelled: dict[str, Any] = call.memory.setdefault("cancelled", {})
    if call.operation == "cancelBooking":
        before = await booking_of(call)
        answer = await shown(call)
        if answer.ok and before.get("status") == "pending":
            cancelled[before["id"]] = await world_time(call)
        return answer
    now = await world_time(call) if cancelled else None
    for booking_id in [item for item, at in cancelled.items() if now and now - at >= _LATE]:
        disguise(call, booking_id, _as_confirmed)
        del cancelled[booking_id]
    return await shown(call)


@mutant(
    "BST-02.lot33-cancelled-together",
    "A cancellation also cancels the other bookings of the lead player at the course that day.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_together(call: Call) -> Answer:
    parties: dict[str, tuple[str, str, str]] = call.memory.setdefault("parties", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        made = data_of(answer)
        parties[made["id"]] = (made["course"]["id"], made["date"], made["leadPlayer"]["email"].lower())
        return answer
    party = parties.pop(call.path_params["id"], None)
    for other in [booking_id for booking_id, its in parties.items() if its == party]:
        await aside(call).upstream("DELETE", f"/travel/bookings/{other}")
        del parties[other]
    return answer
