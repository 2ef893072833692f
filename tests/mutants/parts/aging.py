"""Bookings that a faulty service shows differently some requests after an event.

Knows no single mutant.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.mutants.parts.disguises import Booking, asked_for, every_booking, one_page
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

Aged = Callable[[Booking, int], Booking | None]


def ages(name: str, breaks: str, aged: Aged, *, reads: str, since: str) -> None:
    """Answers of *reads* show a booking as *aged* makes it, given how many requests of this agency ago *since* was."""

    async def handle(call: Call) -> Answer:
        now = call.memory["now"] = call.memory.get("now", 0) + 1
        before: dict[str, int] = call.memory.setdefault("before", {})
        answer = await call.forward()
        if answer.ok and call.operation in since.split():
            before[answer.json()["data"]["id"]] = now
        if not answer.ok or call.operation not in reads.split():
            return answer

        def shown(booking: Booking) -> Booking | None:
            return aged(booking, now - before.get(booking["id"], now))

        return await _read(call, answer, shown)

    mutant(name, breaks, EVERY_OPERATION, hidden="after a while", origin=Origin.hidden)(handle)


async def _read(call: Call, answer: Answer, shown: Callable[[Booking], Booking | None]) -> Answer:
    if call.operation != "listBookings":
        return answer.with_json({"data": shown(answer.json()["data"])})
    found = [booking for kept in await every_booking(call) if (booking := shown(kept)) and asked_for(call, booking)]
    return one_page(call, answer, found)
