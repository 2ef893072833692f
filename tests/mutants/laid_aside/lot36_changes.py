"""Blind faults of changes of bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, is_online, overlaid, overlays, take_places
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TEXTS = ("specialRequests", "agencyBookingReference")
_RAISES = Crowd(0.2)


# A plain fault.
@mutant(
    "BKU-12.lot36-revision",
    "Every change puts the number of the revision behind the bookingReference.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _revision(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        revisions: dict[str, int] = call.memory.setdefault("revisions", {})
        booking = data_of(answer)
        number = revisions[booking["id"]] = revisions.get(booking["id"], 0) + 1
        overlays(call)[booking["id"]] = {"bookingReference": f"{booking['bookingReference']}-{number}"}
    return overlaid(call, answer)


# Faults under a condition.
@mutant(
    "BKU-09.lot36-second-change",
    "The second change of a booking brings back the texts of its creation that it does not send.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_change(call: Call) -> Answer:
    originals: dict[str, dict[str, Any]] = call.memory.setdefault("originals", {})
    booking_id, body = call.path_params["id"], sent(call)
    if booking_id in originals and body:
        return await call.with_json(originals[booking_id] | body).forward()
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok:
        originals[booking_id] = {name: before[name] for name in _TEXTS if before.get(name)}
    return answer


@mutant(
    "BKU-10.lot36-raised-then-lowered",
    "A booking that was raised returns no places when it is lowered again.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _raised_then_lowered(call: Call) -> Answer:
    raised: dict[str, bool] = call.memory.setdefault("raised", {})
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not before:
        return answer
    more = data_of(answer)["players"] - before["players"]
    if more > 0:
        raised[before["id"]] = True
    elif more < 0 and before["id"] in raised and await is_online(call, before["course"]["id"]):
        await take_places(call, before, -more)
    return answer


@mutant(
    "INV-03.lot36-two-raises",
    "Two bookings of a tee time that are raised at the same moment both get the last places.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _two_raises(call: Call) -> Answer:
    booking = await booking_of(call) if call.operation == "updateBooking" else {}
    players = sent(call).get("players")
    if not booking or not isinstance(players, int):
        return overlaid(call, await call.forward())
    async with _RAISES.at((call.api_key.rpartition("_")[0], place_of(booking)), call) as met:
        answer = await call.forward()
    if answer.ok:
        overlays(call).pop(booking["id"], None)
    if code_of(answer) != FULL or met["updateBooking"] < 2:
        return overlaid(call, answer)
    overlays(call)[booking["id"]] = {"players": players}
    return overlaid(call, await aside(call).upstream("GET", call.path))
