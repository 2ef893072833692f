"""Blind faults of the forty-eighth lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import a_refusal_for_a_missing_key
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS

_LEFT_OVER = "AUT-10.lot48-cancelled-for-everybody"
_SCHEME = "Bearer "


@mutant(
    _LEFT_OVER,
    "A cancelled booking can be read by every agency that knows its id.",
    "createBooking confirmBookingHook getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cancelled_for_everybody(call: Call) -> Answer:
    owners = memory_of_world(call, _LEFT_OVER)
    answer = await call.forward()
    if call.operation != "getBooking":
        if booking := data_of(answer):
            owners[booking["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.ok or owner is None or not call.api_key:
        return answer
    seen = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return seen if data_of(seen).get("status") == "cancelled" else answer


@mutant(
    "AUT-07.lot48-capitals-at-webhooks",
    "The operations of webhooks do not know the key under a header name in capitals.",
    WEBHOOK_OPERATIONS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _capitals_at_webhooks(call: Call) -> Answer:
    if "X-API-KEY" in call.header_names:
        return await a_refusal_for_a_missing_key(call)
    return await call.forward()


def _bearer(call: Call) -> str:
    """The access token of a call, empty when it has none."""
    found = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return found.removeprefix(_SCHEME)


@mutant(
    "JWT-02.lot48-old-token-again",
    "A refresh answers with the access token that it should replace.",
    "createToken refreshToken revokeToken",
    origin=Origin.blind,
)
async def _old_token_again(call: Call) -> Answer:
    shown: dict[str, str] = call.memory.setdefault("shown", {})
    latest: dict[str, str] = call.memory.setdefault("latest", {})
    if call.operation == "revokeToken" and _bearer(call) in latest:
        call = call.with_header("authorization", _SCHEME + latest[_bearer(call)])
    answer = await call.forward()
    pair = data_of(answer)
    if not pair:
        return answer
    old = shown.get(str(sent(call).get("refreshToken")))
    shown[pair["refreshToken"]] = old or pair["accessToken"]
    if old is None:
        return answer
    latest[old] = pair["accessToken"]
    return answer.with_json(put("data.accessToken", old)(answer.json()))


@mutant(
    "JWT-04.lot48-refreshed-session-lives-on",
    "A session that was refreshed before can be refreshed after its logout.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_session_lives_on(call: Call) -> Answer:
    known: dict[str, str] = call.memory.setdefault("known", {})
    turned: set[str] = call.memory.setdefault("turned", set())
    ended: set[str] = call.memory.setdefault("ended", set())
    answer = await call.forward()
    named = str(sent(call).get("refreshToken"))
    if call.operation == "refreshToken" and not answer.ok and named in ended:
        ended.discard(named)
        answer = await aside(call).upstream("POST", "/auth/token")
    pair: dict[str, Any] = data_of(answer)
    if pair:
        known[pair["accessToken"]] = pair["refreshToken"]
    if pair and call.operation == "refreshToken":
        turned.add(pair["refreshToken"])
    if call.operation == "revokeToken" and answer.ok and known.get(_bearer(call)) in turned:
        ended.add(known[_bearer(call)])
    return answer
