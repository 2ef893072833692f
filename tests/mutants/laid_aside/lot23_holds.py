"""Blind faults of holds."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.laid_aside.lot23_sheets import with_lines
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

Json = dict[str, Any]
_NEWER = "HLD-06.lot23-newer-hold"
_LAST_MINUTES = timedelta(minutes=2)
_TOGETHER_SECONDS = 0.5
_CROWD = Crowd()


def _with_fee(body: Any) -> Any:
    fee = Decimal(str(body["pricing"]["greenFee"])) * Decimal("1.05")
    fee = fee.quantize(Decimal("0.01"), ROUND_HALF_UP)
    return body | {"pricing": body["pricing"] | {"greenFee": fee, "totalAmount": fee * body["players"]}}


# A plain fault.
json_answer(
    "HLD-11.lot23-service-fee",
    "The pricing of a hold is five percent above that of its tee time.",
    "holdTeeTime",
    _with_fee,
    origin=Origin.blind,
)


# Faults under a condition.
def _kept_alive(holds: list[Json], now: datetime) -> Callable[[Json], bool]:
    def kept(hold: Json) -> bool:
        return hold["until"] <= now and any(
            other["key"] == hold["key"]
            and other["courseId"] == hold["courseId"]
            and hold["since"] < other["since"] < hold["until"]
            and other["until"] > now
            for other in holds
        )

    return kept


@mutant(
    _NEWER,
    "An expired hold keeps its places off the tee sheet while a newer hold of the agency at the course lasts.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _newer_hold(call: Call) -> Answer:
    memory = memory_of_world(call, _NEWER)
    holds: list[Json] = memory.setdefault("holds", [])
    now = await world_time(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        memory["holds"] = [hold for hold in holds if hold["holdId"] != sent(call).get("holdId")]
        return answer
    body = answer.json()
    if call.operation == "holdTeeTime":
        holds.append(body | {"key": call.api_key, "since": now, "until": moment_of(body["holdExpiration"])})
        return answer
    where = (call.path_params["courseId"], call.query.get("date"))
    kept = [hold for hold in filter(_kept_alive(holds, now), holds) if (hold["courseId"], hold["date"]) == where]
    if not kept or not body["isOnline"]:
        return answer
    for line in body["availableTimes"]:
        line["available"] -= sum(hold["players"] for hold in kept if hold["time"] == line["time"])
    return answer.with_json(
        with_lines(body, [line for line in body["availableTimes"] if line["available"] >= max(1, players_asked(call))])
    )


@mutant(
    "HLD-16.lot23-last-minutes",
    "A hold that is completed in its last two minutes takes its places twice.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _last_minutes(call: Call) -> Answer:
    until: dict[str, datetime] = call.memory.setdefault("until", {})
    now = await world_time(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        until[answer.json()["holdId"]] = moment_of(answer.json()["holdExpiration"])
        return answer
    end = until.pop(str(sent(call).get("holdId")), None)
    if end is not None and end - now < _LAST_MINUTES:
        await take_places(call, data_of(answer), data_of(answer)["players"])
    return answer


@mutant(
    "HLD-15.lot23-free-again",
    "The cancellation of a booking makes the hold that it completed usable a second time.",
    "holdTeeTime createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _free_again(call: Call) -> Answer:
    until: dict[str, datetime] = call.memory.setdefault("until", {})
    used: dict[str, str] = call.memory.setdefault("used", {})
    again: set[str] = call.memory.setdefault("again", set())
    hold_id = str(sent(call).get("holdId"))
    answer = await call.forward()
    if call.operation == "createBooking" and not answer.ok and hold_id in again:
        if await world_time(call) >= until[hold_id]:
            return answer
        again.discard(hold_id)
        rest = {name: value for name, value in sent(call).items() if name != "holdId"}
        answer = await call.with_json(rest).forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        until[answer.json()["holdId"]] = moment_of(answer.json()["holdExpiration"])
    elif call.operation == "createBooking" and hold_id in until:
        used[data_of(answer)["id"]] = hold_id
    elif call.operation == "cancelBooking" and call.path_params["id"] in used:
        again.add(used.pop(call.path_params["id"]))
    return answer


@mutant(
    "HLD-14.lot23-same-moment",
    "Two holds that an agency places at the same moment have the same id.",
    "holdTeeTime",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _same_moment(call: Call) -> Answer:
    async with _CROWD.at(call.api_key, call) as met:
        answer = await call.forward()
        if not answer.ok or met["holdTeeTime"] < 2:
            return answer
        at, hold_id = call.memory.get("last", (0.0, ""))
        if time.monotonic() - at < _TOGETHER_SECONDS:
            return answer.with_json(answer.json() | {"holdId": hold_id})
        call.memory["last"] = (time.monotonic(), answer.json()["holdId"])
        return answer
