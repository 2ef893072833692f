"""Blind faults of the seventy-third lot: tee times."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.tee_sheets import priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, json_answer, mutant, request_change

_LAST_HOUR = 23
_OFFLINE_DAYS = "AVO-06.lot73-first-day-asked"


def _hour_of(call: Call) -> int:
    """The hour of latestTime, the last hour of the day when it has none."""
    hour = call.query.get("latestTime", "")[:2]
    return int(hour) if hour.isdecimal() else _LAST_HOUR


request_change(
    "AVT-10.lot73-whole-hour",
    "The bound latestTime keeps the tee times up to the end of its hour.",
    "listTeeTimes",
    lambda call: call.asking(latestTime=f"{_hour_of(call) + 1:02}:00"),
    when=lambda call: _hour_of(call) < _LAST_HOUR,
    origin=Origin.blind,
)

json_answer(
    "AVT-05.lot73-bounded-total-for-one",
    "With a time bound and without players, the total of a tee time is the price of one player.",
    "listTeeTimes",
    priced_for(1),
    when=lambda call: "players" not in call.query and bool({"earliestTime", "latestTime"} & set(call.query)),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    _OFFLINE_DAYS,
    "The answer for an offline course is kept and shows the day of the first request for later days too.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_day_asked(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    body = answer.json()
    first = memory_of_world(call, _OFFLINE_DAYS).setdefault(body["courseId"], body["date"])
    return answer.with_json(body | {"date": first})


request_change(
    "AVM-05.lot73-one-day-without-end",
    "Without endDate the availability of startDate alone is returned.",
    "checkAvailability",
    lambda call: call.asking(endDate=call.query["startDate"]),
    when=lambda call: "startDate" in call.query and not {"endDate", "date"} & set(call.query),
    origin=Origin.blind,
)

request_change(
    "AVM-12.lot73-part-of-day-for-one",
    "With the time range morning or afternoon, a query for several days without players counts for a single player.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: "players" not in call.query and call.query.get("timeRange") in ("morning", "afternoon"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVM-18.lot73-kept-until-own-write",
    "An agency that asks for the same days again gets its old answer until it writes something itself.",
    EVERY_OPERATION,
    hidden="another agency",
    origin=Origin.blind,
)
async def _kept_until_own_write(call: Call) -> Answer:
    kept: dict[tuple[str, str], Any] = call.memory.setdefault("kept", {})
    if call.method != "GET":
        kept.clear()
    answer = await call.forward()
    if call.operation != "checkAvailability" or not answer.ok or not asks_for_a_range(call):
        return answer
    return answer.with_json(kept.setdefault((call.path, call.query_string), answer.json()))
