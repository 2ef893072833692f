"""Blind faults of keys: what strangers and other agencies can do."""

from __future__ import annotations

from tests.mutants.laid_aside.common import is_online
from tests.mutants.parts.pretending import memory_of_all, memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_KEPT_TERMS = "AUT-05.lot17-kept-terms"
_PENDING = "AUT-12.lot17-pending"
_UNAUTHORIZED, _NOT_FOUND = 401, 404


# Faults under a condition.
@mutant(
    _KEPT_TERMS,
    "Terms that somebody has read before are given to an unknown key too.",
    "getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _kept_terms(call: Call) -> Answer:
    kept: dict[str, Answer] = memory_of_all(_KEPT_TERMS)
    answer = await call.forward()
    if answer.ok:
        kept[call.path] = answer
    if answer.status == _UNAUTHORIZED and call.api_key:
        return kept.get(call.path, answer)
    return answer


@mutant(
    _PENDING,
    "Another agency can cancel a booking at an offline course.",
    "createBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _pending(call: Call) -> Answer:
    owners = memory_of_world(call, _PENDING)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok and await is_online(call, answer.json()["data"]["course"]["id"]) is False:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status == _NOT_FOUND and owner:
        return await call.with_header("x-api-key", owner).forward()
    return answer
