"""Faults of refusals and of timestamps, written without knowledge of the suite."""

from __future__ import annotations

from datetime import datetime

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import json_answer, mutant
from tests.mutants.tools.substitutes import code_of


@mutant("ENV-14.blind-change", "A change that is no JSON is answered 200 and changes nothing.", "updateBooking")
async def _malformed_change(call: Call) -> Answer:
    if call.body and call.json() is None:
        return await call.upstream("GET", call.path)
    return await call.forward()


@mutant(
    "ENV-16.blind-late-cancel",
    "A cancellation inside the cutoff is refused, and the booking is cancelled all the same.",
    BOOKING_OPERATIONS,
    hidden="some values",
)
async def _refused_and_cancelled(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation == "cancelBooking" and code_of(answer) == "cancellation_cutoff_passed":
        disguise(call, call.path_params["id"], put("status", "cancelled"))
    return answer


json_answer(
    "CNV-03.blind-group",
    "createdAt of a group is in epoch seconds.",
    "createGroupBooking getGroupBooking",
    alter("data.createdAt", lambda moment: int(datetime.fromisoformat(moment).timestamp())),
)
