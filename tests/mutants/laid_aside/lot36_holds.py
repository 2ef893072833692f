"""Blind faults of holds and of booking hooks."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import (
    Json,
    data_of,
    give_credit,
    held_slot,
    memory_of_world,
    moment_of,
    slot_of,
    with_more_places,
)
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_EXPIRY_JOB = "INV-05.lot36-expiry-of-completed-hold"
_TWICE = "HOK-05.lot36-released-twice"
_HOLD = timedelta(minutes=15)
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


def _players_at(holds: list[Json], slot: str) -> int:
    return sum(int(hold["players"]) for hold in holds if slot_of(hold) == slot)


# Faults of holds, all under a condition.
@mutant(
    "HLD-15.lot36-after-cancellation",
    "A hold id completes another booking once the booking that it completed is cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _after_cancellation(call: Call) -> Answer:
    used: dict[str, str] = call.memory.setdefault("used", {})
    cancelled: dict[str, bool] = call.memory.setdefault("cancelled", {})
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            cancelled[call.path_params["id"]] = True
        return answer
    hold_id = str(sent(call).get("holdId"))
    if answer.ok:
        used[hold_id] = data_of(answer)["id"]
        return answer
    if used.get(hold_id) not in cancelled:
        return answer
    plain = {name: value for name, value in sent(call).items() if name != "holdId"}
    again = await aside(call).upstream("POST", call.path, json=plain)
    return again if again.ok else answer


@mutant(
    _EXPIRY_JOB,
    "When the time of a completed hold is over, the tee sheet offers the places of its booking again.",
    "listTeeTimes holdTeeTime createBooking cancelBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _expiry_of_completed_hold(call: Call) -> Answer:
    memory = memory_of_world(call, _EXPIRY_JOB)
    holds, completed = memory.setdefault("holds", {}), memory.setdefault("completed", {})
    if call.operation == "listTeeTimes":
        now = await world_time(call)
        over = [hold for hold in completed.values() if moment_of(hold["holdExpiration"]) <= now]
        return await (with_more_places(call, partial(_players_at, over)) if over else call.forward())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        holds[answer.json()["holdId"]] = answer.json()
    elif call.operation == "cancelBooking":
        completed.pop(call.path_params["id"], None)
    elif hold := holds.pop(sent(call).get("holdId"), None):
        completed[data_of(answer)["id"]] = hold | {"players": data_of(answer)["players"]}
    return answer


def _without_the_next_day(text: str) -> str:
    """The end of a hold on the day on which it begins, also when midnight is between."""
    end = moment_of(text)
    over_midnight = (end - _HOLD).date() != end.date()
    return f"{end - timedelta(days=1):{_TIMESTAMP}}" if over_midnight else text


json_answer(
    "HLD-04.lot36-over-midnight",
    "A hold in the last quarter of an hour before midnight UTC expires on the day that ends.",
    "holdTeeTime",
    alter("holdExpiration", _without_the_next_day),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "HLD-07.lot36-newer-hold",
    "A hold of an agency cannot be completed while it has a newer hold at the course on that day.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _newer_hold(call: Call) -> Answer:
    newest: dict[str, str] = call.memory.setdefault("newest", {})
    sheets: dict[str, str] = call.memory.setdefault("sheets", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            sheet = held_slot(call).rpartition("|")[0]
            sheets[answer.json()["holdId"]] = sheet
            newest[sheet] = answer.json()["holdId"]
        return answer
    hold_id = str(sent(call).get("holdId"))
    if hold_id not in sheets or newest.get(sheets[hold_id]) == hold_id:
        answer = await call.forward()
        if answer.ok and hold_id in sheets:
            newest.pop(sheets.pop(hold_id), None)
        return answer
    return await call.with_json(sent(call) | {"holdId": f"{hold_id[:-1]}0"}).forward()


# Faults of hooks, all under a condition.
@mutant(
    "BKC-31.lot36-second-hook",
    "The second confirmed hook of an agency at a tee time has the booking id of the first.",
    "createBookingHook confirmBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_hook(call: Call) -> Answer:
    confirmed: dict[str, tuple[str, str]] = call.memory.setdefault("confirmed", {})
    answer = await call.forward()
    if call.operation != "confirmBookingHook" or not answer.ok:
        return answer
    booking, hook_id = data_of(answer), call.path_params["id"]
    first = confirmed.setdefault(slot_of(booking), (hook_id, booking["id"]))
    if first[0] == hook_id:
        return answer
    return answer.with_json({"data": booking | {"id": first[1]}})


@mutant(
    _TWICE,
    "A second release of a hook returns its places a second time.",
    "listTeeTimes createBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_twice(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        credit = memory_of_world(call, _TWICE)
        return await (with_more_places(call, lambda slot: int(credit.get(slot, 0))) if credit else call.forward())
    answer = await call.forward()
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    if call.operation == "createBookingHook":
        if hook := data_of(answer):
            hooks[hook["id"]] = hook | {"releases": 0}
        return answer
    released = hooks.get(call.path_params["id"])
    if released is None or not (answer.ok or released["releases"]):
        return answer
    released["releases"] += 1
    if released["releases"] == 2:
        give_credit(call, _TWICE, slot_of(released), released["players"])
    return answer
