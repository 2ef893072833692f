"""Blind faults of changes and cancellations."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.pretending import EVERY_BOOKING, data_of, overlaid, pretend, pretended, whole_number
from tests.mutants.parts.substitutes import code_of, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_ALIVE = in_turn(put("status", "confirmed"), drop("cancellationDate"), drop("cancellationReason"))
_REFERENCE = "agencyBookingReference"
_CROWD = Crowd()

# A plain fault.
json_answer(
    "BKX-05.lot31-midnight",
    "The cancellationDate is the beginning of the day of the cancellation.",
    "cancelBooking",
    alter("data.cancellationDate", lambda text: f"{text[:10]}T00:00:00Z"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKU-09.lot31-first-reference",
    "A change that sends no agencyBookingReference brings back the first one, when an earlier change replaced it.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_reference(call: Call) -> Answer:
    first: dict[str, str] = call.memory.setdefault("first", {})
    replaced: set[str] = call.memory.setdefault("replaced", set())
    body = sent(call)
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and body.get(_REFERENCE):
            first[data_of(answer)["id"]] = body[_REFERENCE]
        return answer
    booking_id = call.path_params["id"]
    if body and _REFERENCE not in body and booking_id in replaced:
        return await call.with_json(body | {_REFERENCE: first[booking_id]}).forward()
    answer = await call.forward()
    if answer.ok and booking_id in first and body.get(_REFERENCE, first[booking_id]) != first[booking_id]:
        replaced.add(booking_id)
    return answer


@mutant(
    "BKU-08.lot31-back-to-the-first-number",
    "A booking whose players were lowered can be raised to its first number although others have the places now.",
    EVERY_BOOKING,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _back_to_the_first_number(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok:
        first[data_of(answer)["id"]] = data_of(answer)["players"]
    if call.operation != "updateBooking":
        return overlaid(call, answer)
    booking_id, body = call.path_params["id"], sent(call)
    if answer.ok:
        if "players" in body:
            pretended(call).pop(booking_id, None)
        return overlaid(call, answer)
    fits = 0 < whole_number(body.get("players")) <= first.get(booking_id, 0)
    if code_of(answer) != "tee_time_unavailable" or not fits:
        return answer
    pretend(call, booking_id, **body)
    return overlaid(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKX-09.lot31-refused-change",
    "A refused change of a cancelled booking makes the booking confirmed again.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refused_change(call: Call) -> Answer:
    if call.operation == "cancelBooking":
        disguises: dict[str, Any] = call.memory.setdefault("disguises", {})
        disguises.pop(call.path_params["id"], None)
    answer = await shown(call)
    refused = call.operation == "updateBooking" and not answer.ok
    if refused and (await booking_of(call)).get("status") == "cancelled":
        disguise(call, call.path_params["id"], _ALIVE)
    return answer


@mutant(
    "INV-09.lot31-late-write",
    "A change and a cancellation of a booking at the same moment leave the booking confirmed.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _late_write(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    async with _CROWD.at((call.api_key, call.path_params["id"]), call) as met:
        answer = await shown(call)
        if call.operation == "cancelBooking" and answer.ok and met["updateBooking"]:
            disguise(call, call.path_params["id"], _ALIVE)
        return answer
