"""Blind faults of the sixty-seventh lot: tee_times."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.days import is_sunday
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.tee_sheets import players_asked, priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import swapped
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_BEST = ("date", "dayOfWeek", "availableSlots", "lowestPrice")

request_change(
    "AVT-10.lot67-early-bound-wins",
    "A query with both time bounds applies the earlier bound alone.",
    "listTeeTimes",
    lambda call: call.without("latestTime"),
    when=lambda call: asks(call, "earliestTime", "latestTime"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVT-05.lot67-daylight-totals",
    "On weekends the total of a twilight tee time is worked out from the standard green fee.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _daylight_totals(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json().get("dayType") != "weekend":
        return answer
    body = answer.json()
    prices = [tee_time["pricing"] for tee_time in body["availableTimes"]]
    highest = max((price["greenFee"] for price in prices), default=0)
    for price in prices:
        if price["priceType"] == "twilight":
            price["totalAmount"] = highest * players_asked(call)
    return answer.with_json(body)


def _asks_late_bound_alone(call: Call) -> bool:
    return asks(call, "latestTime") and not asks(call, "earliestTime") and 2 <= players_asked(call) <= 4


request_change(
    "AVT-18.lot67-late-bound-any-room",
    "A query with a latest time alone lists tee times with too few places for the players.",
    "listTeeTimes",
    lambda call: call.asking(players=1),
    when=_asks_late_bound_alone,
    then=lambda call: priced_for(players_asked(call)),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _best_of(days: list[dict[str, Any]]) -> dict[str, Any]:
    best = max(days, key=lambda day: int(day["availableSlots"]))
    return {name: best[name] for name in _BEST}


@mutant(
    "AVM-18.lot67-next-month-by-default",
    "In a period for one or two players, the days of a later month are counted for four players.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _next_month_by_default(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call) or players_asked(call) not in (1, 2):
        return answer
    body, start = answer.json(), call.query.get("startDate", "")[:7]
    if all(day["date"][:7] == start for day in body["availabilityResults"]):
        return answer
    other = await call.asking(players=4).forward()
    stale = {day["date"]: day for day in other.json()["availabilityResults"] if day["date"][:7] != start}
    days = [stale.get(day["date"], day) for day in body["availabilityResults"]]
    best = {"bestAvailability": _best_of(days)} if any(day["hasAvailability"] for day in days) else {}
    return answer.with_json(body | {"availabilityResults": days} | best)


json_answer(
    "AVM-08.lot67-last-before-first",
    "A day names its last tee time as the first and its first as the last.",
    "checkAvailability",
    swapped("firstAvailableTime", "lastAvailableTime", "availabilityResults[*]"),
    origin=Origin.blind,
)


@mutant(
    "AVM-03.lot67-monday-too",
    "A period that ends on a Sunday is answered with the Monday after it.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _monday_too(call: Call) -> Answer:
    end, start = day_in(call, "endDate"), day_in(call, "startDate")
    if end is None or start is None or start > end or not asks_for_a_range(call) or not is_sunday(end):
        return await call.forward()
    longer = await call.asking(endDate=end + timedelta(days=1)).forward()
    return longer if longer.ok else await call.forward()
