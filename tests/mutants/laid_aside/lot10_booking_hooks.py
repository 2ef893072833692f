"""Blind faults of the tenth lot: booking hooks."""

from __future__ import annotations

from calendar import monthrange
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_A_FORTNIGHT = 14
_CACHED = timedelta(minutes=1)


def _in_its_month(hook: dict[str, Any]) -> dict[str, Any]:
    created = moment_of(hook["createdAt"])
    last = monthrange(created.year, created.month)[1]
    if created.day + _A_FORTNIGHT <= last:
        return hook
    return hook | {"expiresAt": f"{created.replace(day=last):%Y-%m-%dT%H:%M:%SZ}"}


json_answer(
    "HOK-04.lot10-end-of-the-month",
    "A hook of the second half of a month ends with that month.",
    "createBookingHook",
    alter("data", _in_its_month),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "HOK-07.lot10-released-a-moment-ago",
    "In the minute after its release, a hook can still be confirmed when its places are free.",
    "createBookingHook releaseBookingHook confirmBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_a_moment_ago(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and call.operation == "createBookingHook":
        call.memory[answer.json()["data"]["id"]] = {"asked": sent(call)}
    hook = call.memory.get(call.path_params.get("id", ""))
    if hook is None:
        return answer
    now = await world_time(call)
    if answer.ok and call.operation == "releaseBookingHook":
        hook.setdefault("released", now)
    if code_of(answer) != "booking_hook_closed" or "released" not in hook or now - hook["released"] > _CACHED:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=hook["asked"])
    if not booked.ok:
        return answer
    del call.memory[call.path_params["id"]]
    return booked.with_status(200)
