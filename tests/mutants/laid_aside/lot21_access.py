"""Blind faults of keys, tokens and the walls between agencies."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import a_refusal_for_a_missing_key, subscriptions_of
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.pretending import all_bookings, data_of, filters_of, memory_of_all, memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_EDGE_CACHE = "AUT-01.lot21-prices-from-the-edge"
_SHARED_ADDRESS = "AUT-14.lot21-shared-address"
_LOST_BRACKETS = "AUT-09.lot21-lost-brackets"


def _bearer(call: Call) -> str:
    """The token in the Authorization header, empty when there is none."""
    given = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return given.partition(" ")[2].strip()


@mutant(
    _EDGE_CACHE,
    "A price list that somebody has read is served again to a caller without a key.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _edge_cache(call: Call) -> Answer:
    cache = memory_of_all(_EDGE_CACHE)
    address = f"{call.path}?{sorted(call.query.multi_items())}"
    answer = await call.forward()
    if answer.ok:
        cache[address] = answer
        return answer
    cached = cache.get(address)
    return cached if isinstance(cached, Answer) and not call.api_key else answer


@mutant(
    "AUT-08.lot21-token-or-nothing",
    "While an agency has a token session, it cannot book with its API key alone.",
    "createToken revokeToken createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _token_or_nothing(call: Call) -> Answer:
    if call.operation == "createBooking" and call.memory.get("session") and not _bearer(call):
        return await a_refusal_for_a_missing_key(aside(call))
    answer = await call.forward()
    if answer.ok and call.operation != "createBooking":
        call.memory["session"] = call.operation == "createToken"
    return answer


@mutant(
    "JWT-04.lot21-renewed-session-lives-on",
    "A logout with a renewed token ends nothing: the session can still be refreshed.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_session_lives_on(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if call.operation == "revokeToken" and _bearer(call) in renewed:
        return Answer(204, (), b"")
    answer = await call.forward()
    if answer.ok and call.operation == "refreshToken":
        renewed.add(str(data_of(answer)["accessToken"]))
    return answer


@mutant(
    _SHARED_ADDRESS,
    "An agency is shown the subscriptions of another agency that have the same url as one of its own.",
    "createWebhook listWebhooks",
    hidden="another agency",
    origin=Origin.blind,
)
async def _shared_address(call: Call) -> Answer:
    keys: set[str] = memory_of_world(call, _SHARED_ADDRESS).setdefault("keys", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createWebhook":
        keys.add(call.api_key)
        return answer
    body = answer.json()
    own = {item["url"] for item in body["data"]}
    found: list[dict[str, Any]] = []
    for key in sorted(keys - {call.api_key}):
        found += list(await subscriptions_of(aside(call).with_header("x-api-key", key)))
    shared = [item for item in found if item["url"] in own]
    if not shared:
        return answer
    body["data"] += shared
    body["meta"]["pagination"]["totalItems"] += len(shared)
    return answer.with_json(body)


@mutant(
    _LOST_BRACKETS,
    "A booking list with a status and a start date shows the matching bookings of other agencies too.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _lost_brackets(call: Call) -> Answer:
    keys: set[str] = memory_of_world(call, _LOST_BRACKETS).setdefault("keys", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        keys.add(call.api_key)
        return answer
    others = keys - {call.api_key}
    if not others or "status" not in call.query or "startDate" not in call.query:
        return answer
    found: list[dict[str, Any]] = []
    for key in [call.api_key, *sorted(others)]:
        found += await all_bookings(aside(call), key, **filters_of(call))
    return one_page(call, answer, sorted(found, key=lambda item: str(item["createdAt"]), reverse=True))
