"""Mutants of what agencies see and take of each other (AUT-09, HLD-09)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from tests.mutants.capacity import overbooked, tee_time_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, asked_for, every_booking, one_page, shown
from tests.mutants.tools.registry import EVERY_OPERATION, Condition, mutant
from tests.mutants.tools.substitutes import WorldMemory, code_of, sent

_SEEN: defaultdict[str, WorldMemory] = defaultdict(WorldMemory)


def keys_seen(name: str, call: Call, answer: Answer) -> list[str]:
    """The keys of other agencies that mutant *name* saw accepted in this world. Notes that of *call* itself."""
    seen = _SEEN[name].of(call)
    if answer.ok:
        seen[call.api_key] = True
    return [key for key in seen if key != call.api_key]


# Lists.
def listed_globally(name: str, breaks: str, when: Condition, *, hidden: str | None = "another agency") -> None:
    """Lists whose call meets *when* end with the bookings of every other agency seen in the world."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        others = keys_seen(name, call, answer)
        if not answer.ok or call.operation != "listBookings" or not when(call):
            return answer
        everything = [booking for key in (call.api_key, *others) for booking in await _bookings_of(call, key)]
        return one_page(call, answer, [booking for booking in everything if asked_for(call, booking)])

    mutant(name, breaks, EVERY_OPERATION, hidden=hidden)(handle)


async def _bookings_of(call: Call, key: str) -> list[dict[str, object]]:
    return await every_booking(call.with_header("x-api-key", key))


listed_globally("AUT-09", "The list shows the bookings of all agencies.", lambda _: True)
listed_globally(
    "AUT-09.cancelled",
    "The list under status=cancelled shows the bookings of all agencies.",
    lambda call: call.query.get("status") == "cancelled",
)
listed_globally(
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

    mutant(name, breaks, f"{BOOKING_OPERATIONS} holdTeeTime", hidden="another agency")(handle)


_unguarded("HLD-09", "Places held by another agency can be booked.", lambda _: True)
_unguarded("HLD-09.single", "A place held by another agency can be booked by one player.", lambda players: players == 1)
