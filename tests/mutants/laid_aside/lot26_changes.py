"""Blind faults of changes and cancellations."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.changes import MODIFIABLE, changed_without, has_modifiable
from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.live_holds import live_holds, players_of, remembered_hold
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import (
    Json,
    data_of,
    memory_of_world,
    places_at,
    slot_of,
    whole_number,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_OVER_A_HOLD = "BKU-08.lot26-over-anothers-hold"
_MOST_PLAYERS = 4
_RACES = Crowd(0.3)

# A plain fault.
json_answer(
    "BKX-05.lot26-only-the-day",
    "cancellationDate keeps the day alone: its time is always midnight.",
    "cancelBooking",
    alter("data.cancellationDate", lambda text: f"{text[:10]}T00:00:00Z"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKU-09.lot26-from-the-first-version",
    "From the second change on, members that are not sent go back to what the booking was created with.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _from_the_first_version(call: Call) -> Answer:
    first: dict[str, Json] = call.memory.setdefault("first", {})
    changed: set[str] = call.memory.setdefault("changed", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            booking = data_of(answer)
            first[booking["id"]] = {name: booking[name] for name in MODIFIABLE if name in booking}
        return answer
    booking_id = call.path_params["id"]
    if booking_id in changed and has_modifiable(sent(call)):
        restored = await call.with_json(first.get(booking_id, {}) | sent(call)).forward()
        if restored.ok:
            return restored
    answer = await call.forward()
    if answer.ok:
        changed.add(booking_id)
    return answer


def _forget_hold(call: Call) -> None:
    used = sent(call).get("holdId")
    for holds in memory_of_world(call, _OVER_A_HOLD).values():
        holds[:] = [hold for hold in holds if hold["holdId"] != used]


async def _raised_over_a_hold(call: Call, refusal: Answer) -> Answer:
    booking = await booking_of(call)
    wanted = whole_number(sent(call).get("players"))
    slot = slot_of(booking)
    live = (await live_holds(call, _OVER_A_HOLD)).get(slot, [])
    others = players_of(hold for hold in live if hold["agency"] != call.api_key)
    over = wanted - booking["players"] - await places_at(call, slot)
    if wanted > _MOST_PLAYERS or not others or over > others:
        return refusal
    answer = await changed_without(call, "players")
    if not answer.ok:
        return answer
    disguise(call, booking["id"], put("players", wanted))
    return in_disguise(call, answer)


@mutant(
    _OVER_A_HOLD,
    "A change can raise players onto places that another agency holds.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="another agency",
    origin=Origin.blind,
)
async def _over_anothers_hold(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _OVER_A_HOLD)
    answer = await shown(call)
    if call.operation == "createBooking" and answer.ok and "holdId" in sent(call):
        _forget_hold(call)
    if call.operation != "updateBooking":
        return answer
    if code_of(answer) == FULL:
        return await _raised_over_a_hold(call, answer)
    if answer.ok and "players" in sent(call):
        disguise(call, call.path_params["id"], put("players", sent(call)["players"]))
        return in_disguise(call, answer)
    return answer


def _confirmed_again(booking: Any) -> Any:
    """The booking as confirmed, where it is shown as a whole; the answer to a cancellation stays."""
    return booking | {"status": "confirmed"} if "course" in booking else booking


@mutant(
    "BKX-09.lot26-revived-by-a-change",
    "A change of a cancelled booking is refused, and the booking is confirmed again afterwards.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _revived_by_a_change(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation == "updateBooking" and code_of(answer) == "booking_cancelled":
        disguise(call, call.path_params["id"], _confirmed_again)
    return answer


@mutant(
    "INV-09.lot26-the-row-is-written-back",
    "A change at the same moment as the cancellation writes the booking back as confirmed.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _the_row_is_written_back(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    booking_id = call.path_params["id"]
    async with _RACES.at((*world_of(call), booking_id), call) as met:
        before = await booking_of(call) if call.operation == "cancelBooking" else {}
        answer = await shown(call)
        met_a_change = call.operation == "cancelBooking" and met["updateBooking"] > 0
        if answer.ok and met_a_change and before.get("status") == "confirmed":
            disguise(call, booking_id, _confirmed_again)
        return answer
