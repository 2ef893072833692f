"""Blind faults of the eleventh lot: changes of bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.crowds import FOR_TWO_SECONDS, Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.histories import booking_now, place_of
from tests.mutants.parts.live_holds import holds_at, live_holds, players_of, remembered_hold
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import places_at, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_TEXTS = ("specialRequests", "agencyBookingReference")
_MOST_PLAYERS = 4
_HELD = "BKU-08.lot11-held-by-others"


@mutant(
    "BKU-09.lot11-from-the-original",
    "Every change starts from the booking as it was created: a second change undoes texts that the first one changed.",
    "createBooking updateBooking",
    origin=Origin.blind,
)
async def _starts_from_the_original(call: Call) -> Answer:
    originals: dict[str, dict[str, Any]] = call.memory.setdefault("originals", {})
    changed: dict[str, set[str]] = call.memory.setdefault("changed", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            originals[answer.json()["data"]["id"]] = {name: sent(call).get(name, "") for name in _TEXTS}
        return answer
    booking_id, body = call.path_params["id"], sent(call)
    before = changed.setdefault(booking_id, set())
    undone = {name: text for name, text in originals.get(booking_id, {}).items() if name in before and name not in body}
    answer = await (call.with_json(undone | body) if undone else call).forward()
    if answer.ok:
        before.update(body)
    return answer


@mutant(
    "ENV-16.lot11-half-a-change",
    "The service refuses a change to more players than are free, and keeps the texts of that change.",
    "updateBooking",
    origin=Origin.blind,
)
async def _keeps_the_texts(call: Call) -> Answer:
    answer = await call.forward()
    if code_of(answer) == FULL and any(name in sent(call) for name in _TEXTS):
        await changed_without(call, "players")
    return answer


async def _raised(call: Call) -> Answer:
    """The answer to a change that is accepted without room for its players."""
    answer = await changed_without(call, "players")
    if answer.ok:
        disguise(call, call.path_params["id"], put("players", sent(call)["players"]))
    return in_disguise(call, answer) if answer.ok else answer


@mutant(
    _HELD,
    "A change can take places that a tee-time hold reserves.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    origin=Origin.blind,
)
async def _takes_held_places(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _HELD)
    answer = await shown(call)
    if call.operation == "createBooking" and answer.ok and "holdId" in sent(call):
        holds = holds_at(call, _HELD, slot_of(answer.json()["data"]))
        holds[:] = [hold for hold in holds if hold["holdId"] != sent(call)["holdId"]]
    if call.operation != "updateBooking" or code_of(answer) != FULL:
        return answer
    booking = await booking_now(call)
    held = players_of((await live_holds(call, _HELD)).get(slot_of(booking), []))
    missing = sent(call)["players"] - booking["players"] - await places_at(call, slot_of(booking))
    return await _raised(call) if 0 < missing <= held and sent(call)["players"] <= _MOST_PLAYERS else answer


_RAISES = Crowd(FOR_TWO_SECONDS)


@mutant(
    "INV-03.lot11-two-raises",
    "Two changes at the same moment can raise two bookings of one tee time to more players than it has places.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _raises_two_at_once(call: Call) -> Answer:
    if call.operation != "updateBooking" or "players" not in sent(call):
        return await shown(call)
    booking = await booking_now(call)
    place = place_of(booking) if booking else call.path
    async with _RAISES.at((call.api_key.rpartition("_")[0], place), call) as met:
        answer = await shown(call)
        if code_of(answer) != FULL or met["updateBooking"] < 2 or sent(call)["players"] > _MOST_PLAYERS:
            return answer
        return await _raised(call)
