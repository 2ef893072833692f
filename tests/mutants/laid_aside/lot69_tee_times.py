"""Blind faults of the sixty-ninth lot: tee times and days with tee times."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_BROKEN_HOUR = re.compile(r"([01]\d|2[0-2]):(?!00)[0-5]\d")
_PARTY_FEE = Decimal("8.00")
_CENT = Decimal("0.01")
_PARTY = 3
_WEEK = 7


def _to_the_hour(call: Call) -> Call:
    return call.asking(latestTime=f"{int(call.query['latestTime'][:2]) + 1:02}:00")


request_change(
    "AVT-10.lot69-window-up-to-the-hour",
    "With two bounds the later bound is rounded up to the full hour.",
    "listTeeTimes",
    _to_the_hour,
    when=lambda call: (
        asks(call, "earliestTime") and _BROKEN_HOUR.fullmatch(call.query.get("latestTime", "")) is not None
    ),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _with_a_share(pricing: dict[str, Any], players: int) -> dict[str, Any]:
    fee = Decimal(pricing["greenFee"]) + (_PARTY_FEE / players).quantize(_CENT)
    return pricing | {"greenFee": fee, "totalAmount": fee * players}


@mutant(
    "AVT-22.lot69-share-of-a-party-fee",
    "The green fee contains a handling fee of the party, divided by its players.",
    "listTeeTimes checkAvailability holdTeeTime",
    origin=Origin.blind,
)
async def _share_of_a_party_fee(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "holdTeeTime":
        return answer.with_json(alter("pricing", lambda found: _with_a_share(found, sent(call)["players"]))(body))
    players = players_asked(call)
    if call.operation == "listTeeTimes":
        edit = alter("availableTimes[*].pricing", lambda found: _with_a_share(found, players))
        return answer.with_json(edit(body))
    share = (_PARTY_FEE / players).quantize(_CENT)
    for path in ("availabilityResults[*].lowestPrice", "bestAvailability.lowestPrice"):
        body = alter(path, lambda price: None if price is None else price + share)(body)
    return answer.with_json(body)


@mutant(
    "AVT-20.lot69-ends-for-a-single",
    "The first and the last time of a larger party are those with room for a single player.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _ends_for_a_single(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or players_asked(call) < _PARTY or asks(call, "earliestTime") or asks(call, "latestTime"):
        return answer
    single = (await call.asking(players=1).forward()).json()
    return answer.with_json(answer.json() | {name: single[name] for name in ("timeSlots",) if name in single})


@mutant(
    "AVM-18.lot69-second-week-for-singles",
    "From the eighth day of a period on, the days of larger parties are counted for a single player.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _second_week_for_singles(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or players_asked(call) < _PARTY or len(answer.json()["availabilityResults"]) <= _WEEK:
        return answer
    body = answer.json()
    single = (await call.asking(players=1).forward()).json()
    days = body["availabilityResults"][:_WEEK] + single["availabilityResults"][_WEEK:]
    best = body["bestAvailability"]
    if best:
        shown = next(day for day in days if day["date"] == best["date"])
        best |= {name: shown[name] for name in ("availableSlots", "lowestPrice")}
    return answer.with_json(body | {"availabilityResults": days, "bestAvailability": best})


@mutant(
    "AVM-03.lot69-longer-over-month-end",
    "A period that ends in another month than it begins has a day too many at its end.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _longer_in_a_new_month(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or first is None or last is None or first.month == last.month:
        return answer
    longer = await call.asking(endDate=days_after(str(last), 1)).forward()
    return longer if longer.ok else answer


json_answer(
    "AVM-19.lot69-latest-day-first",
    "The days of a period come in reverse order.",
    "checkAvailability",
    alter("availabilityResults", lambda days: days[::-1]),
    when=asks_for_a_range,
    origin=Origin.blind,
)
