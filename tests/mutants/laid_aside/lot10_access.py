"""Blind faults of the tenth lot: tokens, keys, and what other agencies see."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import all_bookings, memory_of_all, memory_of_world
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


def _session(refresh_token: object) -> str:
    """The session that a refresh token belongs to: it stays the same when the token is refreshed."""
    return str(refresh_token).partition(".")[0]


@mutant(
    "JWT-03.lot10-every-session",
    "A logout ends every token session of the agency.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _every_session(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    open_ones: set[str] = call.memory.setdefault("open", set())
    ended: set[str] = call.memory.setdefault("ended", set())
    if call.operation == "createToken":
        open_ones.add(_session(answer.json()["data"]["refreshToken"]))
    elif call.operation == "revokeToken":
        ended |= open_ones
        open_ones.clear()
    elif _session(sent(call).get("refreshToken")) in ended:
        return await a_refusal(aside(call), 401, "token_invalid", "The session has ended.")
    return answer


_KEYLESS = "AUT-04.lot10-refresh-token-is-enough"


@mutant(
    _KEYLESS,
    "A token can be refreshed without the key.",
    "createToken refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refresh_token_is_enough(call: Call) -> Answer:
    keys = memory_of_all(_KEYLESS)
    if call.operation == "refreshToken" and not call.api_key:
        key = keys.get(_session(sent(call).get("refreshToken")))
        return await (call.with_header("x-api-key", key) if key else call).forward()
    answer = await call.forward()
    if answer.ok and call.operation == "createToken":
        keys[_session(answer.json()["data"]["refreshToken"])] = call.api_key
    return answer


_WAITING = "AUT-09.lot10-waiting-with-dates"


@mutant(
    _WAITING,
    "A list of pending bookings with dates shows those of every agency.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _waiting_with_dates(call: Call) -> Answer:
    answer = await call.forward()
    keys = memory_of_world(call, _WAITING)
    if answer.ok and call.operation == "createBooking":
        keys[call.api_key] = True
    if not answer.ok or call.operation != "listBookings":
        return answer
    if call.query.get("status") != "pending" or not has_dates(call):
        return answer
    found = await every_booking(aside(call), status="pending")
    for key in keys.keys() - {call.api_key}:
        found += await all_bookings(aside(call), key, status="pending")
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])
