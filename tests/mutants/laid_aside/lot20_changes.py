"""Blind faults of changes of a booking."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.acceptance import booking_terms
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import MODIFIABLE, has_modifiable
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.pretending import body_of, data_of, whole_number
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_TEXTS = {"specialRequests": "", "agencyBookingReference": ""}

# A plain fault.
request_change(
    "BKU-09.lot20-unset-becomes-empty",
    "A change empties the texts that it does not send.",
    "updateBooking",
    lambda call: call.with_json(_TEXTS | body_of(call)),
    when=lambda call: has_modifiable(body_of(call)),
    origin=Origin.blind,
)


# Faults under a condition.
async def _is_long_before_midnight(call: Call, booking: Booking) -> bool:
    """Whether the end of the day of play is further away than the cutoff."""
    terms = await booking_terms(aside(call), {"courseId": booking["course"]["id"]})
    midnight = datetime.fromisoformat(booking["date"]).replace(tzinfo=UTC) + timedelta(days=1)
    return midnight - await world_time(call) >= timedelta(hours=terms["modificationCutoffHours"])


@mutant(
    "BKU-06.lot20-counted-to-midnight",
    "The modification cutoff counts to the end of the day of play, so that it comes hours too late.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _counted_to_midnight(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != "modification_cutoff_passed":
        return answer
    booking, wish = await booking_of(call), body_of(call)
    more = whole_number(wish.get("players")) > booking["players"]
    if more or not await _is_long_before_midnight(call, booking):
        return answer
    changed = {name: wish[name] for name in MODIFIABLE if name in wish}
    disguise(call, booking["id"], lambda shown_one: shown_one | changed)
    return in_disguise(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKU-10.lot20-held-and-lowered",
    "A change to fewer players returns no places when the booking came from a hold.",
    "createBooking updateBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _held_and_lowered(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and body_of(call).get("holdId"):
            held.add(data_of(answer)["id"])
        return answer
    before = await booking_of(call) if call.path_params["id"] in held else {}
    answer = await call.forward()
    fewer = before.get("players", 0) - data_of(answer).get("players", 0)
    if answer.ok and before and fewer > 0:
        await take_places(call, before, fewer)
    return answer
