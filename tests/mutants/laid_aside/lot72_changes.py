"""Blind faults of the seventy-second lot: changes."""

from __future__ import annotations

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.pretending import slot_of
from tests.mutants.parts.substitutes import in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

json_answer(
    "BKX-05.lot72-day-of-the-cancellation",
    "The cancellationDate is the midnight at which the day of the cancellation began.",
    "cancelBooking getBooking",
    alter("data.cancellationDate", lambda moment: f"{moment[:10]}T00:00:00Z"),
    origin=Origin.blind,
)


@mutant(
    "BKU-09.lot72-resent-without-reference",
    "A change of players alone empties the agencyBookingReference of a pending booking.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _resent_without_reference(call: Call) -> Answer:
    body = sent(call)
    if set(body) == {"players"} and (await booking_of(call)).get("status") == "pending":
        return await call.with_json(body | {"agencyBookingReference": ""}).forward()
    return await call.forward()


@mutant(
    "BKU-10.lot72-text-before-places",
    "A change that lowers players and sends specialRequests too does not return the places.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _text_before_places(call: Call) -> Answer:
    if not {"players", "specialRequests"} <= set(sent(call)):
        return await call.forward()
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before.get("status") == "confirmed":
        freed = before["players"] - answer.json()["data"]["players"]
        if freed > 0:
            await take_places(call, before, freed)
    return answer


@mutant(
    "BKX-09.lot72-revived-by-rebooking",
    "A cancelled booking is confirmed again when its agency books the same tee time anew.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _revived_by_rebooking(call: Call) -> Answer:
    leaving = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await shown(call)
    ended: dict[str, str] = call.memory.setdefault("ended", {})
    if not answer.ok:
        return answer
    if leaving:
        ended[slot_of(leaving)] = leaving["id"]
    elif call.operation == "createBooking" and (old := ended.pop(slot_of(answer.json()["data"]), "")):
        disguise(call, old, in_turn(put("status", "confirmed"), drop("cancellationDate")))
    return answer


@mutant(
    "BKU-12.lot72-created-by-the-change",
    "A change sets createdAt to the time of the change.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _created_by_the_change(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok:
        return answer
    moment = f"{await world_time(call):%Y-%m-%dT%H:%M:%SZ}"
    disguise(call, answer.json()["data"]["id"], put("createdAt", moment))
    return in_disguise(call, answer)
