"""Faults of refusals and of timestamps, written without knowledge of the suite."""

from __future__ import annotations

from datetime import datetime

from tests.mutants.call import Answer, Call
from tests.mutants.edits import alter
from tests.mutants.registry import json_answer, mutant


@mutant("ENV-14.blind-change", "A change that is no JSON is answered 200 and changes nothing.", "updateBooking")
async def _malformed_change(call: Call) -> Answer:
    if call.body and call.json() is None:
        return await call.upstream("GET", call.path)
    return await call.forward()


json_answer(
    "CNV-03.blind-group",
    "createdAt of a group is in epoch seconds.",
    "createGroupBooking getGroupBooking",
    alter("data.createdAt", lambda moment: int(datetime.fromisoformat(moment).timestamp())),
)
