"""Blind faults of holds and of booking hooks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, course_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import data_of, held_slot, memory_of_world, moment_of, slot_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_NEIGHBOUR = "AUT-15.lot16-neighbour-on-the-course"
_WESTERN = frozenset(["GB", "IE", "PT"])
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


def _earlier(text: str, by: timedelta) -> str:
    return f"{moment_of(text) - by:{_TIMESTAMP}}"


# A plain fault.
json_answer(
    "HOK-04.lot16-thirteen-days",
    "A hook says that it expires a day early.",
    "createBookingHook",
    alter("data.expiresAt", lambda text: _earlier(text, timedelta(days=1))),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "HLD-04.lot16-western-zone",
    "The expiry of a hold in Great Britain, Ireland or Portugal is worked out in Central European time, an hour off.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _western_zone(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    course = await course_of(call, call.path_params["courseId"])
    if course.get("country") not in _WESTERN:
        return answer
    return answer.with_json(alter("holdExpiration", lambda text: _earlier(text, timedelta(hours=1)))(answer.json()))


@mutant(
    "HLD-14.lot16-same-hold-again",
    "A second hold of an agency for the same tee time and as many players has the id of the first.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _same_hold_again(call: Call) -> Answer:
    first: dict[str, Any] = call.memory.setdefault("first", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        used = str(sent(call).get("holdId"))
        call.memory["first"] = {slot: hold for slot, hold in first.items() if hold["holdId"] != used}
        return answer
    hold = answer.json()
    slot = f"{held_slot(call)}|{hold['players']}"
    before = first.get(slot)
    if before is None or moment_of(before["holdExpiration"]) <= await world_time(call):
        first[slot] = hold
        return answer
    return answer.with_json(hold | {"holdId": before["holdId"]})


@mutant(
    "HOK-05.lot16-two-hooks-one-released",
    "The release of a hook returns no places while the agency has another hook at the tee time.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _two_hooks_one_released(call: Call) -> Answer:
    live: dict[str, Any] = call.memory.setdefault("live", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hook = data_of(answer)
        live[hook["id"]] = hook
        return answer
    ended = live.pop(call.path_params["id"], None)
    released = ended if call.operation == "releaseBookingHook" else None
    if released and any(slot_of(other) == slot_of(released) for other in live.values()):
        await take_places(call, released, released["players"])
    return answer


@mutant(
    _NEIGHBOUR,
    "An agency can release the hook of another agency at a course where it has a hook itself.",
    "createBookingHook releaseBookingHook",
    hidden="another agency",
    origin=Origin.blind,
)
async def _neighbour_on_the_course(call: Call) -> Answer:
    hooks = memory_of_world(call, _NEIGHBOUR)
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            hooks[data_of(answer)["id"]] = (call.api_key, data_of(answer)["courseId"])
        return answer
    owner, course_id = hooks.get(call.path_params["id"], ("", ""))
    if answer.status != 404 or not call.api_key or (call.api_key, course_id) not in hooks.values():
        return answer
    released = await aside(call).upstream("DELETE", call.path, headers={"x-api-key": owner})
    return released if released.ok else answer
