"""Blind faults of the sixth lot: the tee times of one day."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

from tests.mutants.laid_aside.common import course_of
from tests.mutants.parts.asking import asks
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SYMBOLS = {"EUR": "€", "GBP": "£", "CHF": "Fr.", "PLN": "zł", "CZK": "Kč"}
_CENT = Decimal("0.01")
_WITH_LANGUAGES = ("BE", "CH")
_HOUR = slice(0, 2)


# A plain fault.
json_answer(
    "CNV-06.lot6-symbols",
    "The approximate price of an offline course has the symbol of its currency.",
    "listTeeTimes",
    alter("approximatePricing.currency", lambda code: _SYMBOLS.get(code, "kr")),
    origin=Origin.blind,
)


# Faults under a condition.
def _whole_totals(body: Any) -> Any:
    for line in body.get("availableTimes", ()):
        total = Decimal(line["pricing"]["totalAmount"])
        line["pricing"]["totalAmount"] = total.quantize(Decimal(1), ROUND_HALF_EVEN).quantize(_CENT)
    return body


json_answer(
    "AVT-05.lot6-whole-totals",
    "A total for an odd number of players at a green fee with cents is rounded to a whole amount.",
    "listTeeTimes",
    _whole_totals,
    when=lambda call: players_asked(call) in (1, 3),
    hidden="some values",
    origin=Origin.blind,
)


def _within_an_hour(call: Call) -> bool:
    return (
        asks(call, "earliestTime", "latestTime")
        and call.query["earliestTime"][_HOUR] == call.query["latestTime"][_HOUR]
    )


def _nothing(body: Any) -> Any:
    if body["isOnline"]:
        body["availableTimes"] = []
        body["timeSlots"] |= {"firstAvailable": None, "lastAvailable": None}
    return body


json_answer(
    "AVT-12.lot6-compared-by-hour",
    "Bounds in the same hour leave no tee time, also when some are between them.",
    "listTeeTimes",
    _nothing,
    when=_within_an_hour,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVT-18.lot6-last-of-the-day",
    "The last tee time of the day is listed also when it has fewer places than players.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _last_of_the_day(call: Call) -> Answer:
    answer, players = await call.forward(), players_asked(call)
    if not answer.ok or not answer.json()["isOnline"]:
        return answer
    last = (await call.asking(players=1).forward()).json()["availableTimes"][-1:]
    body = answer.json()
    for line in last:
        if line["available"] < players:
            line["pricing"]["totalAmount"] = line["pricing"]["greenFee"] * players
            body["availableTimes"].append(line)
            body["timeSlots"]["lastAvailable"] = line["time"]
            body["timeSlots"]["firstAvailable"] = body["availableTimes"][0]["time"]
    return answer.with_json(body)


@mutant(
    "AVO-07.lot6-no-translation",
    "An offline course in a country with several languages has an empty bookingMessage.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _no_translation(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    course = await course_of(call, call.path_params["courseId"])
    return (
        answer.with_json(put("bookingMessage", "")(answer.json())) if course["country"] in _WITH_LANGUAGES else answer
    )
