"""Mutants of what agencies see and take of each other (AUT-09, HLD-09)."""

from __future__ import annotations

from collections.abc import Callable

from tests.mutants.call import Answer, Call
from tests.mutants.capacity import overbooked, tee_time_of
from tests.mutants.disguises import BOOKING_OPERATIONS, asked_for, every_booking, one_page, shown
from tests.mutants.registry import EVERY_OPERATION, Condition, mutant
from tests.mutants.substitutes import WorldMemory, code_of, sent


# Lists.
def _global(name: str, breaks: str, when: Condition) -> None:
    """Lists whose call meets *when* end with the bookings of every other agency seen in the world."""
    memory = WorldMemory()

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if answer.ok:
            memory.of(call)[call.api_key] = True
        if not answer.ok or call.operation != "listBookings" or not when(call):
            return answer
        others = [key for key in memory.of(call) if key != call.api_key]
        everything = [booking for key in (call.api_key, *others) for booking in await _bookings_of(call, key)]
        return one_page(call, answer, [booking for booking in everything if asked_for(call, booking)])

    mutant(name, breaks, EVERY_OPERATION)(handle)


async def _bookings_of(call: Call, key: str) -> list[dict[str, object]]:
    return await every_booking(call.with_header("x-api-key", key))


_global("AUT-09", "The list shows the bookings of all agencies.", lambda _: True)
_global(
    "AUT-09.cancelled",
    "The list under status=cancelled shows the bookings of all agencies.",
    lambda call: call.query.get("status") == "cancelled",
)
_global(
    "AUT-09.plain",
    "The list without filters shows the bookings of all agencies.",
    lambda call: "status" not in call.query,
)


# Holds.
def _unguarded(name: str, breaks: str, chosen: Callable[[int], bool]) -> None:
    """Places held by another agency can be booked by a party that *chosen* likes."""
    memory = WorldMemory()

    async def handle(call: Call) -> Answer:
        answer = await shown(call) if call.operation in BOOKING_OPERATIONS.split() else await call.forward()
        holders: dict[tuple[str, str, str], str] = memory.of(call).setdefault("holders", {})
        if call.operation == "holdTeeTime" and answer.ok:
            hold = answer.json()
            holders[hold["courseId"], hold["date"], hold["time"]] = call.api_key
        if call.operation != "createBooking" or code_of(answer) != "tee_time_unavailable":
            return answer
        held_by_another = holders.get(tee_time_of(sent(call)), call.api_key) != call.api_key
        return await overbooked(call) if held_by_another and chosen(sent(call)["players"]) else answer

    mutant(name, breaks, f"{BOOKING_OPERATIONS} holdTeeTime")(handle)


_unguarded("HLD-09", "Places held by another agency can be booked.", lambda _: True)
_unguarded("HLD-09.single", "A place held by another agency can be booked by one player.", lambda players: players == 1)
