"""Faults of holds that two callers want: another agency, or a parallel request (HLD-09, HLD-10), or
that only one of two agencies sees (HLD-04).
"""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.mutants.parts.crowds import racy
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.live_holds import live_holds, players_of, remembered_hold
from tests.mutants.parts.overbooking import overbooked, tee_time_of
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    asked_just_now,
    body_of,
    booked_elsewhere,
    held_slot,
    memory_of_world,
    overlaid,
    places_at,
    slot_of,
    whole_number,
)
from tests.mutants.parts.substitutes import WorldMemory, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _unguarded(name: str, breaks: str, chosen: Callable[[int], bool]) -> None:
    """Places held by another agency can be booked by a party that *chosen* likes."""
    memory = WorldMemory()

    async def handle(call: Call) -> Answer:
        answer = await shown(call) if call.operation in BOOKING_OPERATIONS.split() else await call.forward()
        holders: dict[tuple[str, str, str], str] = memory.of(call).setdefault("holders", {})
        if call.operation == "holdTeeTime" and answer.ok:
            hold = answer.json()
            holders[hold["courseId"], hold["date"], hold["time"]] = call.api_key
        if call.operation != "createBooking" or code_of(answer) != "tee_time_unavailable":
            return answer
        held_by_another = holders.get(tee_time_of(sent(call)), call.api_key) != call.api_key
        return await overbooked(call) if held_by_another and chosen(sent(call)["players"]) else answer

    mutant(name, breaks, f"{BOOKING_OPERATIONS} holdTeeTime", hidden="another agency")(handle)


_unguarded("HLD-09", "Places held by another agency can be booked.", lambda _: True)
_unguarded("HLD-09.single", "A place held by another agency can be booked by one player.", lambda players: players == 1)

racy("HLD-10", "Parallel holds all get the same places.", "holdTeeTime", lambda met, _: met["holdTeeTime"] > 1)
racy(
    "HLD-10.single",
    "Parallel holds for one player all get the same place.",
    "holdTeeTime",
    lambda met, body: met["holdTeeTime"] > 1 and body["players"] == 1,
)


@mutant(
    "HLD-09.blind-part-free",
    "Held places are sold to another agency when a place beside them is free.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="some values",
    origin=Origin.blind,
)
async def _part_free(call: Call) -> Answer:
    name = "part free"
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, name)
    answer = await call.forward()
    body = body_of(call)
    if call.operation != "createBooking" or answer.status != 409 or "holdId" in body:
        return overlaid(call, answer)
    slot = slot_of(body)
    free, live = await places_at(call, slot), (await live_holds(call, name)).get(slot, [])
    others = players_of(hold for hold in live if hold["agency"] != call.api_key)
    return await booked_elsewhere(call) if 0 < free < whole_number(body["players"]) <= free + others else answer


@mutant(
    "HLD-10.blind-two-agencies",
    "Holds wait for each other within an agency, and not for those of another.",
    "holdTeeTime",
    hidden="under concurrency",
    origin=Origin.blind,
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


json_answer(
    "HLD-04.second-agency",
    "A hold of the second agency has ended before its answer comes.",
    "holdTeeTime",
    put("holdExpiration", "2026-01-01T00:00:00Z"),
    when=lambda call: call.api_key.endswith("_bravo"),
    hidden="another agency",
    origin=Origin.hidden,
)
