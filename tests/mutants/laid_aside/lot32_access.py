"""Blind faults of keys, of agencies and of tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import asks
from tests.mutants.parts.pretending import all_bookings, data_of, filters_of, memory_of_all, memory_of_world, paged
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_BRACKET = "AUT-09.lot32-bracket-forgotten"
_OWNER = "AUT-14.lot32-owner-looked-up-with-url"
_BEARER = "AUT-02.lot32-bearer-answers-first"


def _bearer(call: Call) -> str:
    header = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return header.partition(" ")[2].strip()


# A plain fault.
@mutant(
    "JWT-02.lot32-token-not-renewed",
    "A refresh hands out the access token of before once more.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def _token_not_renewed(call: Call) -> Answer:
    access: dict[str, str] = call.memory.setdefault("access", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    pair = data_of(answer)
    shown = access.get(str(sent(call).get("refreshToken")), str(pair["accessToken"]))
    access[pair["refreshToken"]] = shown
    return answer.with_json(answer.json() | {"data": pair | {"accessToken": shown}})


# Faults under a condition.
@mutant(
    _BRACKET,
    "A booking list with a status and an endDate shows the bookings of every agency that fit.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _bracket_forgotten(call: Call) -> Answer:
    keys: dict[str, bool] = memory_of_world(call, _BRACKET).setdefault("keys", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        keys[call.api_key] = True
        return answer
    others = sorted(set(keys) - {call.api_key})
    if not others or not asks(call, "status", "endDate"):
        return answer
    found = []
    for key in (call.api_key, *others):
        found += await all_bookings(call, key, **filters_of(call))
    return paged(answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))


@mutant(
    _OWNER,
    "An agency can change the subscription of another agency as long as it sends no url.",
    "createWebhook updateWebhook",
    hidden="another agency",
    origin=Origin.blind,
)
async def _owner_looked_up_with_url(call: Call) -> Answer:
    owners: dict[str, str] = memory_of_world(call, _OWNER).setdefault("owners", {})
    answer = await call.forward()
    if call.operation == "createWebhook":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"], call.api_key)
    if answer.status != 404 or owner == call.api_key or not sent(call) or "url" in sent(call):
        return answer
    changed = await aside(call).upstream("PUT", call.path, json=sent(call), headers={"x-api-key": owner})
    return changed if changed.ok else answer


@mutant(
    _BEARER,
    "A write without an API key is accepted when it carries a valid JWT.",
    "createToken holdTeeTime createBooking updateBooking cancelBooking createBookingHook createGroupBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _bearer_answers_first(call: Call) -> Answer:
    keys: dict[str, str] = memory_of_all(_BEARER).setdefault("keys", {})
    if call.operation == "createToken":
        answer = await call.forward()
        if answer.ok:
            keys[data_of(answer)["accessToken"]] = call.api_key
        return answer
    key = keys.get(_bearer(call))
    if call.api_key or key is None:
        return await call.forward()
    return await call.with_header("x-api-key", key).forward()


@mutant(
    "JWT-04.lot32-logout-of-the-first-turn",
    "A session that was refreshed before its logout can be refreshed after it too.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _logout_of_the_first_turn(call: Call) -> Answer:
    turns: dict[str, int] = call.memory.setdefault("turns", {})
    refresh_of: dict[str, str] = call.memory.setdefault("refresh_of", {})
    alive: dict[str, int] = call.memory.setdefault("alive", {})
    answer = await call.forward()
    token = str(sent(call).get("refreshToken"))
    if call.operation == "revokeToken":
        ended = refresh_of.get(_bearer(call), "")
        if answer.ok and turns.get(ended, 0) > 0:
            alive[ended] = turns[ended]
        return answer
    if call.operation == "refreshToken" and not answer.ok and token in alive:
        answer = await aside(call).upstream("POST", "/auth/token")
        turns[token] = alive.pop(token)
    if answer.ok:
        pair: dict[str, Any] = data_of(answer)
        turns[pair["refreshToken"]] = turns.get(token, -1) + 1
        refresh_of[pair["accessToken"]] = pair["refreshToken"]
    return answer
