"""Blind faults of changes and of cancellations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.histories import changes_by_booking, note_change, place_of
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import a_refusal, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_DAY = timedelta(days=1)
_TEXTS = ("specialRequests", "agencyBookingReference")
_CONFIRMED_AGAIN = in_turn(put("status", "confirmed"), drop("cancellationDate"))

# Plain faults.
json_answer(
    "BKX-05.lot22-a-day-early",
    "A cancellation is dated a day before it happened.",
    "cancelBooking",
    alter("data.cancellationDate", lambda text: f"{moment_of(text) - _DAY:%Y-%m-%dT%H:%M:%SZ}"),
    origin=Origin.blind,
)


@mutant(
    "BKU-12.lot22-new-reference",
    "A change gives the booking another reference.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _new_reference(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok:
        return answer
    edit = alter("bookingReference", lambda reference: f"{reference}-1")
    disguise(call, call.path_params["id"], edit)
    body = answer.json()
    return answer.with_json(body | {"data": edit(body["data"])})


# Faults under a condition.
@mutant(
    "BKU-09.lot22-rebuilt-from-the-start",
    "A second change sets the texts that it does not send back to what the booking was created with.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _rebuilt_from_the_start(call: Call) -> Answer:
    texts: dict[str, dict[str, Any]] = call.memory.setdefault("texts", {})
    body = sent(call)
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            texts[str(data_of(answer)["id"])] = {name: body[name] for name in _TEXTS if name in body}
        return answer
    again = changes_by_booking(call)[call.path_params["id"]] > 0 and bool(body)
    first = texts.get(call.path_params["id"], {}) if again else {}
    answer = await (call.with_json(first | body) if first else call).forward()
    note_change(call, answer)
    return answer


@mutant(
    "BKU-10.lot22-lowered-after-raised",
    "A change to fewer players returns no places when the booking was changed to more players before.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _lowered_after_raised(call: Call) -> Answer:
    raised: set[str] = call.memory.setdefault("raised", set())
    if "players" not in sent(call):
        return await call.forward()
    booking = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not booking:
        return answer
    more = sent(call)["players"] - booking["players"]
    if more > 0:
        raised.add(booking["id"])
    if more < 0 and booking["id"] in raised:
        await take_places(call, booking, -more)
    return answer


@mutant(
    "BKX-10.lot22-counted-to-midnight",
    "A cancellation is refused from 24 hours before the midnight that begins the day of play.",
    "cancelBooking",
    hidden="certain days",
    origin=Origin.blind,
)
async def _counted_to_midnight(call: Call) -> Answer:
    booking = await booking_of(call)
    if not booking or booking["status"] != "confirmed":
        return await call.forward()
    begins = datetime.fromisoformat(booking["date"]).replace(tzinfo=UTC)
    if begins - await world_time(call) >= _DAY:
        return await call.forward()
    return await a_refusal(call, 409, "cancellation_cutoff_passed", "Self-service cancellation has ended.")


@mutant(
    "BKX-09.lot22-booked-again",
    "A cancelled booking is confirmed again when its agency books the same tee time again.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _booked_again(call: Call) -> Answer:
    cancelled: dict[tuple[str, str, str], str] = call.memory.setdefault("cancelled", {})
    answer = await shown(call)
    if not answer.ok:
        return answer
    if call.operation == "cancelBooking":
        booking = await booking_of(call)
        if booking:
            cancelled[place_of(booking)] = booking["id"]
    if call.operation != "createBooking":
        return answer
    before = cancelled.pop(place_of(answer.json()["data"]), None)
    if before is not None:
        disguise(call, before, _CONFIRMED_AGAIN)
    return in_disguise(call, answer)
