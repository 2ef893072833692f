"""Blind faults of holds and of booking hooks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside, booking_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.overbooking import overbooked
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HOLD_LASTS = timedelta(minutes=15)
_LAST_DAY = timedelta(days=13)
_COMPLETIONS = Crowd()


def _on_the_day_it_began(text: str) -> str:
    ends = moment_of(text)
    began = (ends - _HOLD_LASTS).date()
    return f"{began}{text[10:]}" if began != ends.date() else text


json_answer(
    "HLD-04.lot25-over-midnight",
    "A hold that runs over midnight expires on the day it was made: the date is not carried over.",
    "holdTeeTime",
    alter("holdExpiration", _on_the_day_it_began),
    hidden="after a while",
    origin=Origin.blind,
)


@mutant(
    "HLD-15.lot25-completed-twice-at-once",
    "Two bookings at the same moment with the same hold id are both made.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _completed_twice_at_once(call: Call) -> Answer:
    hold_id = sent(call).get("holdId")
    if call.operation != "createBooking" or not isinstance(hold_id, str):
        return await shown(call)
    async with _COMPLETIONS.at((call.api_key, hold_id), call) as met:
        answer = await shown(call)
    if code_of(answer) != "hold_already_used" or met["createBooking"] < 2:
        return answer
    body = {name: value for name, value in sent(call).items() if name != "holdId"}
    again = await overbooked(aside(call).with_json(body).with_header("content-type", "application/json"))
    return again if again.ok else answer


@mutant(
    "HLD-07.lot25-used-up-by-a-refusal",
    "A refused attempt to complete a hold uses it up: the next attempt, which is right, is refused.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _used_up_by_a_refusal(call: Call) -> Answer:
    own: dict[str, bool] = call.memory.setdefault("own", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            own[answer.json()["holdId"]] = True
        return answer
    hold_id = str(sent(call).get("holdId"))
    if own.get(hold_id) is False:
        return await a_refusal(call, 409, "hold_already_used", f"Hold {hold_id} is used.")
    answer = await call.forward()
    if hold_id in own and answer.status in (400, 422):
        own[hold_id] = False
    return answer


@mutant(
    "BKX-07.lot25-until-the-hold-ends",
    "The cancellation of a booking from a hold returns no places until the hold would have ended.",
    "holdTeeTime createBooking cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _until_the_hold_ends(call: Call) -> Answer:
    ends: dict[str, datetime] = call.memory.setdefault("ends", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        ends[answer.json()["holdId"]] = moment_of(answer.json()["holdExpiration"])
    elif call.operation == "createBooking":
        hold = ends.pop(str(sent(call).get("holdId")), None)
        if hold is not None:
            ends[data_of(answer)["id"]] = hold
    else:
        hold = ends.pop(call.path_params["id"], None)
        if hold is not None and await world_time(call) < hold:
            await _held_for_nobody(call, await booking_of(call))
    return answer


async def _held_for_nobody(call: Call, booking: dict[str, Any]) -> None:
    wish = {"date": booking["date"], "time": booking["teeTime"], "players": booking["players"]}
    path = f"/travel/courses/{booking['course']['id']}/hold-tee-time"
    await aside(call).upstream("POST", path, json=wish, headers={"x-api-key": agency_key(call, "nobody")})


@mutant(
    "HOK-07.lot25-beside-a-live-hook",
    "A released hook can be confirmed while the agency has another hook at the course on that day.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _beside_a_live_hook(call: Call) -> Answer:
    live: dict[str, tuple[str, str]] = call.memory.setdefault("live", {})
    released: dict[str, tuple[str, str]] = call.memory.setdefault("released", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        hook = data_of(answer)
        if hook:
            live[hook["id"]] = (hook["courseId"], hook["date"])
        return answer
    hook_id = call.path_params["id"]
    if answer.ok:
        ended = live.pop(hook_id, None)
        if ended is not None and call.operation == "releaseBookingHook":
            released[hook_id] = ended
        return answer
    other = next((found for found, place in live.items() if place == released.get(hook_id)), None)
    if call.operation != "confirmBookingHook" or other is None:
        return answer
    confirmed = await aside(call).upstream("POST", f"/travel/bookings/hooks/{other}/confirm")
    if confirmed.ok:
        del live[other]
    return confirmed if confirmed.ok else answer


@mutant(
    "HOK-04.lot25-fourteenth-day",
    "On its fourteenth day a hook counts as expired and cannot be confirmed.",
    "createBookingHook confirmBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _fourteenth_day(call: Call) -> Answer:
    made: dict[str, datetime] = call.memory.setdefault("made", {})
    if call.operation == "createBookingHook":
        answer = await call.forward()
        if data_of(answer):
            made[data_of(answer)["id"]] = await world_time(call)
        return answer
    hook_id = call.path_params["id"]
    if hook_id in made and await world_time(call) >= made[hook_id] + _LAST_DAY:
        return await a_refusal(call, 409, "booking_hook_closed", f"Booking hook {hook_id} is expired.")
    return await call.forward()
