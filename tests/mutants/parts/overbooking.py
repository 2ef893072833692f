"""Bookings at a tee time that has no room for them.

Knows no single mutant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.mutants.parts.disguises import BOOKING_OPERATIONS, book_in_disguise, shown
from tests.mutants.parts.substitutes import WorldMemory, as_asked, code_of, elsewhere, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import mutant

FULL = "tee_time_unavailable"
TeeTime = tuple[str, str, str]


def tee_time_of(body: dict[str, Any]) -> TeeTime:
    """Course, date and time of a request for a booking."""
    return str(body.get("courseId")), str(body.get("date")), str(body.get("teeTime"))


async def overbooked(call: Call) -> Answer:
    """The answer to a booking without room: created at a free tee time, and shown at the requested tee time."""
    body = sent(call)
    return await book_in_disguise(call, await elsewhere(call, body), await as_asked(call, body))


async def places_free(call: Call, tee_time: TeeTime) -> int:
    """How many places the tee sheet offers at *tee_time*, 0 when it does not list the time."""
    course_id, day, time = tee_time
    return next((line["available"] for line in await tee_times(call, course_id, day, 1) if line["time"] == time), 0)


@dataclass(frozen=True)
class Attempt:
    """A booking refused for want of room: players, places free, and how often the tee time was overbooked so far."""

    players: int
    free: int
    overbookings: int


def overbooking(name: str, breaks: str, chosen: Callable[[Attempt], bool]) -> None:
    """Makes refused bookings that *chosen* likes, at tee times that were booked before."""
    memory = WorldMemory()

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "createBooking":
            return answer
        overbookings: dict[Any, int] = memory.of(call)
        body = sent(call)
        tee_time = tee_time_of(body)
        if answer.ok:
            overbookings.setdefault(tee_time, 0)
        if code_of(answer) != FULL or tee_time not in overbookings:
            return answer
        if not chosen(Attempt(body["players"], await places_free(call, tee_time), overbookings[tee_time])):
            return answer
        overbookings[tee_time] += 1
        return await overbooked(call)

    mutant(name, breaks, BOOKING_OPERATIONS)(handle)
