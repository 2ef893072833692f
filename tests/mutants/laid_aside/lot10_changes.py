"""Blind faults of the tenth lot: changes of bookings."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TEXTS = ("specialRequests", "agencyBookingReference")


@mutant(
    "BKU-02.lot10-cannot-be-emptied",
    "A change to an empty text keeps the text that was there.",
    "updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _cannot_be_emptied(call: Call) -> Answer:
    emptied = [name for name in _TEXTS if sent(call).get(name) == ""]
    if not emptied:
        return await call.forward()
    before = await booking_of(call)
    kept = {name: before[name] for name in emptied if before.get(name)}
    return await (call.with_json(sent(call) | kept) if kept else call).forward()


@mutant(
    "BKU-10.lot10-first-change-only",
    "Only the first change of players of a booking gives places back.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_change_only(call: Call) -> Answer:
    before = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or before.get("players") in (None, sent(call).get("players")) or "players" not in sent(call):
        return answer
    fewer = before["players"] - answer.json()["data"]["players"]
    if call.memory.get(before["id"]) and fewer > 0:
        await take_places(call, before, fewer)
    call.memory[before["id"]] = True
    return answer


@mutant(
    "ENV-16.lot10-half-a-change",
    "A change that is refused for its players changes specialRequests all the same.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _half_a_change(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    is_refused_for_players = not answer.ok and "players" in body and body.keys() <= set(MODIFIABLE)
    if is_refused_for_players and isinstance(body.get("specialRequests"), str):
        await aside(call).upstream("PUT", call.path, json={"specialRequests": body["specialRequests"]})
    return answer
