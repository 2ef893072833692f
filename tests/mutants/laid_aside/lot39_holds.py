"""Blind faults of the thirty-ninth lot: tee-time holds."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.live_holds import holds_at, live_holds, players_of, remembered_hold
from tests.mutants.parts.overbooking import FULL, overbooked, places_free, tee_time_of
from tests.mutants.parts.pretending import memory_of_world, moment_of, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

# Faults under a condition.
_BESIDE = "HLD-06.lot39-expired-beside-another"


async def _take_what_does_not_return(call: Call, holds: dict[str, Any]) -> None:
    now = await world_time(call)
    over = [holds.pop(hold_id) for hold_id in list(holds) if moment_of(holds[hold_id]["holdExpiration"]) <= now]
    for hold in over:
        if hold["beside"]:
            await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])


@mutant(
    _BESIDE,
    "The places of a hold that was made beside another hold of the same tee time do not return when it expires.",
    "holdTeeTime createBooking listTeeTimes checkAvailability",
    hidden="after a while",
    origin=Origin.blind,
)
async def _expired_beside_another(call: Call) -> Answer:
    holds = memory_of_world(call, _BESIDE)
    if holds:
        await _take_what_does_not_return(call, holds)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        made = answer.json()
        beside = any(slot_of(hold) == slot_of(made) for hold in holds.values())
        holds[made["holdId"]] = made | {"beside": beside}
    elif call.operation == "createBooking":
        holds.pop(str(sent(call).get("holdId")), None)
    return answer


_COUNTED = "HLD-09.lot39-one-place-a-hold"


@mutant(
    _COUNTED,
    "For a booking of another agency a hold counts as one place, however many players it is for.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="another agency",
    origin=Origin.blind,
)
async def _one_place_a_hold(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _COUNTED)
    answer, body = await shown(call), sent(call)
    if call.operation != "createBooking":
        return answer
    if answer.ok and body.get("holdId"):
        holds = holds_at(call, _COUNTED, slot_of(body))
        holds[:] = [hold for hold in holds if hold["holdId"] != body["holdId"]]
    if code_of(answer) != FULL or body.get("holdId"):
        return answer
    live = (await live_holds(aside(call), _COUNTED)).get(slot_of(body), [])
    others = [hold for hold in live if hold["agency"] != call.api_key]
    free = await places_free(aside(call), tee_time_of(body))
    if not others or body["players"] > free + players_of(others) - len(others):
        return answer
    booked = await overbooked(call)
    return booked if booked.ok else answer


@mutant(
    "HLD-15.lot39-free-after-cancellation",
    "When the booking that a hold completed is cancelled, the hold id completes another booking.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _free_after_cancellation(call: Call) -> Answer:
    answer, hold_id = await call.forward(), str(sent(call).get("holdId", ""))
    holds: dict[str, str] = call.memory.setdefault("holds", {})
    freed: dict[str, bool] = call.memory.setdefault("freed", {})
    if call.operation == "cancelBooking":
        if answer.ok and (completed := holds.pop(call.path_params["id"], "")):
            freed[completed] = True
        return answer
    if code_of(answer) == "hold_already_used" and freed.pop(hold_id, False):
        again = await call.with_json({name: value for name, value in sent(call).items() if name != "holdId"}).forward()
        answer = again if again.ok else answer
    if answer.ok and hold_id:
        holds[answer.json()["data"]["id"]] = hold_id
    return answer
