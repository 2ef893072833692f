"""Blind faults of the fifty-ninth lot: tee times."""

from __future__ import annotations

import re
from typing import Any

from tests.mutants.laid_aside.common import course_of
from tests.mutants.parts.tee_sheets import minutes_off, players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_LAST_MINUTE = "23:59"
_WHOLE = 4


def _time_in(call: Call, name: str) -> str:
    given = call.query.get(name, "")
    return given if _TIME.fullmatch(given) else ""


def _is_bounded(call: Call) -> bool:
    return bool(_time_in(call, "earliestTime") or _time_in(call, "latestTime"))


request_change(
    "AVT-11.lot59-latest-time-included",
    "A tee time at latestTime itself is listed.",
    "listTeeTimes",
    lambda call: call.asking(latestTime=minutes_off(_time_in(call, "latestTime"), 1)),
    when=lambda call: "" < _time_in(call, "latestTime") < _LAST_MINUTE,
    origin=Origin.blind,
)

request_change(
    "AVT-09.lot59-earliest-lost-beside-latest",
    "The earliestTime removes nothing when a latestTime is sent too.",
    "listTeeTimes",
    lambda call: call.without("earliestTime"),
    when=lambda call: bool(_time_in(call, "earliestTime") and _time_in(call, "latestTime")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVT-05.lot59-twilight-total-at-full-fee",
    "At courses of nine holes the total of a twilight tee time is worked out with the standard green fee.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _twilight_total_at_full_fee(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not answer.json()["isOnline"]:
        return answer
    body = answer.json()
    prices = [line["pricing"] for line in body["availableTimes"]]
    standard = [price["greenFee"] for price in prices if price["priceType"] == "standard"]
    if not standard or (await course_of(call, body["courseId"])).get("holes") != 9:
        return answer
    for price in prices:
        if price["priceType"] == "twilight":
            price["totalAmount"] = standard[-1] * players_asked(call)
    return answer.with_json(body)


def _without_the_last_places(call: Call, body: dict[str, Any]) -> dict[str, Any]:
    players = players_asked(call)
    kept = [line for line in body["availableTimes"] if line["available"] != players or players == _WHOLE]
    return body | {"availableTimes": kept}


@mutant(
    "AVT-12.lot59-exact-fit-lost-in-bounds",
    "A time bound also removes tee times in which the party would take the very last places beside other players.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _exact_fit_lost_in_bounds(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _is_bounded(call) or not answer.json()["isOnline"]:
        return answer
    return answer.with_json(_without_the_last_places(call, answer.json()))


def _with_guessed_times(body: dict[str, Any]) -> dict[str, Any]:
    if body["isOnline"]:
        return body
    guess = body["approximatePricing"]
    fee = guess["estimatedGreenFee"]
    price = {"currency": guess["currency"], "greenFee": fee, "totalAmount": fee * 4, "priceType": "standard"}
    times = [f"{hour:02}:00" for hour in range(9, 16)]
    return body | {"availableTimes": [{"time": time, "available": 4, "pricing": price} for time in times]}


json_answer(
    "AVO-05.lot59-guessed-times-in-bounds",
    "The answer for an offline course lists guessed tee times when a time bound is sent.",
    "listTeeTimes",
    _with_guessed_times,
    when=_is_bounded,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
