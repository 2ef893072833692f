"""Blind faults of tee sheets and of availability over several days."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HOOK_NOT_IN_SUMMARY = "AVM-18.lot34-hook-not-in-summary"
_TAKING = "createBooking updateBooking cancelBooking holdTeeTime confirmBookingHook releaseBookingHook"

# A plain fault.
json_answer(
    "ENV-09.lot34-sheet-in-an-envelope",
    "The tee times of a day come under data.",
    "listTeeTimes",
    lambda body: {"data": body},
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "AVT-18.lot34-twilight-without-room",
    "Tee times at the twilight price are listed as long as they have one place, for however many players.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _twilight_without_room(call: Call) -> Answer:
    answer = await call.forward()
    players = players_asked(call)
    if not answer.ok or players <= 1 or not answer.json()["isOnline"]:
        return answer
    body = answer.json()
    listed = []
    for item in (await call.asking(players=1).forward()).json()["availableTimes"]:
        item["pricing"]["totalAmount"] = item["pricing"]["greenFee"] * players
        if item["available"] >= players or item["pricing"]["priceType"] == "twilight":
            listed.append(item)
    if len(listed) == len(body["availableTimes"]):
        return answer
    body["availableTimes"] = listed
    body["timeSlots"] |= {"firstAvailable": listed[0]["time"], "lastAvailable": listed[-1]["time"]}
    return answer.with_json(body)


def _in_the_year_of_its_week(day: dict[str, Any]) -> dict[str, Any]:
    """The day with the year that its week belongs to in place of its own year."""
    year = date.fromisoformat(day["date"]).isocalendar().year
    return day | {"date": f"{year}{day['date'][4:]}"}


json_answer(
    "AVM-03.lot34-year-of-the-week",
    "At the turn of a year, days of a week that belongs to the other year are shown in that year.",
    "checkAvailability",
    alter("availabilityResults[*]", _in_the_year_of_its_week),
    when=asks_for_a_range,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    _HOOK_NOT_IN_SUMMARY,
    "Availability over several days that was read before a hook was created does not follow the hook.",
    f"checkAvailability createBookingHook createGroupBooking {_TAKING}",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hook_not_in_summary(call: Call) -> Answer:
    memory = memory_of_world(call, _HOOK_NOT_IN_SUMMARY)
    read: dict[str, Any] = memory.setdefault("read", {})
    hooked: set[str] = memory.setdefault("hooked", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooked.add(data_of(answer)["courseId"])
    elif call.operation != "checkAvailability":
        read.clear()
        hooked.clear()
    elif call.path_params["courseId"] in hooked:
        asked = f"{call.path}?{call.query_string}"
        return answer.with_json(read[asked]) if asked in read else answer
    else:
        read[f"{call.path}?{call.query_string}"] = answer.json()
    return answer
