"""Blind faults of the fifth lot: the tee times of a day."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.days import is_summer_time
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CACHED_SECONDS = 60.0
_ONE_HOUR = "01:00"


@mutant(
    "AVT-06.lot5-players-stay",
    "A request without players gets the players of the agency's last request.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _players_stay(call: Call) -> Answer:
    if "players" not in call.query:
        kept = call.memory.get("players")
        return await (call.asking(players=kept) if kept else call).forward()
    answer = await call.forward()
    if answer.ok:
        call.memory["players"] = call.query["players"]
    return answer


@mutant(
    "AVT-09.lot5-offset-of-today",
    "earliestTime is an hour early on days for which the clocks change between today and the day.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _offset_of_today(call: Call) -> Answer:
    answer = await call.forward()
    day, earliest = day_in(call, "date"), call.query.get("earliestTime", "")
    if not answer.ok or day is None or earliest < _ONE_HOUR:
        return answer
    if is_summer_time(day) == is_summer_time(await today(aside(call))):
        return answer
    return await call.asking(earliestTime=minutes_off(earliest, -60)).forward()


def _without_false(fee: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fee.items() if value is not False}


json_answer(
    "AVT-15.lot5-false-left-out",
    "A fee that is not optional has no isOptional.",
    "listTeeTimes",
    alter("additionalFees[*]", _without_false),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVO-06.lot5-cached-by-path",
    "An offline course gives for a minute the answer for the day that the agency asked for first.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached_by_path(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    at, body = call.memory.get(call.path, (-_CACHED_SECONDS, None))
    if time.monotonic() - at < _CACHED_SECONDS:
        return answer.with_json(body)
    call.memory[call.path] = (time.monotonic(), answer.json())
    return answer
