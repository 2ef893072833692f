"""Blind faults of changes and cancellations."""

from __future__ import annotations

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_AT_ONE_BOOKING = Crowd()


@mutant(
    "BKX-07.lot29-places-of-creation",
    "A cancelled booking returns only as many places as it had when it was created.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _places_of_creation(call: Call) -> Answer:
    created: dict[str, int] = call.memory.setdefault("created", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            created[data_of(answer)["id"]] = data_of(answer)["players"]
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    players = created.pop(call.path_params["id"], None) if answer.ok else None
    if players is not None and before.get("players", 0) > players:
        await take_places(call, before, before["players"] - players)
    return answer


@mutant(
    "BKU-09.lot29-requests-of-a-change",
    "A change without specialRequests empties those that an earlier change has set.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _requests_of_a_change(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    booking_id, body = call.path_params["id"], sent(call)
    if body and "specialRequests" not in body and booking_id in changed:
        answer = await call.with_json(body | {"specialRequests": ""}).forward()
        if answer.ok:
            changed.discard(booking_id)
        return answer
    answer = await call.forward()
    if answer.ok and body.get("specialRequests"):
        changed.add(booking_id)
    return answer


@mutant(
    "INV-09.lot29-last-write-wins",
    "A booking that is changed and cancelled at the same moment is confirmed afterwards.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _last_write_wins(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    place = (call.api_key, call.path_params["id"])
    async with _AT_ONE_BOOKING.at(place, call) as met:
        answer = await call.forward()
        if answer.ok and call.operation == "cancelBooking" and met["updateBooking"]:
            disguise(call, call.path_params["id"], put("status", "confirmed"))
        return answer
