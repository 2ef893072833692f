"""Faults of refused changes and cancellations that leave a trace in the booking (ENV-16, BKU-01, BKX-10)."""

from __future__ import annotations

from tests.mutants.parts.pretending import conflict
from tests.mutants.parts.substitutes import WorldMemory
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import mutant

_REFUSED = WorldMemory()


def _locked(name: str, breaks: str, operation: str, status: int) -> None:
    """The service refuses every *operation* on a booking after it refused one of them with *status*."""

    async def handle(call: Call) -> Answer:
        refused, key = _REFUSED.of(call), f"{name} {call.path_params['id']}"
        if key in refused:
            return await conflict(call)
        answer = await call.forward()
        if answer.status == status:
            refused[key] = True
        return answer

    mutant(name, breaks, operation, hidden="after another operation")(handle)


_locked("BKU-01.locked-by-a-tag", "A booking cannot be changed after a refusal with 412.", "updateBooking", 412)
_locked("BKX-10.locked-by-a-tag", "A booking cannot be cancelled after a refusal with 412.", "cancelBooking", 412)
_locked(
    "BKX-10.locked-by-another",
    "A booking cannot be cancelled after another agency tried to cancel it.",
    "cancelBooking",
    404,
)


@mutant(
    "ENV-16.stale-tag",
    "The service refuses a change of another state with 412 and makes it.",
    "updateBooking",
    hidden="a combination of parameters",
)
async def _stale_tag(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status == 412:
        await call.with_header("if-match", "*").forward()
    return answer
