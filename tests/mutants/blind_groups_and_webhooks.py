"""Faults of subscriptions, of what is told of changes, of groups and of confirmed hooks, written without knowledge of
the suite.
"""

from __future__ import annotations

from tests.mutants.borrowed import a_refusal_for_a_missing_key
from tests.mutants.call import Answer, Call
from tests.mutants.registry import mutant


@mutant("AUT-08.blind-groups", "Group bookings demand a bearer token beside the key.", "createGroupBooking")
async def _group_needs_token(call: Call) -> Answer:
    if any(name.lower() == "authorization" for name, _ in call.headers):
        return await call.forward()
    return await a_refusal_for_a_missing_key(call)
