"""Blind faults of holds."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget
from tests.mutants.parts.forgotten_places import Taking
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_LIFE = timedelta(minutes=15)
_MISTAKES = frozenset([400, 422])
_COMPLETIONS = Crowd()


def _is_live(taking: Taking, _: Call, now: datetime) -> bool:
    return taking.at is not None and now < taking.at + _LIFE


tee_sheets_forget(
    "HLD-05.lot26-one-row-an-agency",
    "The tee sheet still offers the places of a hold of an agency that held at the tee time before.",
    "holdTeeTime",
    lambda taken: taken.players if taken.taken_before else 0,
    look=_is_live,
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    "HLD-07.lot26-burnt-by-a-mistake",
    "A hold whose completion was refused for a mistake in the body can no longer complete a booking.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _burnt_by_a_mistake(call: Call) -> Answer:
    burnt: set[str] = call.memory.setdefault("burnt", set())
    hold_id = str(sent(call).get("holdId", ""))
    if hold_id and hold_id in burnt:
        return await a_refusal(call, 409, "hold_already_used", "The tee-time hold is used.")
    answer = await call.forward()
    if hold_id and answer.status in _MISTAKES:
        burnt.add(hold_id)
    return answer


@mutant(
    "HLD-15.lot26-completed-twice-at-once",
    "Two completions of one hold that come at the same moment both make a booking.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _completed_twice_at_once(call: Call) -> Answer:
    hold_id = sent(call).get("holdId") if call.operation == "createBooking" else None
    if not hold_id:
        return await shown(call)
    async with _COMPLETIONS.at((*world_of(call), hold_id), call) as met:
        answer = await shown(call)
        if code_of(answer) != "hold_already_used" or met["createBooking"] < 2:
            return answer
        loose = call.with_json({name: value for name, value in sent(call).items() if name != "holdId"})
        again = await loose.forward()
        return await overbooked(loose) if code_of(again) == FULL else again
