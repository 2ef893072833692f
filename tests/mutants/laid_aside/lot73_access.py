"""Blind faults of the seventy-third lot: access."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.pretending import all_bookings, filters_of, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_PRECEDENCE = "AUT-09.lot73-status-or-agency"
_EMPTY_LIST = "AUT-16.lot73-open-while-empty"


@mutant(
    _PRECEDENCE,
    "A list filtered by status and by startDate shows the bookings of the other agencies too.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _status_or_agency(call: Call) -> Answer:
    answer = await call.forward()
    agencies = memory_of_world(call, _PRECEDENCE)
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        agencies[call.api_key] = True
        return answer
    if not {"status", "startDate"} <= set(call.query):
        return answer
    found = await all_bookings(call, **filters_of(call))
    others = [key for key in agencies if key != call.api_key]
    for key in others:
        found += await all_bookings(call, key, **filters_of(call))
    return one_page(call, answer, found)


@mutant(
    _EMPTY_LIST,
    "Another agency can set the players of a group booking as long as its player list is empty.",
    "createGroupBooking updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _open_while_empty(call: Call) -> Answer:
    answer = await call.forward()
    owners = memory_of_world(call, _EMPTY_LIST)
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    group = call.path_params["id"]
    if answer.status == 404 and group in owners:
        answer = await aside(call).upstream("PUT", call.path, json=sent(call), headers={"x-api-key": owners[group]})
    if answer.ok:
        owners.pop(group, None)
    return answer
