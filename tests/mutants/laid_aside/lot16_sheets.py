"""Blind faults of the tee times of one day and of several days."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Any

from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.parts.tee_sheets import minutes_off, players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_WHOLE = 4
_SURCHARGE = Decimal("1.10")
_CENT = Decimal("0.01")

# A plain fault.
json_answer(
    "AVM-19.lot16-fullest-day-first",
    "The days of an answer are ordered by their number of tee times, the most first.",
    "checkAvailability",
    alter("availabilityResults", lambda days: sorted(days, key=lambda day: -day["availableSlots"])),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "AVT-11.lot16-between-has-its-end",
    "When both bounds are given, the tee time at latestTime itself is listed.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _between_has_its_end(call: Call) -> Answer:
    answer = await call.forward()
    latest = call.query.get("latestTime", "")
    if not answer.ok or not call.query.get("earliestTime") or not _TIME.fullmatch(latest):
        return answer
    wider = await call.asking(latestTime=minutes_off(latest, 1)).forward()
    return wider if wider.ok else answer


@mutant(
    "AVT-12.lot16-bounds-want-whole-times",
    "When a bound of the time is given, tee times that are partly taken are not listed.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _bounds_want_whole_times(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"earliestTime", "latestTime"} & set(call.query):
        return answer
    body = answer.json()
    listed = body.get("availableTimes", [])
    kept = [line for line in listed if line["available"] >= _WHOLE]
    if not kept or len(kept) == len(listed):
        return answer
    body["availableTimes"] = kept
    body["timeSlots"] |= {"firstAvailable": kept[0]["time"], "lastAvailable": kept[-1]["time"]}
    return answer.with_json(body)


def _is_weekend(day: date | None) -> bool:
    return day is not None and day.weekday() >= SATURDAY


def _dearer(pricing: dict[str, Any]) -> dict[str, Any]:
    fee = (Decimal(pricing["greenFee"]) * _SURCHARGE).quantize(_CENT)
    return pricing | {"greenFee": fee, "totalAmount": fee}


@mutant(
    "AVT-22.lot16-single-at-the-weekend",
    "At weekends a single player has a higher green fee than each player of a party, outside twilight.",
    "listTeeTimes holdTeeTime",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _single_at_the_weekend(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await _single_hold(call)
    answer = await call.forward()
    if not answer.ok or players_asked(call) != 1 or not _is_weekend(date_in(call.query.get("date", ""))):
        return answer
    body = answer.json()
    for line in body.get("availableTimes", ()):
        if line["pricing"]["priceType"] == "standard":
            line["pricing"] = _dearer(line["pricing"])
    return answer.with_json(body)


async def _single_hold(call: Call) -> Answer:
    """The answer to a hold, which has the price of the tee sheet."""
    body = sent(call)
    day = str(body.get("date"))
    if body.get("players") != 1 or not _is_weekend(date_in(day)):
        return await call.forward()
    offered = await tee_times(call, call.path_params["courseId"], day, 1)
    standard = {line["time"] for line in offered if line["pricing"]["priceType"] == "standard"}
    answer = await call.forward()
    if not answer.ok or body.get("time") not in standard:
        return answer
    return answer.with_json(alter("pricing", _dearer)(answer.json()))


@mutant(
    "AVO-06.lot16-kept-by-course",
    "A second query for an offline course has the answer of the first, whatever its date.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _kept_by_course(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if body["isOnline"]:
        return answer
    kept: dict[str, Any] = call.memory.setdefault("kept", {})
    return answer.with_json(kept.setdefault(body["courseId"], body))


@mutant(
    "AVM-15.lot16-best-of-the-whole-day",
    "For a part of the day, bestAvailability counts the tee times of the whole day.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _best_of_the_whole_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("timeRange") not in ("morning", "afternoon"):
        return answer
    whole = await call.without("timeRange").forward()
    body = answer.json()
    if not whole.ok or not body.get("bestAvailability"):
        return answer
    return answer.with_json(body | {"bestAvailability": whole.json()["bestAvailability"]})
