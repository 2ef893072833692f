"""Blind faults of the fifty-fifth lot: holds and hooks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import data_of, moment_of, true_booking
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LONGER = timedelta(minutes=15)


def _later(moment: str) -> str:
    return f"{moment_of(moment) + _LONGER:%Y-%m-%dT%H:%M:%SZ}"


json_answer(
    "HLD-03.lot55-half-an-hour",
    "A hold names an expiration half an hour away.",
    "holdTeeTime",
    alter("holdExpiration", _later),
    origin=Origin.blind,
)


@mutant(
    "HLD-15.lot55-hold-of-a-cancelled-booking",
    "A hold id completes a second booking when the first one was cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hold_of_a_cancelled_booking(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    answer = await call.forward()
    body = sent(call)
    hold_id = str(body.get("holdId") or "")
    if answer.ok and hold_id:
        completed[hold_id] = data_of(answer)["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in completed:
        return answer
    first = await true_booking(aside(call), completed[hold_id])
    if first.get("status") != "cancelled":
        return answer
    rest = {name: value for name, value in body.items() if name != "holdId"}
    second = await aside(call).upstream("POST", "/travel/bookings", json=rest)
    if second.ok:
        completed[hold_id] = data_of(second)["id"]
    return second if second.ok else answer


_ONE_DAY = timedelta(days=1)
_WHOLE_FLIGHT = 4


async def _is_lost(call: Call, hooks: dict[str, Any]) -> bool:
    """Whether the hook that a call confirms is for a whole flight and older than a day."""
    created: datetime | None = hooks.get(call.path_params["id"])
    return created is not None and await world_time(call) - created > _ONE_DAY


@mutant(
    "HOK-06.lot55-late-flight-of-four",
    "A hook for four players that is confirmed more than a day later is no booking that can be listed or read.",
    "createBookingHook confirmBookingHook listBookings getBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _late_flight_of_four(call: Call) -> Answer:
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    lost: set[str] = call.memory.setdefault("lost", set())
    if call.operation == "getBooking" and call.path_params["id"] in lost:
        return await a_refusal_for_an_unknown_id(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook" and data_of(answer).get("players") == _WHOLE_FLIGHT:
        hooks[data_of(answer)["id"]] = await world_time(call)
    elif call.operation == "confirmBookingHook" and await _is_lost(call, hooks):
        lost.add(data_of(answer)["id"])
    elif call.operation == "listBookings" and lost:
        kept = [booking for booking in await every_booking(call) if booking["id"] not in lost]
        return one_page(call, answer, [booking for booking in kept if asked_for(call, booking)])
    return answer
