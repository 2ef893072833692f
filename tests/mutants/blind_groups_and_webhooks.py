"""Faults of subscriptions, of what is told of changes, of groups and of confirmed hooks, written without knowledge of
the suite.
"""

from __future__ import annotations

from tests.mutants.borrowed import a_refusal_for_a_missing_key
from tests.mutants.call import Answer, Call
from tests.mutants.registry import mutant
from tests.mutants.substitutes import a_bad_request, a_refusal, sent


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


@mutant(
    "GRP-09.blind-afternoon",
    "find-slots refuses a preferred start after noon.",
    "findGroupSlots",
    hidden="some values",
)
async def _no_afternoon(call: Call) -> Answer:
    late = str(sent(call).get("preferredStartTime", "")) >= "12:00"
    return await (a_bad_request(call, "Groups start in the morning.") if late else call.forward())


@mutant("GRP-14.blind-players", "The players of an unknown group are taken with 200.", "updateGroupBookingPlayers")
async def _players_of_nobody(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    return answer.with_status(200).with_json({"data": {"id": call.path_params["id"], "status": "processing"}})
