"""Blind faults of the forty-third lot: tee times."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import has_all
from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

Json = dict[str, Any]
_SUPPLEMENT = Decimal("1.2")
_CENT = Decimal("0.01")

json_answer(
    "AVT-20.lot43-last-is-the-end-of-play",
    "lastAvailable is the time after the last listed tee time.",
    "listTeeTimes",
    alter("timeSlots.lastAvailable", lambda time: minutes_off(time, 10) if time else time),
    origin=Origin.blind,
)

json_answer(
    "AVO-04.lot43-response-time-is-a-number",
    "The response time of an offline course is a number.",
    "listTeeTimes",
    alter("offlineBookingContact.responseTime", lambda text: int((re.findall(r"\d+", text) or ["24"])[0])),
    origin=Origin.blind,
)


@mutant(
    "AVT-12.lot43-earliest-time-to-the-full-hour",
    "A bound for early tee times is rounded up to the full hour.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _to_the_full_hour(call: Call) -> Answer:
    answer = await call.forward()
    earliest = call.query.get("earliestTime", "")
    if not answer.ok or earliest[2:] in ("", ":00") or not answer.json().get("availableTimes"):
        return answer
    body = answer.json()
    hour = f"{int(earliest[:2]) + 1:02}:00"
    kept = [line for line in body["availableTimes"] if line["time"] >= hour]
    if not kept:
        none = await call.asking(earliestTime="23:57", latestTime="23:59").forward()
        return none if none.ok else answer
    slots = body["timeSlots"] | {"firstAvailable": kept[0]["time"]}
    return answer.with_json(body | {"availableTimes": kept, "timeSlots": slots})


@mutant(
    "AVT-11.lot43-latest-time-included-in-a-window",
    "With both bounds of time, the tee time at latestTime is listed too.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _latest_included(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not has_all(call, "earliestTime", "latestTime") or not answer.json()["isOnline"]:
        return answer
    body, latest = answer.json(), call.query["latestTime"]
    whole = (await call.without("latestTime").forward()).json()
    at_the_bound = [line for line in whole["availableTimes"] if line["time"] == latest]
    if not at_the_bound:
        return answer
    lines = [*body["availableTimes"], *at_the_bound]
    ends = {"firstAvailable": lines[0]["time"], "lastAvailable": latest}
    return answer.with_json(body | {"availableTimes": lines, "timeSlots": whole["timeSlots"] | ends})


def _dearer(price: Any) -> Decimal:
    return (Decimal(str(price)) * _SUPPLEMENT).quantize(_CENT)


def _is_weekend(text: object) -> bool:
    day = date_in(str(text))
    return day is not None and day.weekday() >= SATURDAY


def _dearer_pricing(thing: Json) -> Json:
    fee = _dearer(thing["pricing"]["greenFee"])
    return thing | {"pricing": thing["pricing"] | {"greenFee": fee, "totalAmount": fee}}


def _dearer_days(body: Json) -> Json:
    days = [
        day | {"lowestPrice": _dearer(day["lowestPrice"])}
        if _is_weekend(day["date"]) and day.get("lowestPrice") is not None
        else day
        for day in body["availabilityResults"]
    ]
    offered = [day for day in days if day["hasAvailability"]]
    if not offered:
        return body | {"availabilityResults": days}
    best = min(offered, key=lambda day: (day["lowestPrice"], -day["availableSlots"], day["date"]))
    return body | {"availabilityResults": days, "bestAvailability": {k: best[k] for k in body["bestAvailability"]}}


@mutant(
    "AVT-22.lot43-single-player-supplement",
    "At a weekend, a single player pays a higher green fee.",
    "listTeeTimes checkAvailability holdTeeTime",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _supplement(call: Call) -> Answer:
    answer = await call.forward()
    players = sent(call).get("players") if call.operation == "holdTeeTime" else call.query.get("players")
    if not answer.ok or str(players) != "1":
        return answer
    body = answer.json()
    if call.operation == "checkAvailability":
        return answer.with_json(_dearer_days(body))
    if not _is_weekend(body["date"]) or not body.get("isOnline", True):
        return answer
    if call.operation == "holdTeeTime":
        return answer.with_json(_dearer_pricing(body))
    return answer.with_json(body | {"availableTimes": [_dearer_pricing(line) for line in body["availableTimes"]]})
