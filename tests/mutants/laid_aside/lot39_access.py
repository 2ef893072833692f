"""Blind faults of the thirty-ninth lot: who sees what, and the end of a token session."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import Booking, one_page
from tests.mutants.parts.pretending import all_bookings, data_of, filters_of, memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

# Faults under a condition.
_OPEN_START = "AUT-09.lot39-and-before-or"


@mutant(
    _OPEN_START,
    "A list with an endDate and no startDate shows the bookings of the other agencies too.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _and_before_or(call: Call) -> Answer:
    answer, agencies = await call.forward(), memory_of_world(call, _OPEN_START)
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        agencies[call.api_key] = True
        return answer
    others = [key for key in agencies if key != call.api_key]
    if not others or "endDate" not in call.query or "startDate" in call.query:
        return answer
    found: list[Booking] = []
    for key in (call.api_key, *others):
        found += await all_bookings(aside(call), key, **filters_of(call))
    newest_first = sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True)
    return one_page(call, answer, newest_first)


def _bearer(call: Call) -> str:
    sent = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return sent.partition(" ")[2].strip()


async def _logout_of_another_session(call: Call) -> Answer:
    fresh = data_of(await aside(call).upstream("POST", "/auth/token"))
    return await aside(call).upstream(
        "POST", "/auth/logout", headers={"authorization": f"Bearer {fresh.get('accessToken', '')}"}
    )


@mutant(
    "JWT-04.lot39-only-the-first-token",
    "A logout with an access token that came from a refresh does not end the session.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _only_the_first_token(call: Call) -> Answer:
    if call.operation == "refreshToken":
        answer = await call.forward()
        if answer.ok:
            call.memory[data_of(answer)["accessToken"]] = True
        return answer
    if _bearer(call) not in call.memory:
        return await call.forward()
    # A token that has run out is refused by every operation.
    alive = await call.upstream("GET", "/webhooks", query={"pageSize": 1})
    answer = await _logout_of_another_session(call) if alive.ok else alive
    return answer if answer.ok else await call.forward()
