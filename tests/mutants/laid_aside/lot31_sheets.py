"""Blind faults of tee sheets and of multi-day availability."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.substitutes import tee_times
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change


def _last_but_one(body: Any) -> Any:
    body["timeSlots"]["lastAvailable"] = body["availableTimes"][-2]["time"]
    return body


# A plain fault.
json_answer(
    "AVT-20.lot31-last-but-one",
    "The lastAvailable of a tee sheet is the last but one of the listed times.",
    "listTeeTimes",
    where(lambda body: body["isOnline"] and len(body["availableTimes"]) > 1, _last_but_one),
    origin=Origin.blind,
)


# Faults under a condition.
def _too_small(call: Call, lines: list[dict[str, Any]], listed_before: set[str]) -> list[dict[str, Any]]:
    """The tee times that have become too small for the call, of those that it found before, priced for it."""
    players = players_asked(call)
    earliest, latest = call.query.get("earliestTime", ""), call.query.get("latestTime", "99:99")
    return [
        line | {"pricing": line["pricing"] | {"totalAmount": line["pricing"]["greenFee"] * players}}
        for line in lines
        if line["time"] in listed_before and line["available"] < players and earliest < line["time"] < latest
    ]


@mutant(
    "AVT-18.lot31-listed-before",
    "A tee time that the agency was shown for so many players stays listed when it has too few places left.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _listed_before(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not answer.json()["isOnline"]:
        return answer
    body, players = answer.json(), players_asked(call)
    course_id, day = body["courseId"], body["date"]
    before: set[str] = call.memory.setdefault(f"{course_id}|{day}|{players}", set())
    now = {line["time"] for line in body["availableTimes"]}
    # Only what was listed before can be stale, and then the whole day has to be read again.
    stale = _too_small(call, await tee_times(call, course_id, day, 1), before) if before - now else []
    before |= now
    if not stale:
        return answer
    lines = sorted([*body["availableTimes"], *stale], key=lambda line: str(line["time"]))
    slots = body["timeSlots"] | {"firstAvailable": lines[0]["time"], "lastAvailable": lines[-1]["time"]}
    return answer.with_json(body | {"availableTimes": lines, "timeSlots": slots})


request_change(
    "AVM-12.lot31-with-time-range",
    "A multi-day query with a timeRange and without players looks for one player in place of four.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: asks_for_a_range(call) and "timeRange" in call.query and "players" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVO-06.lot31-month-cache",
    "A day of an offline course is answered with the day of the same month that the agency asked for first.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _month_cache(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    body = answer.json()
    return answer.with_json(call.memory.setdefault(f"{body['courseId']}|{body['date'][:7]}", body))
