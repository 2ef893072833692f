"""Blind faults of the forty-first lot: holds."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import overheld
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import held_slot, memory_of_world, moment_of, places_at
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LEFT = "HLD-06.lot41-held-again-after-expiry"
_OWN = "HLD-17.lot41-own-hold-not-counted"
Hold = dict[str, Any]


def _in_madrid(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone(timezone(timedelta(hours=1))).isoformat()


json_answer(
    "CNV-04.lot41-expiration-in-local-time",
    "The expiration of a hold has the local time of Madrid and its offset, and is not in UTC.",
    "holdTeeTime",
    alter("holdExpiration", _in_madrid),
    origin=Origin.blind,
)


def _holds(call: Call, name: str) -> list[Hold]:
    """Every hold of the world that was not completed."""
    holds: list[Hold] = memory_of_world(call, name).setdefault("holds", [])
    return holds


def _note_completion(call: Call, name: str, answer: Answer) -> None:
    """Forgets a hold that became a booking."""
    if call.operation == "createBooking" and answer.ok:
        completed = sent(call).get("holdId")
        holds = _holds(call, name)
        holds[:] = [hold for hold in holds if hold["holdId"] != completed]


async def _keep_what_was_held_again(call: Call, now: datetime) -> None:
    """Takes the places of every hold that ended and had followed a hold that had expired."""
    for hold in list(_holds(call, _LEFT)):
        if moment_of(hold["holdExpiration"]) <= now and not hold["ended"]:
            hold["ended"] = True
            if hold["again"]:
                await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])


@mutant(
    _LEFT,
    "The places of a hold do not return after expiry if a hold had expired at that tee time before.",
    "holdTeeTime createBooking listTeeTimes checkAvailability",
    hidden="after a while",
    origin=Origin.blind,
)
async def _held_again_after_expiry(call: Call) -> Answer:
    now = await world_time(call)
    await _keep_what_was_held_again(call, now)
    answer = await call.forward()
    _note_completion(call, _LEFT, answer)
    if call.operation == "holdTeeTime" and answer.ok:
        slot = held_slot(call)
        again = any(hold["slot"] == slot and hold["ended"] for hold in _holds(call, _LEFT))
        _holds(call, _LEFT).append(answer.json() | {"slot": slot, "ended": False, "again": again})
    return answer


@mutant(
    "HLD-11.lot41-total-of-the-last-search",
    "The total of a hold is for the number of players of the agency's last search for tee times of the course.",
    "listTeeTimes holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _total_of_the_last_search(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    course_id = call.path_params["courseId"]
    if call.operation == "listTeeTimes":
        call.memory[course_id] = players_asked(call)
        return answer
    body = answer.json()
    pricing = body["pricing"]
    pricing["totalAmount"] = pricing["greenFee"] * call.memory.get(course_id, body["players"])
    return answer.with_json(body)


@mutant(
    _OWN,
    "A hold is accepted at a tee time without room for it if it would fit without the agency's own earlier hold.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _own_hold_not_counted(call: Call) -> Answer:
    answer = await call.forward()
    _note_completion(call, _OWN, answer)
    if call.operation != "holdTeeTime":
        return answer
    slot, holds = held_slot(call), _holds(call, _OWN)
    if answer.ok:
        holds.append(answer.json() | {"slot": slot, "agency": call.api_key})
        return answer
    if code_of(answer) != FULL:
        return answer
    now, free = await world_time(call), await places_at(call, slot)
    own = [
        hold
        for hold in _holds(call, _OWN)
        if (hold["slot"], hold["agency"]) == (slot, call.api_key) and moment_of(hold["holdExpiration"]) > now
    ]
    players = sent(call)["players"]
    if not own or not free < players <= free + sum(hold["players"] for hold in own):
        return answer
    held = await overheld(call)
    if not held.ok:
        return answer
    price = own[-1]["pricing"]
    return held.with_json(held.json() | {"pricing": price | {"totalAmount": price["greenFee"] * players}})
