"""Blind faults of the forty-sixth lot: tee times and availability."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.tee_sheets import players_asked, priced_for
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_SYMBOLS = {"GBP": "£", "SEK": "kr", "NOK": "kr", "DKK": "kr", "CHF": "Fr.", "CZK": "Kč", "PLN": "zł"}
_STALE = "AVM-18.lot46-range-remembered-over-a-hold"
_KEPT_FOR = timedelta(minutes=10)

json_answer(
    "AVO-04.lot46-response-time-in-minutes",
    "The response time of an offline course is a number of minutes.",
    "listTeeTimes",
    alter("offlineBookingContact.responseTime", lambda _: 30),
    origin=Origin.blind,
)

json_answer(
    "CNV-06.lot46-symbol-of-the-currency",
    "The estimate of an offline course outside the euro shows the symbol of the currency.",
    "listTeeTimes",
    alter("approximatePricing.currency", lambda code: _SYMBOLS.get(code, code)),
    hidden="some values",
    origin=Origin.blind,
)


def _must_be_paid(sheet: dict[str, Any]) -> Decimal:
    fees = [fee for fee in sheet["additionalFees"] if not fee["isOptional"] and fee["unit"] == "per_player"]
    return sum((Decimal(fee["price"]) for fee in fees), Decimal(0))


def _add(pricing: dict[str, Any], extra: Decimal, players: int) -> None:
    pricing["totalAmount"] = (pricing["greenFee"] + extra) * players


@mutant(
    "AVT-05.lot46-total-with-the-fee",
    "At courses with a fee that every player must pay, the total has the fee in it.",
    "listTeeTimes holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _with_fees(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "listTeeTimes":
        for line in body.get("availableTimes", ()):
            _add(line["pricing"], _must_be_paid(body), players_asked(call))
        return answer.with_json(body)
    path = f"/travel/courses/{call.path_params['courseId']}/tee-times"
    sheet = await call.upstream("GET", path, query={"date": body["date"]})
    if sheet.ok:
        _add(body["pricing"], _must_be_paid(sheet.json()), body["players"])
    return answer.with_json(body)


request_change(
    "AVT-18.lot46-short-of-a-place",
    "For three or four players, a tee sheet that begins at an earliest time lists times with a place too few.",
    "listTeeTimes",
    lambda call: call.asking(players=players_asked(call) - 1),
    when=lambda call: asks(call, "earliestTime") and players_asked(call) in (3, 4),
    then=lambda call: priced_for(players_asked(call)),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _by_day_of_month(days: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(days, key=lambda day: str(day["date"][8:]))


json_answer(
    "AVM-19.lot46-sorted-by-day-of-month",
    "The days of a period across the end of a month are sorted by the day of the month.",
    "checkAvailability",
    alter("availabilityResults", _by_day_of_month),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    _STALE,
    "A question for several days that is asked again within ten minutes does not see the holds made since.",
    "checkAvailability holdTeeTime createBooking updateBooking cancelBooking createBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _remembered(call: Call) -> Answer:
    answer, known = await call.forward(), memory_of_world(call, _STALE)
    if call.operation == "holdTeeTime" and answer.ok:
        for kept in known.values():
            kept["held"] |= kept["body"]["courseId"] == call.path_params["courseId"]
    elif call.operation != "checkAvailability":
        known.clear()
    if call.operation != "checkAvailability" or not answer.ok:
        return answer
    now, key = await world_time(call), f"{call.path} {sorted(call.query.multi_items())}"
    before = known.get(key)
    if before and before["held"] and now - before["at"] < _KEPT_FOR:
        return answer.with_json(before["body"])
    known[key] = {"body": answer.json(), "at": now, "held": False}
    return answer
