"""Faults of bookings that wait for their course, or were made from a hold, written without knowledge of the suite."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, asked_for, disguise, in_disguise, relisted, shown
from tests.mutants.tools.edits import alter
from tests.mutants.tools.pretending import body_of, data_of
from tests.mutants.tools.registry import mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_CONFIRMED, _CANCELLED, _MODIFIED = "booking.confirmed", "booking.cancelled", "booking.modified"


def _event(delivery: Delivery) -> Any:
    return json.loads(delivery.body)


async def _note_holds(call: Call, relay: Relay) -> Answer:
    if call.operation != "createBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok and "holdId" in body_of(call):
        relay.memory[data_of(answer)["id"]] = True
    return answer


event_fault(
    "EVT-01.blind-from-hold",
    "Nobody hears of the cancellation of a booking that was made from a hold.",
    lambda delivery, memory: (
        [] if (event := _event(delivery))["type"] == _CANCELLED and event["data"].get("id") in memory else [delivery]
    ),
    operations="createBooking",
    handle=_note_holds,
    hidden="one of two ways",
)
event_fault(
    "EVT-02.blind-pending",
    "Nobody hears of a change of a pending booking.",
    lambda delivery, _: (
        []
        if (event := _event(delivery))["type"] == _MODIFIED and event["data"].get("status") == "pending"
        else [delivery]
    ),
    hidden="some values",
)


async def _note_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok:
        relay.memory[call.path_params["id"]] = True
    return answer


event_fault(
    "EVT-04.blind-changed-before",
    "Nobody hears that a course confirmed a booking which was changed while it was pending.",
    lambda delivery, memory: (
        [] if (event := _event(delivery))["type"] == _CONFIRMED and event["data"].get("id") in memory else [delivery]
    ),
    operations="updateBooking",
    handle=_note_changes,
    hidden="after another operation",
)


@mutant(
    "BKC-33.blind-offline",
    "createdAt of a booking on an offline course is the time in Madrid, labelled as UTC.",
    BOOKING_OPERATIONS,
    hidden="some values",
)
async def _local_time(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok or data_of(answer)["status"] != "pending":
        return answer
    disguise(call, data_of(answer)["id"], alter("createdAt", _an_hour_later))
    return in_disguise(call, answer)


def _an_hour_later(moment: str) -> str:
    return (datetime.fromisoformat(moment) + timedelta(hours=1)).isoformat().replace("+00:00", "Z")


relisted(
    "BKL-03.blind-pending",
    "Pending bookings are only in the list that asks for them by status.",
    lambda call, found: [one for one in found if asked_for(call, one) and one["status"] != "pending"],
    when=lambda call: "status" not in call.query,
    hidden="some values",
)
