"""Blind faults of tee-time holds."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.substitutes import WorldMemory, code_of, elsewhere, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, json_answer, mutant

Hold = dict[str, Any]
Slot = tuple[str, str, str]

_FIVE_MINUTES = timedelta(minutes=5)
_STALE = timedelta(seconds=60)
_TOGETHER_SECONDS = 0.2
_GRID_MINUTES = 10


def _slot(call: Call) -> Slot:
    """Course, date and time of a request for a hold or for a booking."""
    body = sent(call)
    course_id = call.path_params.get("courseId") or body.get("courseId")
    return str(course_id), str(body.get("date")), str(body.get("time") or body.get("teeTime"))


def _is_live(hold: Hold, now: datetime) -> bool:
    return datetime.fromisoformat(hold["holdExpiration"]) > now


async def _listed(call: Call, slot: Slot) -> dict[str, Any] | None:
    """The line of the tee sheet at *slot* when it has a free place."""
    return next((line for line in await tee_times(call, slot[0], slot[1], 1) if line["time"] == slot[2]), None)


async def _held_elsewhere(call: Call, green_fee: Any) -> Answer:
    """A hold without room: made at a free tee time, and shown at the tee time that was asked for."""
    body, spot = sent(call), await elsewhere(call, {})
    path = f"/travel/courses/{spot['courseId']}/hold-tee-time"
    held = await call.upstream("POST", path, json=body | {"date": spot["date"], "time": spot["teeTime"]})
    if not held.ok:
        return held
    made = held.json()
    pricing = made["pricing"] | {"greenFee": green_fee, "totalAmount": green_fee * body["players"]}
    asked = dict(zip(("courseId", "date", "time"), _slot(call), strict=True))
    return held.with_json(made | asked | {"pricing": pricing})


def _later(text: str) -> str:
    return (datetime.fromisoformat(text) + _FIVE_MINUTES).isoformat().replace("+00:00", "Z")


json_answer(
    "HLD-03.lot4-twenty-minutes",
    "A hold lasts twenty minutes.",
    "holdTeeTime",
    alter("holdExpiration", _later),
    origin=Origin.blind,
)

json_answer(
    "HLD-11.lot4-total-for-one",
    "The totalAmount of a hold is the green fee of one player, whatever the number of players.",
    "holdTeeTime",
    alter("pricing", lambda pricing: pricing | {"totalAmount": pricing["greenFee"]}),
    origin=Origin.blind,
)


@mutant(
    "HLD-02.lot4-merged",
    "A second hold of an agency at the same tee time shows the players of both holds together.",
    "holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _merged(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold, now = answer.json(), await world_time(call)
    earlier: list[Hold] = call.memory.setdefault(str(_slot(call)), [])
    players = hold["players"] + sum(other["players"] for other in earlier if _is_live(other, now))
    earlier.append(hold)
    return answer.with_json(hold | {"players": players})


_SHEETS = WorldMemory()


@mutant(
    "HLD-05.lot4-sheet-of-others",
    "A hold clears the cached tee sheets of its own agency only: an agency that had read the sheet sees held places.",
    EVERY_OPERATION,
    hidden="another agency",
    origin=Origin.blind,
)
async def _sheet_of_others(call: Call) -> Answer:
    sheets: dict[Any, dict[str, Any]] = _SHEETS.of(call)
    if call.operation == "listTeeTimes":
        return await _cached_sheet(call, sheets)
    answer = await call.forward()
    if call.operation == "holdTeeTime" and answer.ok:
        for (agency, course_id, _), sheet in sheets.items():
            sheet["stale"] |= agency != call.api_key and course_id == call.path_params["courseId"]
    elif call.method != "GET" and answer.ok:
        sheets.clear()
    return answer


async def _cached_sheet(call: Call, sheets: dict[Any, dict[str, Any]]) -> Answer:
    key = call.api_key, call.path_params["courseId"], call.query_string
    kept = sheets.get(key)
    if kept and kept["stale"] and await world_time(call) - kept["at"] < _STALE:
        cached: Answer = kept["answer"]
        return cached
    answer = await call.forward()
    if answer.ok:
        sheets[key] = {"at": await world_time(call), "answer": answer, "stale": False}
    return answer


@mutant(
    "HLD-07.lot4-latest-hold-only",
    "Only the latest hold of an agency can be completed: the id of an earlier hold is unknown although it is live.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _latest_hold_only(call: Call) -> Answer:
    held: list[str] = call.memory.setdefault("held", [])
    if call.operation == "createBooking" and sent(call).get("holdId") in held[:-1]:
        return await call.with_json(sent(call) | {"holdId": "hld_000000000000"}).forward()
    answer = await call.forward()
    if answer.ok and call.operation == "holdTeeTime":
        held.append(answer.json()["holdId"])
    return answer


_PRESENT: defaultdict[tuple[str, Slot], list[set[str]]] = defaultdict(list)


@mutant(
    "HLD-10.lot4-two-agencies",
    "Holds that two agencies ask for at the same moment are all accepted, also without room for all.",
    "holdTeeTime",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _two_agencies(call: Call) -> Answer:
    place = call.api_key.rpartition("_")[0], _slot(call)
    met = {call.api_key}
    for others in _PRESENT[place]:
        met |= others
        others.add(call.api_key)
    _PRESENT[place].append(met)
    try:
        line = await _listed(call, place[1])
        await asyncio.sleep(_TOGETHER_SECONDS)
        answer = await call.forward()
        if code_of(answer) != FULL or len(met) == 1 or line is None or line["available"] < sent(call)["players"]:
            return answer
        return await _held_elsewhere(call, line["pricing"]["greenFee"])
    finally:
        _PRESENT[place].remove(met)


@mutant(
    "HLD-12.lot4-rounds-down",
    "A time between two tee times that is not offered is held: the places come from the tee time before it.",
    "holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _rounds_down(call: Call) -> Answer:
    answer = await call.forward()
    course_id, day, time = _slot(call)
    if code_of(answer) != FULL or not int(time[3:]) % _GRID_MINUTES or await _listed(call, (course_id, day, time)):
        return answer
    before = f"{time[:3]}{int(time[3:]) // _GRID_MINUTES * _GRID_MINUTES:02}"
    held = await call.upstream("POST", call.path, json=sent(call) | {"time": before})
    return held.with_json(held.json() | {"time": time}) if held.ok else answer


@mutant(
    "HLD-15.lot4-after-cancellation",
    "A hold id that completed a booking completes another one after that booking was cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _after_cancellation(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    free_again: set[str] = call.memory.setdefault("free again", set())
    hold_id = str(sent(call).get("holdId"))
    if call.operation == "createBooking" and hold_id in free_again:
        again = await call.with_json({k: v for k, v in sent(call).items() if k != "holdId"}).forward()
        free_again -= {hold_id} if again.ok else set()
        return again
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking" and "holdId" in sent(call):
        completed[answer.json()["data"]["id"]] = hold_id
    if answer.ok and call.operation == "cancelBooking" and call.path_params["id"] in completed:
        free_again.add(completed[call.path_params["id"]])
    return answer


@mutant(
    "HLD-17.lot4-own-hold",
    "The places that an agency holds count as free for its next hold: it can hold more places than are free.",
    "holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _own_hold(call: Call) -> Answer:
    answer = await call.forward()
    own: list[Hold] = call.memory.setdefault(str(_slot(call)), [])
    if answer.ok:
        own.append(answer.json())
    if code_of(answer) != FULL or not own:
        return answer
    now, line = await world_time(call), await _listed(call, _slot(call))
    mine = sum(hold["players"] for hold in own if _is_live(hold, now))
    if not mine or sent(call)["players"] > mine + (line["available"] if line else 0):
        return answer
    return await _held_elsewhere(call, own[0]["pricing"]["greenFee"])


_LEAKS = WorldMemory()


@mutant(
    "HLD-06.lot4-second-hold-leaks",
    "Where two holds meet at a tee time, the expiry of the second returns no places: they stay taken.",
    "listTeeTimes checkAvailability holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _second_hold_leaks(call: Call) -> Answer:
    holds: dict[str, Hold] = _LEAKS.of(call).setdefault("holds", {})
    now = await world_time(call) if holds else None
    for hold_id, hold in list(holds.items()):
        if now and not _is_live(hold, now):
            del holds[hold_id]
            if hold["second"]:
                await _taken_by_nobody(call, hold)
    answer = await call.forward()
    if answer.ok and call.operation == "holdTeeTime":
        slot = _slot(call)
        second = any(hold["slot"] == slot for hold in holds.values())
        holds[answer.json()["holdId"]] = answer.json() | {"slot": slot, "second": second}
    if answer.ok and call.operation == "createBooking":
        holds.pop(str(sent(call).get("holdId")), None)
    return answer


async def _taken_by_nobody(call: Call, hold: Hold) -> None:
    """Takes the places of *hold* for an agency of this world that nobody knows."""
    nobody = f"{call.api_key.rpartition('_')[0]}_nobody"
    lead = {"firstName": "No", "lastName": "Body", "email": "nobody@example.com"}
    tee_time = {"courseId": hold["courseId"], "date": hold["date"], "teeTime": hold["time"]}
    body = tee_time | {"players": hold["players"], "leadPlayer": lead}
    await call.upstream("POST", "/travel/bookings", json=body, headers={"x-api-key": nobody})


_HELD = WorldMemory()


@mutant(
    "HLD-09.lot4-older-hold",
    "A hold older than five minutes no longer keeps its places from the bookings of another agency.",
    f"holdTeeTime {BOOKING_OPERATIONS}",
    hidden="another agency",
    origin=Origin.blind,
)
async def _older_hold(call: Call) -> Answer:
    holds: dict[str, Hold] = _HELD.of(call)
    answer = await (call.forward() if call.operation == "holdTeeTime" else shown(call))
    if answer.ok and call.operation == "holdTeeTime":
        facts = {"slot": _slot(call), "agency": call.api_key, "at": await world_time(call)}
        holds[answer.json()["holdId"]] = answer.json() | facts
    if call.operation != "createBooking":
        return answer
    if answer.ok:
        holds.pop(str(sent(call).get("holdId")), None)
    if code_of(answer) != FULL or not holds:
        return answer
    now, line = await world_time(call), await _listed(call, _slot(call))
    old = [hold for hold in holds.values() if _is_live(hold, now) and now - hold["at"] > _FIVE_MINUTES]
    others = [hold for hold in old if hold["slot"] == _slot(call) and hold["agency"] != call.api_key]
    room = sum(hold["players"] for hold in others) + (line["available"] if line else 0)
    return await overbooked(call) if others and sent(call)["players"] <= room else answer
