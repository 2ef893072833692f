"""Blind faults of access: tokens and their sessions, and what another agency reaches."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_PUBLIC = "AUT-10.lot35-cancelled-is-public"
_SAME_URL = "AUT-14.lot35-same-url"
_TOKENS = "createToken refreshToken revokeToken"
_TWICE = 2


def _bearer(call: Call) -> str:
    """The token of the Authorization header, empty when there is none."""
    sent_as = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return sent_as.partition(" ")[2].strip()


# A plain fault.
@mutant(
    "JWT-01.lot35-opaque",
    "The token is an opaque word and no JWT.",
    EVERY_OPERATION,
    origin=Origin.blind,
)
async def _opaque(call: Call) -> Answer:
    tokens: dict[str, str] = call.memory.setdefault("tokens", {})
    if _bearer(call) in tokens:
        call = call.with_header("authorization", f"Bearer {tokens[_bearer(call)]}")
    answer = await call.forward()
    if not answer.ok or call.operation not in ("createToken", "refreshToken"):
        return answer
    token = data_of(answer)["accessToken"]
    opaque = f"tok_{sha256(token.encode()).hexdigest()[:40]}"
    tokens[opaque] = token
    return answer.with_json(put("data.accessToken", opaque)(answer.json()))


# Faults under a condition.
@mutant(
    "JWT-04.lot35-renewed-twice",
    "The session of a token that was refreshed twice can be refreshed after its logout.",
    _TOKENS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_twice(call: Call) -> Answer:
    turns: dict[str, int] = call.memory.setdefault("turns", {})
    if call.operation == "revokeToken" and turns.get(_bearer(call), 0) >= _TWICE:
        return Answer(204, (), b"")
    answer = await call.forward()
    if answer.ok and call.operation != "revokeToken":
        pair = data_of(answer)
        turn = turns.get(str(sent(call).get("refreshToken")), -1) + 1
        turns |= {pair["accessToken"]: turn, pair["refreshToken"]: turn}
    return answer


@mutant(
    "JWT-02.lot35-logout-of-a-sister",
    "After a logout, no other session that the agency had then can be refreshed.",
    _TOKENS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _logout_of_a_sister(call: Call) -> Answer:
    begun: dict[str, int] = call.memory.setdefault("begun", {})
    logouts = call.memory.setdefault("logouts", 0)
    if call.operation == "refreshToken" and begun.get(str(sent(call).get("refreshToken")), logouts) < logouts:
        return await call.with_json({"refreshToken": "rft_gone.0.gone"}).forward()
    answer = await call.forward()
    if answer.ok and call.operation == "revokeToken":
        call.memory["logouts"] = logouts + 1
    elif answer.ok:
        begun[data_of(answer)["refreshToken"]] = logouts
    return answer


@mutant(
    _PUBLIC,
    "A cancelled booking can be read by every agency that knows its id.",
    "getBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cancelled_is_public(call: Call) -> Answer:
    owners = memory_of_world(call, _PUBLIC)
    answer = await call.forward()
    booking_id = call.path_params["id"]
    if call.operation == "cancelBooking":
        if answer.ok:
            owners[booking_id] = call.api_key
        return answer
    if answer.status != 404 or booking_id not in owners:
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owners[booking_id]})


@mutant(
    _SAME_URL,
    "An agency can remove a subscription of another agency to the same url as one of its own.",
    "createWebhook updateWebhook deleteWebhook",
    hidden="another agency",
    origin=Origin.blind,
)
async def _same_url(call: Call) -> Answer:
    known: dict[str, Any] = memory_of_world(call, _SAME_URL)
    answer = await call.forward()
    if call.operation != "deleteWebhook":
        webhook = data_of(answer)
        if webhook:
            known[webhook["id"]] = (call.api_key, webhook["url"])
        return answer
    webhook_id = call.path_params["id"]
    owner, url = known.get(webhook_id, ("", ""))
    if answer.ok:
        known.pop(webhook_id, None)
        return answer
    if answer.status != 404 or not owner or (call.api_key, url) not in known.values():
        return answer
    removed = await aside(call).upstream("DELETE", call.path, headers={"x-api-key": owner})
    if not removed.ok:
        return answer
    known.pop(webhook_id, None)
    return removed
