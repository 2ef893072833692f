"""Faults of the number of players on a tee sheet, and of the prices that depend on it (AVT)."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from tests.mutants.parts.asking import asks, has_all
from tests.mutants.parts.days import is_sunday, on_days
from tests.mutants.parts.forgotten_places import Line
from tests.mutants.parts.mending import meant, reading_of
from tests.mutants.parts.tee_sheets import at_online, minutes_off, players_asked, priced_for
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, request_change

json_answer("AVT-05", "totalAmount is the green fee of one player.", "listTeeTimes", priced_for(1))
json_answer(
    "AVT-05.three",
    "Three players pay for two.",
    "listTeeTimes",
    priced_for(2),
    when=lambda call: players_asked(call) == 3,
    hidden="some values",
)
at_online(
    "AVT-05.last",
    "totalAmount of the last tee time is ten too much.",
    alter("availableTimes[-1].pricing.totalAmount", lambda total: total + Decimal("10.00")),
)
request_change(
    "AVT-06",
    "players defaults to 1 in tee times.",
    "listTeeTimes",
    lambda call: call.asking(players=1),
    when=lambda call: "players" not in call.query,
)
request_change(
    "AVT-07",
    "A search for five players gets tee times with the price of five players.",
    "listTeeTimes",
    lambda call: call.asking(players=4),
    when=lambda call: players_asked(call) == 5,
    then=lambda _: priced_for(5),
)
request_change(
    "AVT-07.none",
    "A search for no player gets tee times with the price 0.",
    "listTeeTimes",
    lambda call: call.asking(players=1),
    when=lambda call: players_asked(call) == 0,
    then=lambda _: priced_for(0),
)

# Twilight.
at_online(
    "AVT-21",
    "Twilight prices start an hour before twilightStart.",
    alter("timeSlots.twilightStart", lambda time: time and minutes_off(time, 60)),
)


def _twilight_from_noon(body: Any) -> Any:
    for tee_time in body["availableTimes"]:
        if tee_time["time"] >= "12:00":
            tee_time["pricing"]["priceType"] = "twilight"
    return body


at_online("AVT-21.noon", "Twilight prices start at noon.", _twilight_from_noon)

json_answer(
    "AVT-22",
    "The green fee is the price of all players.",
    "listTeeTimes",
    alter("availableTimes[*].pricing", lambda pricing: pricing | {"greenFee": pricing["totalAmount"]}),
)

_TEE_TIMES = "listTeeTimes"

request_change(
    "AVT-06.earliest",
    "players defaults to 1 beside earliestTime.",
    _TEE_TIMES,
    lambda call: call.asking(players=1),
    when=lambda call: has_all(call, "earliestTime") and not has_all(call, "players"),
    hidden="a combination of parameters",
    origin=Origin.hidden,
)


def _with_surcharge(tee_time: Line) -> Line:
    pricing = tee_time["pricing"]
    return tee_time | {"pricing": pricing | {"totalAmount": pricing["totalAmount"] + pricing["greenFee"]}}


_surcharged = alter("availableTimes[*]", _with_surcharge)

on_days("AVT-05.sunday", "On Sundays, totalAmount has one player too many.", is_sunday, _surcharged)
on_days(
    "AVT-05.first",
    "On the first day of a month, totalAmount has one player too many.",
    lambda day: day.day == 1,
    _surcharged,
)

json_answer(
    "AVT-05.cents",
    "totalAmount loses its cents.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.totalAmount", lambda total: Decimal(int(total))),
    hidden="some values",
    origin=Origin.hidden,
)

json_answer(
    "AVT-05.blind-whole-totals",
    "totalAmount is rounded to a whole number.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.totalAmount", lambda amount: int(Decimal(amount).quantize(1, ROUND_HALF_UP))),
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "AVT-06.blind-with-bound",
    "players defaults to 1 when a time bound is given.",
    "listTeeTimes",
    lambda call: call.asking(players=1),
    when=lambda call: "players" not in call.query and (asks(call, "earliestTime") or asks(call, "latestTime")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)

_rounded_down = reading_of(r"(\d+)\.\d+", str)

meant(
    "AVT-08", "The service rounds down a number of players with a fraction.", "listTeeTimes", "players", _rounded_down
)
meant(
    "AVT-08.word",
    "A word as number of players means one player.",
    "listTeeTimes",
    "players",
    reading_of(r"[a-z]+", lambda: "1"),
)
