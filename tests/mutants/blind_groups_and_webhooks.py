"""Faults of subscriptions, of what is told of changes, of groups and of confirmed hooks, written without knowledge of
the suite.
"""

from __future__ import annotations

from tests.mutants.borrowed import a_refusal_for_a_missing_key
from tests.mutants.call import Answer, Call
from tests.mutants.registry import mutant
from tests.mutants.substitutes import a_refusal


@mutant("AUT-08.blind-groups", "Group bookings demand a bearer token beside the key.", "createGroupBooking")
async def _group_needs_token(call: Call) -> Answer:
    if any(name.lower() == "authorization" for name, _ in call.headers):
        return await call.forward()
    return await a_refusal_for_a_missing_key(call)


@mutant(
    "HOK-06.blind-unread",
    "The booking of a confirmed hook is listed and cannot be read.",
    "confirmBookingHook getBooking",
)
async def _hooked_unreadable(call: Call) -> Answer:
    answer = await call.forward()
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if call.operation == "confirmBookingHook":
        if answer.ok:
            hooked.add(answer.json()["data"]["id"])
        return answer
    if call.path_params["id"] in hooked:
        return await a_refusal(call, 404, "booking_not_found", "There is no such booking.")
    return answer
