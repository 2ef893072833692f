"""Blind faults of tee sheets and of multi-day availability."""

from __future__ import annotations

import re
from time import monotonic
from typing import Any

from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_WITH_MINUTES = re.compile(r"([01]\d|2[0-3]):(?!00)[0-5]\d")
_KEPT_SECONDS = 30.0

# A plain fault.
json_answer(
    "AVM-15.lot32-best-counts-from-zero",
    "bestAvailability has one tee time fewer than the day that it describes.",
    "checkAvailability",
    alter("bestAvailability.availableSlots", lambda slots: slots - 1),
    origin=Origin.blind,
)

# Faults under a condition.
request_change(
    "AVT-09.lot32-hours-compared-alone",
    "An earliestTime within the hour lets the tee times before it in the same hour through.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=f"{call.query['earliestTime'][:2]}:00"),
    when=lambda call: _WITH_MINUTES.fullmatch(call.query.get("earliestTime", "")) is not None,
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "AVM-19.lot32-sorted-by-day-of-month",
    "Days are sorted by the day of the month: in a range across months the first of a month comes first.",
    "checkAvailability",
    alter("availabilityResults", lambda days: sorted(days, key=lambda day: str(day["date"])[-2:])),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVT-20.lot32-slots-before-the-bounds",
    "With earliestTime or latestTime, timeSlots shows the first and last time of the whole day.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _slots_before_the_bounds(call: Call) -> Answer:
    answer = await call.forward()
    bounded = "earliestTime" in call.query or "latestTime" in call.query
    if not answer.ok or not bounded or not answer.json()["isOnline"]:
        return answer
    whole = await call.without("earliestTime", "latestTime").forward()
    return answer.with_json(answer.json() | {"timeSlots": whole.json()["timeSlots"]})


@mutant(
    "AVM-18.lot32-players-not-in-the-cache-key",
    "A period asked for a moment ago is answered for the number of players of that time.",
    "checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _players_not_in_the_cache_key(call: Call) -> Answer:
    cache: dict[str, tuple[float, int, Any]] = call.memory.setdefault("cache", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    period = [call.query.get(name, "") for name in ("date", "startDate", "endDate", "timeRange")]
    key = "|".join([call.path, *period])
    at, players, body = cache.get(key, (0.0, 0, None))
    if body is not None and players != players_asked(call) and monotonic() - at < _KEPT_SECONDS:
        return answer.with_json(body)
    cache[key] = (monotonic(), players_asked(call), answer.json())
    return answer
