"""Blind faults of holds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import Json, data_of, memory_of_world, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_STUCK = "HLD-06.lot30-completion-that-was-refused"
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


async def _keep_expired(call: Call, stuck: dict[str, Json]) -> None:
    """Takes the places of the stuck holds that have run out, for nobody."""
    now = await world_time(call) if stuck else None
    for hold_id, hold in list(stuck.items()):
        if now is not None and moment_of(hold["holdExpiration"]) <= now:
            stuck.pop(hold_id, None)
            await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])


@mutant(
    _STUCK,
    "A hold stays on its tee time for good when a booking with its id was refused and it then ran out.",
    "holdTeeTime createBooking listTeeTimes checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _completion_that_was_refused(call: Call) -> Answer:
    memory = memory_of_world(call, _STUCK)
    live: dict[str, Json] = memory.setdefault("live", {})
    stuck: dict[str, Json] = memory.setdefault("stuck", {})
    await _keep_expired(call, stuck)
    answer = await call.forward()
    if call.operation == "holdTeeTime" and answer.ok:
        live[answer.json()["holdId"]] = answer.json()
    if call.operation == "createBooking" and (hold := live.get(str(sent(call).get("holdId")))):
        if answer.ok:
            del live[hold["holdId"]]
            stuck.pop(hold["holdId"], None)
        elif moment_of(hold["holdExpiration"]) > await world_time(call):
            stuck[hold["holdId"]] = hold
    return answer


@mutant(
    "HLD-11.lot30-party-of-the-last-look",
    "The total of a hold is for the players of the agency's last look at the tee sheet, not for those of the hold.",
    "listTeeTimes holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _party_of_the_last_look(call: Call) -> Answer:
    looks: dict[Any, int] = call.memory.setdefault("looks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "listTeeTimes":
        looks[body["courseId"], body["date"]] = players_asked(call)
        return answer
    players = looks.get((body["courseId"], body["date"]), body["players"])
    if players == body["players"]:
        return answer
    body["pricing"]["totalAmount"] = body["pricing"]["greenFee"] * players
    return answer.with_json(body)


@mutant(
    "HLD-15.lot30-free-again-by-a-cancellation",
    "A hold id completes another booking when the booking it completed before was cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _free_again_by_a_cancellation(call: Call) -> Answer:
    used: dict[str, str] = call.memory.setdefault("used", {})
    cancelled: dict[str, bool] = call.memory.setdefault("cancelled", {})
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            cancelled[call.path_params["id"]] = True
        return answer
    body = sent(call)
    hold_id = str(body.get("holdId", ""))
    if not answer.ok and used.get(hold_id) in cancelled:
        again = await call.with_json({name: value for name, value in body.items() if name != "holdId"}).forward()
        answer = again if again.ok else answer
    if answer.ok and hold_id:
        used[hold_id] = data_of(answer)["id"]
    return answer


@mutant(
    "HLD-04.lot30-across-midnight",
    "A hold that runs past midnight UTC expires, by its own words, at that time of the day before.",
    "holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _across_midnight(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    expires = moment_of(body["holdExpiration"])
    if expires.date() == (await world_time(call)).date():
        return answer
    return answer.with_json(body | {"holdExpiration": f"{expires - timedelta(days=1):{_TIMESTAMP}}"})
