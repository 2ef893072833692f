"""Blind faults of the ninth lot: tee-time holds."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import date_in, is_summer_time
from tests.mutants.parts.live_holds import live_holds, players_of, remembered_hold
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import a_refusal, code_of, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_TO_GROUPS = "HLD-05.lot9-offered-to-groups"
_USED = "hold_already_used"

# Plain faults.
json_answer(
    "CNV-02.lot9-hold-with-seconds",
    "The time of a hold has seconds.",
    "holdTeeTime",
    alter("time", lambda time: f"{time}:00"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "HLD-04.lot9-clock-of-the-play-date",
    "In winter, the hold of a tee time in summer time expires an hour too early, which is in the past.",
    "holdTeeTime",
    hidden="certain days",
    origin=Origin.blind,
)
async def _clock_of_the_play_date(call: Call) -> Answer:
    answer = await call.forward()
    day = date_in(str(sent(call).get("date")))
    if not answer.ok or day is None or not is_summer_time(day) or is_summer_time((await world_time(call)).date()):
        return answer
    body = answer.json()
    early = datetime.fromisoformat(body["holdExpiration"]) - timedelta(hours=1)
    return answer.with_json(body | {"holdExpiration": f"{early:%Y-%m-%dT%H:%M:%SZ}"})


@mutant(
    "HLD-15.lot9-free-after-a-cancellation",
    "When the booking of a hold is cancelled before the hold expires, the hold id completes a second booking.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _free_after_a_cancellation(call: Call) -> Answer:
    answer, hold_id = await call.forward(), str(sent(call).get("holdId"))
    if call.operation == "holdTeeTime":
        if answer.ok:
            call.memory[answer.json()["holdId"]] = {"ends": answer.json()["holdExpiration"]}
        return answer
    hold: dict[str, str] = call.memory.get(hold_id, {})
    if hold and answer.ok:
        hold["booking"] = answer.json()["data"]["id"]
    if code_of(answer) != _USED or "booking" not in hold or not await _is_open_again(call, hold):
        return answer
    body = {name: value for name, value in sent(call).items() if name != "holdId"}
    again = await aside(call).upstream("POST", "/travel/bookings", json=body)
    if again.ok:
        hold["booking"] = again.json()["data"]["id"]
    return again if again.ok else answer


async def _is_open_again(call: Call, hold: dict[str, str]) -> bool:
    """Whether the booking of *hold* is cancelled, and the hold has time left."""
    booking = await aside(call).upstream("GET", f"/travel/bookings/{hold['booking']}")
    is_cancelled = booking.ok and booking.json()["data"]["status"] == "cancelled"
    return is_cancelled and await world_time(call) < datetime.fromisoformat(hold["ends"])


@mutant(
    "HLD-07.lot9-used-up-by-a-mismatch",
    "A completion that is refused because it does not match the hold uses up the hold.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _used_up_by_a_mismatch(call: Call) -> Answer:
    hold_id = str(sent(call).get("holdId"))
    used_up: set[str] = call.memory.setdefault("used up", set())
    if hold_id in used_up:
        return await a_refusal(call, 409, _USED, f"Hold {hold_id} has been used.")
    answer = await call.forward()
    if code_of(answer) == "hold_mismatch":
        used_up.add(hold_id)
    return answer


@mutant(
    _TO_GROUPS,
    "find-slots offers the places of a tee-time hold to a group.",
    "holdTeeTime createBooking findGroupSlots",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _offered_to_groups(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _TO_GROUPS)
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        for holds in memory_of_world(call, _TO_GROUPS).values():
            holds[:] = [hold for hold in holds if hold["holdId"] != sent(call).get("holdId")]
    if not answer.ok or call.operation != "findGroupSlots":
        return answer
    return await _with_held_places(call, answer)


async def _with_held_places(call: Call, answer: Answer) -> Answer:
    """The answer of find-slots with the runs that begin at a held tee time."""
    body, asked = answer.json(), sent(call)
    day = f"{asked['courseId']}|{asked['date']}|"
    held = {
        slot.removeprefix(day): players_of(holds)
        for slot, holds in (await live_holds(call, _TO_GROUPS)).items()
        if slot.startswith(day) and holds
    }
    free = {line["time"]: line["available"] for line in await tee_times(call, asked["courseId"], asked["date"], 1)}
    places = free | {time: free.get(time, 0) + players for time, players in held.items()}
    for time in held:
        option = {"teeTimes": _run(places, time, asked["totalPlayers"])}
        if option["teeTimes"] and option not in body["data"]["options"]:
            body["data"]["options"].append(option)
    wanted = _minutes(asked["preferredStartTime"])
    body["data"]["options"].sort(key=lambda option: abs(_minutes(option["teeTimes"][0]["time"]) - wanted))
    return answer.with_json(body)


def _run(places: dict[str, int], first: str, players: int) -> list[dict[str, Any]]:
    """Consecutive tee times from *first* on for *players*; none when the run ends before it holds them."""
    times = sorted(places)
    step = min((_minutes(later) - _minutes(time) for time, later in pairwise(times)), default=0)
    found: list[dict[str, Any]] = []
    for time in times[times.index(first) :]:
        if found and _minutes(time) - _minutes(found[-1]["time"]) != step:
            break
        found.append({"time": time, "players": min(players, places[time])})
        players -= found[-1]["players"]
        if not players:
            return found
    return []


def _minutes(time: str) -> int:
    return int(time[:2]) * 60 + int(time[3:])
