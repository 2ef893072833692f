"""Blind faults of the forty-fifth lot: tee times."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.substitutes import in_turn, sent
from tests.mutants.parts.tee_sheets import players_asked, priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_SUPPLEMENT = Decimal("1.10")
_CENT = Decimal("0.01")
_SUNDAY = 6

json_answer(
    "AVT-16.lot45-slots-with-seconds",
    "The times of timeSlots have seconds.",
    "listTeeTimes",
    alter(
        "timeSlots",
        lambda slots: {name: time and f"{time}:00" for name, time in slots.items()},
    ),
    origin=Origin.blind,
)


def _for_a_single(call: Call) -> bool:
    """Whether the call is about a party of a single player."""
    return sent(call).get("players") == 1 if call.operation == "holdTeeTime" else players_asked(call) == 1


def _dearer(price: Any) -> Any:
    """The price with the supplement for a single player."""
    return None if price is None else (Decimal(price) * _SUPPLEMENT).quantize(_CENT)


json_answer(
    "AVT-22.lot45-single-supplement",
    "The green fee for a single player has a supplement of ten percent.",
    "listTeeTimes holdTeeTime checkAvailability",
    in_turn(
        alter("availableTimes[*].pricing.greenFee", _dearer),
        alter("availableTimes[*].pricing.totalAmount", _dearer),
        alter("pricing.greenFee", _dearer),
        alter("pricing.totalAmount", _dearer),
        alter("availabilityResults[*].lowestPrice", _dearer),
        alter("bestAvailability.lowestPrice", _dearer),
    ),
    when=_for_a_single,
    hidden="some values",
    origin=Origin.blind,
)


def _between_bounds_at_the_weekend(call: Call) -> bool:
    """Whether the call has both bounds and is about a Saturday or a Sunday."""
    day = day_in(call, "date")
    return day is not None and day.weekday() >= SATURDAY and {"earliestTime", "latestTime"} <= set(call.query)


request_change(
    "AVT-10.lot45-latest-at-weekends",
    "At weekends latestTime does nothing when earliestTime is there too.",
    "listTeeTimes",
    lambda call: call.without("latestTime"),
    when=_between_bounds_at_the_weekend,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _is_near(day: str, now: date) -> bool:
    """Whether *day* is in the week that begins now."""
    return now.isoformat() <= day <= days_after(now.isoformat(), 7)


async def _room_for_two(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or players_asked(call) != 3:
        return answer
    now = await today(call)
    roomy = await call.asking(players=2).forward()
    if call.operation == "checkAvailability" and roomy.ok:
        return answer.with_json(_with_roomy_days(answer.json(), roomy.json(), now))
    return roomy.with_json(priced_for(3)(roomy.json())) if roomy.ok and _is_near(call.query["date"], now) else answer


def _with_roomy_days(body: Any, roomy: Any, now: date) -> Any:
    """The days of *body*, with those of the coming week as they are in *roomy*."""
    near = {day["date"]: day for day in roomy["availabilityResults"] if _is_near(day["date"], now)}
    body["availabilityResults"] = [near.get(day["date"], day) for day in body["availabilityResults"]]
    best = body.get("bestAvailability")
    if best and best["date"] in near:
        best |= {name: near[best["date"]][name] for name in best}
    return body


mutant(
    "AVT-18.lot45-two-places-for-three",
    "In the coming week tee times with two places are offered to three players.",
    "listTeeTimes checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)(_room_for_two)


def _half_days_of_a_week(call: Call) -> bool:
    """Whether the call asks for mornings or afternoons of a period that ends on a Sunday."""
    last = day_in(call, "endDate")
    in_half = call.query.get("timeRange") in ("morning", "afternoon")
    return in_half and last is not None and last.weekday() == _SUNDAY


async def _to_the_monday_after(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _half_days_of_a_week(call):
        return answer
    longer = await call.asking(endDate=days_after(call.query["endDate"], 1)).forward()
    return longer if longer.ok else answer


mutant(
    "AVM-03.lot45-monday-after",
    "Mornings or afternoons up to a Sunday include the Monday after it.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)(_to_the_monday_after)
