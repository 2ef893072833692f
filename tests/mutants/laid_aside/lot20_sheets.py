"""Blind faults of tee sheets and of multi-day availability."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CACHE = "HLD-05.lot20-filtered-sheet-cached"
_WRITES = "createBooking updateBooking cancelBooking createBookingHook confirmBookingHook releaseBookingHook"
_THOUSAND = 1000


def _slots_of_all_days(body: dict[str, Any]) -> dict[str, Any]:
    if not body.get("bestAvailability"):
        return body
    slots = sum(day["availableSlots"] for day in body["availabilityResults"])
    return body | {"bestAvailability": body["bestAvailability"] | {"availableSlots": slots}}


def _up_to_the_comma(total: Any) -> Any:
    return total if total < _THOUSAND else Decimal(f"{int(total) // _THOUSAND}.00")


def _in_iso_year(day: str) -> str:
    return f"{date.fromisoformat(day).isocalendar().year:04}{day[4:]}"


def _in_iso_years(body: dict[str, Any]) -> dict[str, Any]:
    body = dict(alter("availabilityResults[*].date", _in_iso_year)(body))
    return dict(alter("bestAvailability.date", _in_iso_year)(body)) if body.get("bestAvailability") else body


# A plain fault.
json_answer(
    "AVM-15.lot20-slots-of-all-days",
    "bestAvailability has the slots of all days together.",
    "checkAvailability",
    _slots_of_all_days,
    when=asks_for_a_range,
    origin=Origin.blind,
)


# Faults under a condition.
json_answer(
    "AVT-05.lot20-thousands",
    "A total of a thousand or more is cut at its thousands separator: 2,780.00 becomes 2.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.totalAmount", _up_to_the_comma),
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "AVM-03.lot20-iso-year",
    "Days are written with the year of their ISO week: 2027-01-02 comes as 2026-01-02.",
    "checkAvailability",
    _in_iso_years,
    when=asks_for_a_range,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVT-20.lot20-slots-for-one",
    "firstAvailable and lastAvailable count tee times that are too full for the requested players.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _slots_for_one(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not answer.json().get("availableTimes"):
        return answer
    body = answer.json()
    times = [line["time"] for line in (await call.asking(players=1).forward()).json()["availableTimes"]]
    body["timeSlots"] |= {"firstAvailable": times[0], "lastAvailable": times[-1]}
    return answer.with_json(body)


@mutant(
    _CACHE,
    "A tee sheet with time bounds that was read before comes from a cache that knows no later hold.",
    f"listTeeTimes holdTeeTime {_WRITES}",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _filtered_sheet_cached(call: Call) -> Answer:
    cache = memory_of_world(call, _CACHE)
    answer = await call.forward()
    if not answer.ok or call.operation == "holdTeeTime":
        return answer
    if call.operation != "listTeeTimes":
        cache.clear()
        return answer
    if "earliestTime" not in call.query and "latestTime" not in call.query:
        return answer
    kept: Answer = cache.setdefault(f"{call.path}?{sorted(call.query.multi_items())}", answer)
    return answer.with_json(kept.json())
