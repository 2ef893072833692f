"""Blind faults of the forty-seventh lot: tee times."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.days import SATURDAY, clocks_change, date_in
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.tee_sheets import players_asked, priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import rename
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_OCTOBER = 10
_LARGE_PARTY = 3

json_answer(
    "AVT-16.lot47-twilight-under-another-name",
    "The start of the twilight prices is called twilightFrom.",
    "listTeeTimes",
    rename("timeSlots.twilightStart", "twilightFrom"),
    origin=Origin.blind,
)


def _of_all(fees: list[dict[str, Any]]) -> Decimal:
    """What a player has to pay besides the green fee."""
    owed = [Decimal(fee["price"]) for fee in fees if fee["unit"] == "per_player" and not fee["isOptional"]]
    return sum(owed, Decimal("0.00"))


@mutant(
    "AVT-05.lot47-total-with-duties",
    "At a course with a fee that every player has to pay, the total contains that fee.",
    "listTeeTimes holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _total_with_fees(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "holdTeeTime":
        query = {"date": body["date"], "players": 1}
        path = f"/travel/courses/{body['courseId']}/tee-times"
        fees = (await call.upstream("GET", path, query=query)).json().get("additionalFees", [])
        body["pricing"]["totalAmount"] += _of_all(fees) * body["players"]
        return answer.with_json(body)
    extra = _of_all(body.get("additionalFees", [])) * max(0, players_asked(call))
    for line in body.get("availableTimes", []):
        line["pricing"]["totalAmount"] += extra
    return answer.with_json(body)


def _next_hour(time: str) -> str:
    """The full hour after *time*."""
    return "23:59" if time >= "23:00" else f"{int(time[:2]) + 1:02}:00"


request_change(
    "AVT-10.lot47-latest-time-by-the-hour",
    "latestTime counts as a whole hour: times up to the end of its hour are listed.",
    "listTeeTimes",
    lambda call: call.asking(latestTime=_next_hour(call.query["latestTime"])),
    when=lambda call: re.fullmatch(r"([01]\d|2[0-3]):(?!00)[0-5]\d", call.query.get("latestTime", "")) is not None,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVT-18.lot47-bounds-forget-party",
    "A tee sheet between times for three or four players lists times with fewer places.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _for_anybody(call: Call) -> Answer:
    answer = await call.forward()
    players = players_asked(call)
    bounded = asks(call, "earliestTime") or asks(call, "latestTime")
    if not answer.ok or not bounded or players < _LARGE_PARTY:
        return answer
    wide = await call.asking(players=1).forward()
    return wide.with_json(priced_for(players)(wide.json()))


def _dearer(amount: Decimal) -> Decimal:
    """A quarter more."""
    return (amount * 5 / 4).quantize(Decimal("0.01"))


def _surcharged(pricing: dict[str, Any]) -> None:
    pricing["greenFee"] = pricing["totalAmount"] = _dearer(pricing["greenFee"])


def _at_weekend(day: str) -> bool:
    found = date_in(day)
    return found is not None and found.weekday() >= SATURDAY


@mutant(
    "AVT-22.lot47-single-at-weekend",
    "At the weekend, a player alone pays a quarter more.",
    "listTeeTimes holdTeeTime checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _single_supplement(call: Call) -> Answer:
    answer = await call.forward()
    players = sent(call).get("players") if call.operation == "holdTeeTime" else players_asked(call)
    if not answer.ok or players != 1:
        return answer
    body = answer.json()
    if call.operation == "checkAvailability":
        for day in [*body["availabilityResults"], body.get("bestAvailability") or {}]:
            if _at_weekend(day.get("date", "")) and day.get("lowestPrice") is not None:
                day["lowestPrice"] = _dearer(day["lowestPrice"])
    elif _at_weekend(body["date"]):
        for holder in body.get("availableTimes", []) if call.operation == "listTeeTimes" else [body]:
            _surcharged(holder["pricing"])
    return answer.with_json(body)


def _twice_when_clocks_change(call: Call, body: Any) -> Any:
    """The days, with the day twice that has 25 hours, when the period begins before it."""
    first = day_in(call, "startDate")
    days = body["availabilityResults"]
    repeated = [
        day
        for day in days
        if (found := date_in(day["date"])) and found == clocks_change(found.year, _OCTOBER) and found != first
    ]
    shown = sorted([*days, *repeated], key=lambda day: str(day["date"]))
    return body | {"availabilityResults": shown}


@mutant(
    "AVM-19.lot47-twice-on-the-long-day",
    "A period that begins before the clocks go back has the day of that change twice.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _long_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call):
        return answer
    return answer.with_json(_twice_when_clocks_change(call, answer.json()))
