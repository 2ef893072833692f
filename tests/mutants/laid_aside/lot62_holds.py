"""Blind faults of the sixty-second lot: holds and hooks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LARGE_PARTY = 3


def _later(moment: str) -> str:
    return f"{datetime.fromisoformat(moment) + timedelta(minutes=15):%Y-%m-%dT%H:%M:%SZ}"


json_answer(
    "HLD-11.lot62-total-for-a-single-player",
    "The totalAmount of a hold is the green fee of a single player.",
    "holdTeeTime",
    alter("pricing", lambda pricing: pricing | {"totalAmount": pricing["greenFee"]}),
    origin=Origin.blind,
)


@mutant(
    "HLD-03.lot62-second-hold-longer",
    "A further hold at a course where the agency has a running hold lasts half an hour.",
    "holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    running: dict[str, datetime] = call.memory.setdefault("running", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold = answer.json()
    until = running.get(hold["courseId"])
    running[hold["courseId"]] = datetime.fromisoformat(hold["holdExpiration"])
    if until is None or until <= await world_time(call):
        return answer
    return answer.with_json(alter("holdExpiration", _later)(hold))


@mutant(
    "HLD-15.lot62-reused-after-cancellation",
    "A hold id completes another booking for fewer players after its first booking was cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    used: dict[str, Any] = call.memory.setdefault("used", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    answer = await call.forward()
    if call.operation == "cancelBooking":
        cancelled |= {call.path_params["id"]} if answer.ok else set()
        return answer
    body = sent(call)
    hold_id = str(body.get("holdId"))
    if answer.ok:
        used[hold_id] = answer.json()["data"]
    first = used.get(hold_id)
    if answer.ok or first is None or first["id"] not in cancelled or body.get("players", 4) >= first["players"]:
        return answer
    return await call.with_json({name: value for name, value in body.items() if name != "holdId"}).forward()


@mutant(
    "HOK-05.lot62-large-hook-not-returned",
    "The release of a hook for three or four players does not return its places.",
    "createBookingHook releaseBookingHook",
    hidden="some values",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if call.operation == "createBookingHook" and answer.ok:
        hook = answer.json()["data"]
        hooks[hook["id"]] = hook
        return answer
    released = hooks.get(call.path_params.get("id", ""))
    if answer.ok and released is not None and released["players"] >= _LARGE_PARTY:
        await take_places(call, released, released["players"])
    return answer
