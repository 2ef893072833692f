"""Blind faults of the ninth lot: availability of several days."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _ends_earlier_in_the_year(call: Call) -> bool:
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    return first is not None and last is not None and f"{first:%m-%d}" > f"{last:%m-%d}"


# Plain faults.
json_answer(
    "CNV-01.lot9-best-day-at-midnight",
    "The date of bestAvailability is a moment: the midnight that begins the day.",
    "checkAvailability",
    alter("bestAvailability.date", lambda day: f"{day}T00:00:00Z"),
    origin=Origin.blind,
)

# Faults under a condition.
json_answer(
    "AVM-16.lot9-month-and-day",
    "A range over the turn of the year has no days, since months and days are compared without the year.",
    "checkAvailability",
    in_turn(put("availabilityResults", []), put("bestAvailability", None)),
    when=_ends_earlier_in_the_year,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVM-15.lot9-best-of-a-longer-range",
    "After a question about a longer range from the same day, bestAvailability is still that of the longer range.",
    "checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _best_of_a_longer_range(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "date" in call.query:
        return answer
    body, last = answer.json(), call.query["endDate"]
    question = (call.path, *(call.query.get(name) for name in ("startDate", "players", "timeRange")))
    cache: dict[Any, tuple[str, Any]] = call.memory.setdefault("best", {})
    cached = cache.get(question)
    if cached is None or cached[0] <= last:
        cache[question] = (last, body["bestAvailability"])
        return answer
    return answer.with_json(body | {"bestAvailability": cached[1]})
