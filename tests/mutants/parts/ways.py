"""Faults on one of two ways to the same state: a booking code instead of an id, a hold before a booking.

Knows no single mutant.
"""

from __future__ import annotations

from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.registry import Origin, mutant


# A course by its booking code.
def by_code(name: str, breaks: str, operation: str, shown_id: str, edit: Edit) -> None:
    """*edit* of answers that name another id than was asked for: those to a booking code."""

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if not answer.ok or answer.json()["data"][shown_id] == call.path_params["id"]:
            return answer
        return answer.with_json(edit(answer.json()))

    mutant(name, breaks, operation, hidden="one of two ways", origin=Origin.hidden)(handle)


# A booking from a hold.
def from_a_hold(name: str, breaks: str, edit: Edit) -> None:
    """*edit* of bookings that were created with a hold id, wherever they are shown."""

    async def handle(call: Call) -> Answer:
        answer = await shown(call)
        if call.operation != "createBooking" or not answer.ok or "holdId" not in sent(call):
            return answer
        disguise(call, answer.json()["data"]["id"], edit)
        return in_disguise(call, answer)

    mutant(name, breaks, BOOKING_OPERATIONS, hidden="one of two ways", origin=Origin.hidden)(handle)
