"""Faults that sell more places of a tee time than it has (INV-02)."""

from __future__ import annotations

from datetime import datetime

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.overbooking import overbooking
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    body_of,
    booked_elsewhere,
    current_booking,
    give_credit,
    memory_of_world,
    moment_of,
    overlaid,
    places_at,
    slot_of,
    whole_number,
    with_more_places,
)
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

overbooking("INV-02", "Each tee time is overbooked by one booking.", lambda attempt: attempt.overbookings == 0)
overbooking(
    "INV-02.single",
    "Each full tee time takes one more single player.",
    lambda attempt: attempt.free == 0 and attempt.players == 1 and attempt.overbookings == 0,
)


async def _on_credit(call: Call, name: str) -> Answer:
    """A creation that may take places which are only counted as free."""
    answer = await call.forward()
    body = body_of(call)
    if call.operation != "createBooking" or answer.status != 409:
        return overlaid(call, answer)
    slot, players = slot_of(body), whole_number(body.get("players"))
    missing = players - await places_at(call, slot)
    if not 0 < missing <= memory_of_world(call, name).get(slot, 0):
        return answer
    give_credit(call, name, slot, -missing)
    return await booked_elsewhere(call)


@mutant(
    "INV-02.blind-second-cancel",
    "The second cancellation of a booking gives its places back again.",
    f"{EVERY_BOOKING} listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_cancel(call: Call) -> Answer:
    name = "second cancel"
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, name)
        return await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    if call.operation != "cancelBooking":
        return await _on_credit(call, name)
    before = await current_booking(call)
    answer = await call.forward()
    if answer.ok and before.get("status") == "cancelled":
        give_credit(call, name, slot_of(before), before["players"])
    return answer


@mutant(
    "INV-02.blind-raised",
    "Players who join a booking by a change take no places.",
    f"{EVERY_BOOKING} listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _joined_for_free(call: Call) -> Answer:
    name = "joined for free"
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, name)
        return await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    if call.operation != "updateBooking":
        return await _on_credit(call, name)
    before = await current_booking(call)
    answer = await call.forward()
    if answer.ok and (joined := whole_number(body_of(call).get("players")) - before["players"]) > 0:
        give_credit(call, name, slot_of(before), joined)
    return overlaid(call, answer)


@mutant(
    "INV-02.blind-hold-runs-out",
    "A hold that became a booking still gives its places back at its expiry.",
    f"{EVERY_BOOKING} listTeeTimes holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _hold_runs_out(call: Call) -> Answer:
    name = "hold runs out"
    used: list[tuple[datetime, str, int]] = memory_of_world(call, name).setdefault("used", [])
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["holdId"]] = moment_of(answer.json()["holdExpiration"])
        return answer
    now = await world_time(call)
    for due in [credited for credited in used if credited[0] <= now]:
        used.remove(due)
        give_credit(call, name, due[1], due[2])
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, name)
        return await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    answer = await _on_credit(call, name)
    until = call.memory.get(body_of(call).get("holdId", ""))
    if call.operation == "createBooking" and answer.ok and until:
        used.append((until, slot_of(body_of(call)), body_of(call)["players"]))
    return answer
