"""Blind faults of the seventy-first lot: tee times and days."""

from __future__ import annotations

import re
from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.periods import moved_by
from tests.mutants.parts.tee_sheets import minutes_off, players_asked, priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_COPIED = ("availableSlots", "firstAvailableTime", "lastAvailableTime")


@mutant(
    "AVT-20.lot71-slots-before-the-party",
    "The first and the last available time are those with any free place, even if the party does not fit.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _slots_of_anybody(call: Call) -> Answer:
    answer = await call.forward()
    bounded = asks(call, "earliestTime") or asks(call, "latestTime")
    if not answer.ok or bounded or not answer.json().get("availableTimes"):
        return answer
    everybody = (await call.asking(players=1).forward()).json()
    body = answer.json()
    body["timeSlots"] |= {name: everybody["timeSlots"][name] for name in ("firstAvailable", "lastAvailable")}
    return answer.with_json(body)


def _has_both_bounds(call: Call) -> bool:
    earliest, latest = call.query.get("earliestTime", ""), call.query.get("latestTime", "")
    return bool(_CLOCK.fullmatch(earliest) and _CLOCK.fullmatch(latest)) and earliest < latest < "23:59"


request_change(
    "AVT-11.lot71-between-with-its-end",
    "With both bounds, a tee time exactly at latestTime is listed.",
    "listTeeTimes",
    lambda call: call.asking(latestTime=minutes_off(call.query["latestTime"], 1)),
    when=_has_both_bounds,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _pairs_at_twilight(body: Any) -> Any:
    for item in body.get("availableTimes", []):
        if item["pricing"]["priceType"] == "twilight":
            item["pricing"]["totalAmount"] = item["pricing"]["greenFee"] * 2
    return body


json_answer(
    "AVT-05.lot71-twilight-for-pairs",
    "A single player pays two green fees at twilight.",
    "listTeeTimes",
    _pairs_at_twilight,
    when=lambda call: players_asked(call) == 1,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVT-18.lot71-late-start-any-room",
    "With earliestTime, tee times with too few places for the party are listed too.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _any_room(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "earliestTime"):
        return answer
    every = await call.asking(players=1).forward()
    return every.with_json(priced_for(players_asked(call))(every.json()))


def _second_week_like_the_first(body: Any) -> Any:
    known: dict[str, Any] = {}
    for day in body["availabilityResults"]:
        before = known.get(days_after(day["date"], -7))
        if before and before["hasAvailability"] and day["hasAvailability"]:
            day |= {name: before[name] for name in _COPIED}
        known[day["date"]] = day
    best = body["bestAvailability"]
    if best and best["date"] in known:
        best["availableSlots"] = known[best["date"]]["availableSlots"]
    return body


json_answer(
    "AVM-18.lot71-weeks-from-a-cache",
    "From the second week of a period on, days show the tee times of the same weekday a week before.",
    "checkAvailability",
    _second_week_like_the_first,
    when=lambda call: "date" not in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

json_answer(
    "AVM-15.lot71-best-day-by-midnight",
    "The best availability is shown under the date of the day before.",
    "checkAvailability",
    alter("bestAvailability", lambda best: best and moved_by(best, -1)),
    origin=Origin.blind,
)
