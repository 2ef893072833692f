"""Faults of tee-time holds, written without knowledge of the suite."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import timedelta

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.pretending import (
    EVERY_BOOKING,
    Json,
    asked_just_now,
    body_of,
    booked_elsewhere,
    conflict,
    held_slot,
    memory_of_world,
    moment_of,
    overlaid,
    places_at,
    slot_of,
    whole_number,
    with_more_places,
    world_now,
)
from tests.mutants.tools.registry import mutant


@mutant(
    "HLD-03.blind-second-hold",
    "The second hold on a tee time lasts for what is left of the first and 15 minutes.",
    "holdTeeTime",
    hidden="after another operation",
)
async def _added_minutes(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body, slot = answer.json(), held_slot(call)
    until = moment_of(body["holdExpiration"])
    before = call.memory.get(slot)
    left = before - (until - timedelta(minutes=15)) if before else timedelta()
    until += max(left, timedelta())
    call.memory[slot] = until
    return answer.with_json(body | {"holdExpiration": until.strftime("%Y-%m-%dT%H:%M:%SZ")})


def _holds(call: Call, name: str, slot: str) -> list[Json]:
    holds: list[Json] = memory_of_world(call, name).setdefault(slot, [])
    return holds


async def _held(call: Call, name: str) -> Answer:
    """The answer to a hold, which is remembered for the world when it is one."""
    answer = await call.forward()
    if answer.ok:
        _holds(call, name, held_slot(call)).append(answer.json() | {"agency": call.api_key})
    return answer


async def _live(call: Call, name: str) -> dict[str, list[Json]]:
    """The remembered holds that have time left, by slot."""
    now = await world_now(call)
    return {
        slot: [hold for hold in holds if moment_of(hold["holdExpiration"]) > now]
        for slot, holds in memory_of_world(call, name).items()
    }


def _players(holds: Iterable[Json]) -> int:
    return sum(int(hold["players"]) for hold in holds)


@mutant(
    "HLD-05.blind-part-held",
    "A hold on fewer players than there are places leaves the tee time as it was shown.",
    "holdTeeTime listTeeTimes createBooking",
    hidden="some values",
)
async def _part_held(call: Call) -> Answer:
    name = "part held"
    if call.operation == "holdTeeTime":
        return await _held(call, name)
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and (hold_id := body_of(call).get("holdId")):
            slot = slot_of(body_of(call))
            memory_of_world(call, name)[slot] = [hold for hold in _holds(call, name, slot) if hold["holdId"] != hold_id]
        return answer
    live = await _live(call, name)
    return await with_more_places(call, lambda slot: _players(live.get(slot, [])))


@mutant(
    "HLD-05.blind-second-hold",
    "Of several holds on a tee time only the latest counts in the tee times.",
    "holdTeeTime listTeeTimes",
    hidden="after another operation",
)
async def _latest_hold(call: Call) -> Answer:
    name = "latest hold"
    if call.operation == "holdTeeTime":
        return await _held(call, name)
    live = await _live(call, name)
    return await with_more_places(call, lambda slot: _players(live.get(slot, [])[:-1]))


@mutant(
    "HLD-06.blind-two-holds",
    "Of two holds on a tee time only one gives its places back.",
    "holdTeeTime listTeeTimes",
    hidden="after another operation",
)
async def _one_given_back(call: Call) -> Answer:
    name = "one given back"
    if call.operation == "holdTeeTime":
        return await _held(call, name)
    now = await world_now(call)
    kept = {
        slot: _players(h for h in holds[1:] if moment_of(h["holdExpiration"]) <= now)
        for slot, holds in memory_of_world(call, name).items()
    }
    return await with_more_places(call, lambda slot: -kept.get(slot, 0))


@mutant(
    "HLD-07.blind-last-minutes",
    "A hold completes no booking in its last five minutes.",
    "holdTeeTime createBooking",
    hidden="after a while",
)
async def _last_minutes(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["holdId"]] = moment_of(answer.json()["holdExpiration"])
        return answer
    until = call.memory.get(body_of(call).get("holdId", ""))
    if until and await world_now(call) > until - timedelta(minutes=5):
        return await conflict(call)
    return await call.forward()


@mutant(
    "HLD-08.blind-part-taken",
    "An expired hold still works while a place of its tee time is free.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="some values",
)
async def _part_taken(call: Call) -> Answer:
    name = "part taken"
    if call.operation == "holdTeeTime":
        return await _held(call, name)
    answer = await call.forward()
    body = body_of(call)
    if call.operation != "createBooking" or answer.ok or "holdId" not in body:
        return overlaid(call, answer)
    own = next((h for h in _holds(call, name, slot_of(body)) if h["holdId"] == body["holdId"]), None)
    expired = own is not None and moment_of(own["holdExpiration"]) <= await world_now(call)
    return await booked_elsewhere(call) if expired and await places_at(call, slot_of(body)) else answer


@mutant(
    "HLD-09.blind-part-free",
    "Held places are sold to another agency when a place beside them is free.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="some values",
)
async def _part_free(call: Call) -> Answer:
    name = "part free"
    if call.operation == "holdTeeTime":
        return await _held(call, name)
    answer = await call.forward()
    body = body_of(call)
    if call.operation != "createBooking" or answer.status != 409 or "holdId" in body:
        return overlaid(call, answer)
    slot = slot_of(body)
    free, live = await places_at(call, slot), (await _live(call, name)).get(slot, [])
    others = _players(hold for hold in live if hold["agency"] != call.api_key)
    return await booked_elsewhere(call) if 0 < free < whole_number(body["players"]) <= free + others else answer


@mutant(
    "HLD-10.blind-two-agencies",
    "Holds wait for each other within an agency, and not for those of another.",
    "holdTeeTime",
    hidden="under concurrency",
)
async def _holds_of_two(call: Call) -> Answer:
    name, slot = "holds of two", held_slot(call)
    asked_just_now(call, name, slot, call.api_key)
    answer = await call.forward()
    won = memory_of_world(call, name).setdefault(f"won {slot}", {})
    if answer.ok:
        won[call.api_key] = (time.monotonic(), answer.json())
    rivals = [hold for key, (at, hold) in won.items() if key != call.api_key and time.monotonic() - at < 0.25]
    if answer.status != 409 or not rivals or call.api_key in won:
        return answer
    copy = await call.upstream("GET", "/travel/courses", query={"pageSize": 1})
    won[call.api_key] = (time.monotonic(), rivals[0])
    own = rivals[0] | {"holdId": f"hld_{time.monotonic_ns() % 10**12:012}", "players": body_of(call)["players"]}
    return copy.with_status(201).with_json(own)
