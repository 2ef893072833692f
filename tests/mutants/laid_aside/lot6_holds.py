"""Blind faults of the sixth lot: tee-time holds."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.mutants.laid_aside.common import aside, course_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.forgotten_places import line_of
from tests.mutants.parts.pretending import data_of, held_slot, memory_of_world, moment_of, slot_of
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant, request_change

_ZONES = {
    "AT": "Vienna",
    "BE": "Brussels",
    "CH": "Zurich",
    "CZ": "Prague",
    "DE": "Berlin",
    "DK": "Copenhagen",
    "ES": "Madrid",
    "FI": "Helsinki",
    "FR": "Paris",
    "GB": "London",
    "IE": "Dublin",
    "IT": "Rome",
    "NL": "Amsterdam",
    "NO": "Oslo",
    "PL": "Warsaw",
    "PT": "Lisbon",
    "SE": "Stockholm",
}
_DIGITS = 12
Hold = dict[str, Any]


async def zone_of(call: Call, course_id: object) -> ZoneInfo:
    """The time zone of a course, by its country."""
    return ZoneInfo(f"Europe/{_ZONES[(await course_of(call, course_id))['country']]}")


# A plain fault.
_BY_PLACE = "HLD-14.lot6-id-of-the-tee-time"


@mutant(
    _BY_PLACE,
    "The id of a hold names its tee time alone: two holds at one tee time have the same id.",
    "holdTeeTime createBooking",
    origin=Origin.blind,
)
async def _id_of_the_tee_time(call: Call) -> Answer:
    memory = memory_of_world(call, _BY_PLACE)
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if not answer.ok:
            return answer
        shown = "hld_" + hashlib.sha256(held_slot(call).encode()).hexdigest()[:_DIGITS]
        memory.setdefault(shown, []).append((call.api_key, answer.json()["holdId"]))
        return answer.with_json(put("holdId", shown)(answer.json()))
    kept: list[tuple[str, str]] = memory.get(str(sent(call).get("holdId")), [])
    own = next((pair for pair in reversed(kept) if pair[0] == call.api_key), None) or (kept[-1] if kept else None)
    if own is None:
        return await call.forward()
    answer = await call.with_json(sent(call) | {"holdId": own[1]}).forward()
    if answer.ok and len(kept) > 1:
        kept.remove(own)
    return answer


# Faults under a condition.
def _is_weekend(text: object) -> bool:
    day = date_in(str(text))
    return day is not None and day.weekday() >= SATURDAY


def _one_at_a_weekend(call: Call) -> bool:
    return sent(call).get("players") == 1 and _is_weekend(sent(call).get("date"))


request_change(
    "HLD-02.lot6-two-at-weekends",
    "A hold for one player at a weekend is made for two players.",
    "holdTeeTime",
    lambda call: call.with_json(sent(call) | {"players": 2}),
    when=_one_at_a_weekend,
    hidden="certain days",
    origin=Origin.blind,
)


_TRIED = "HLD-06.lot6-tried-in-vain"


@mutant(
    _TRIED,
    "The places of a hold stay off sale after its end, when a booking with its id was refused before.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _tried_in_vain(call: Call) -> Answer:
    memory = memory_of_world(call, _TRIED)
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            memory[answer.json()["holdId"]] = answer.json() | {"tried": False}
        return answer
    if call.operation == "createBooking":
        answer = await call.forward()
        hold = memory.get(str(sent(call).get("holdId")))
        if hold is not None and answer.ok:
            del memory[hold["holdId"]]
        elif hold is not None:
            hold["tried"] = True
        return answer
    now = await world_time(call)
    for hold in [hold for hold in memory.values() if moment_of(hold["holdExpiration"]) <= now]:
        memory.pop(hold["holdId"], None)
        if hold["tried"]:
            await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])
    return await call.forward()


_AGAIN = "HLD-15.lot6-again-after-cancellation"


@mutant(
    _AGAIN,
    "A hold id completes a second booking after the cancellation of the first.",
    "holdTeeTime createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _again_after_cancellation(call: Call) -> Answer:
    holds: dict[str, Hold] = memory_of_world(call, _AGAIN).setdefault("holds", {})
    completed: dict[str, str] = memory_of_world(call, _AGAIN).setdefault("completed", {})
    answer = await call.forward()
    if call.operation == "holdTeeTime":
        if answer.ok:
            holds[answer.json()["holdId"]] = answer.json() | {"agency": call.api_key}
        return answer
    if call.operation == "cancelBooking":
        if answer.ok and (hold_id := completed.pop(call.path_params["id"], None)):
            holds[hold_id]["free"] = True
        return answer
    body = sent(call)
    hold = holds.get(str(body.get("holdId")))
    if hold is None:
        return answer
    if not answer.ok and hold.get("free") and await _still_fits(call, hold, body):
        rest = {name: value for name, value in body.items() if name != "holdId"}
        answer = await aside(call).upstream("POST", call.path, json=rest)
        hold["free"] = not answer.ok
    if answer.ok:
        completed[data_of(answer)["id"]] = hold["holdId"]
    return answer


async def _still_fits(call: Call, hold: Hold, body: dict[str, Any]) -> bool:
    """Whether *body* asks, in time, for what its agency held."""
    return (
        hold["agency"] == call.api_key
        and slot_of(hold) == slot_of(body)
        and moment_of(hold["holdExpiration"]) > await world_time(call)
    )


@mutant(
    "HLD-11.lot6-twilight-at-full-price",
    "A hold of a twilight tee time has the standard price of the day.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _twilight_at_full_price(call: Call) -> Answer:
    course_id = call.path_params["courseId"]
    line = await line_of(aside(call), course_id, "time")
    answer = await call.forward()
    if not answer.ok or line is None or line["pricing"]["priceType"] != "twilight":
        return answer
    day = await tee_times(aside(call), course_id, sent(call)["date"], 1)
    fee = next((line["pricing"]["greenFee"] for line in day if line["pricing"]["priceType"] == "standard"), None)
    if fee is None:
        return answer
    body = answer.json()
    body["pricing"] |= {"greenFee": fee, "totalAmount": fee * body["players"]}
    return answer.with_json(body)


@mutant(
    "HLD-03.lot6-clock-of-the-clubhouse",
    "holdExpiration is on the clock of the course, although it ends in Z: later than 15 minutes east of Greenwich.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _clock_of_the_clubhouse(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    ends: datetime = moment_of(answer.json()["holdExpiration"])
    local = ends.astimezone(await zone_of(call, call.path_params["courseId"]))
    return answer.with_json(put("holdExpiration", f"{local:%Y-%m-%dT%H:%M:%SZ}")(answer.json()))
