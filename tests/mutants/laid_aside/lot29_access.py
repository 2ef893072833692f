"""Blind faults of keys, tokens and agencies."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import has_all
from tests.mutants.parts.borrowed import ANYBODY, a_refusal_for_a_missing_key
from tests.mutants.parts.pretending import all_bookings, data_of, filters_of, memory_of_world, paged
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_EITHER = "AUT-09.lot29-and-before-or"

# A plain fault.
request_change(
    "AUT-04.lot29-open-token-route",
    "POST /auth/token gives a token without an API key.",
    "createToken",
    lambda call: call.with_header("x-api-key", ANYBODY),
    when=lambda call: not call.api_key,
    origin=Origin.blind,
)


def _authorization(call: Call) -> str:
    return next((value for name, value in call.headers if name.lower() == "authorization"), "")


# Faults under a condition.
@mutant(
    "JWT-04.lot29-logout-of-the-old-token",
    "A session that was refreshed once can still be refreshed after its logout.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _logout_of_the_old_token(call: Call) -> Answer:
    refreshed: set[str] = call.memory.setdefault("refreshed", set())
    if call.operation == "refreshToken":
        answer = await call.forward()
        refreshed.add(f"Bearer {data_of(answer).get('accessToken')}")
        return answer
    if _authorization(call) not in refreshed:
        return await call.forward()
    other = data_of(await aside(call).upstream("POST", "/auth/token"))
    return await aside(call).upstream(
        "POST", "/auth/logout", headers={"authorization": f"Bearer {other.get('accessToken')}"}
    )


@mutant(
    "AUT-08.lot29-token-from-now-on",
    "An agency with an open token session cannot book with its API key alone.",
    "createToken revokeToken createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _token_from_now_on(call: Call) -> Answer:
    if call.operation == "createBooking" and call.memory.get("open") and not _authorization(call):
        return await a_refusal_for_a_missing_key(call)
    answer = await call.forward()
    if answer.ok and call.operation != "createBooking":
        call.memory["open"] = call.operation == "createToken"
    return answer


@mutant(
    _EITHER,
    "A booking list with status and startDate shows the bookings of other agencies that fit, too.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _and_before_or(call: Call) -> Answer:
    keys: dict[str, bool] = memory_of_world(call, _EITHER)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            keys[call.api_key] = True
        return answer
    if not answer.ok or not has_all(call, "status", "startDate") or not any(key != call.api_key for key in keys):
        return answer
    found = await all_bookings(call, **filters_of(call))
    for key in keys:
        if key != call.api_key:
            found += await all_bookings(call, key, **filters_of(call))
    return paged(answer, found)
