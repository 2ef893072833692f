"""Does to a request what a rule, a rate limit or a reserved last name asks for."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mock_server.api.answers import Written
from mock_server.api.calls import Call
from mock_server.api.exchanges import Exchange
from mock_server.api.problems import Problem
from mock_server.domain import magic
from mock_server.domain.rules import Action, Effect, Malformed, When
from mock_server.services.interference import Quota


class ConnectionCut(Exception):
    """The connection ends here, without an answer."""


_MAGIC_EFFECTS: Mapping[magic.Effect, Effect] = {
    magic.Effect.SLOW_ANSWER: Effect(Action.LATENCY),
    magic.Effect.UNAVAILABLE: Effect(Action.PROBLEM, "unavailable"),
    magic.Effect.SERVER_ERROR: Effect(Action.PROBLEM, "internal_error"),
    magic.Effect.RATE_LIMITED: Effect(Action.PROBLEM, "rate_limited"),
    magic.Effect.CONNECTION_DROPPED: Effect(Action.DROP, When.AFTER),
}


def magic_effects(call: Call) -> list[Effect]:
    """What the last name of the lead player asks of the connection, if the request names one."""
    lead = call.body.get("leadPlayer") if isinstance(call.body, dict) else None
    name = magic.magic_of(lead["lastName"]) if lead else None
    if name is None or name.effect not in _MAGIC_EFFECTS:
        return []
    return [replace(_MAGIC_EFFECTS[name.effect], number=int(name.delay.total_seconds() * 1000), rule=name.name)]


async def interfere(effects: Sequence[Effect], exchange: Exchange) -> Written | None:
    """Acts before the request takes effect. The answer that a rule gives in its place, or None to go on.

    Raises Problem or ConnectionCut.
    """
    for effect in effects:
        exchange.rules.append(effect.rule)
        if effect.action is Action.LATENCY:
            await asyncio.sleep(effect.number / 1000)
        elif effect.action is Action.PROBLEM:
            raise _provoked(effect)
        elif effect.action is Action.QUOTA:
            raise _too_many(1, f"The quota of {effect.number} requests is used up")
        elif effect.action is Action.STATUS:
            headers = {"Content-Type": "text/plain; charset=utf-8"} if effect.value else {}
            return Written(effect.number, headers, effect.value.encode())
        elif effect.action is Action.DROP and effect.value == When.BEFORE:
            raise ConnectionCut
    return None


def spoilt(written: Written, effects: Sequence[Effect]) -> Written:
    """The answer as it leaves, after the request took effect. Raises ConnectionCut."""
    for effect in effects:
        if effect.action is Action.DROP and effect.value == When.AFTER:
            raise ConnectionCut
        if effect.action is Action.MALFORMED:
            written = replace(written, body=_SPOILERS[Malformed(effect.value)](written.body))
    return written


def require_within(quota: Quota) -> None:
    """Refuses a request beyond the rate limit of its world. Assumption A-53."""
    if quota.is_exceeded:
        raise _too_many(quota.resets_in, f"{quota.limit.requests} requests in {quota.limit.seconds} s are allowed")


def rate_headers(quota: Quota) -> dict[str, str]:
    """Where the agency stands, as the IETF draft on rate limit headers writes it."""
    return {
        "RateLimit-Policy": f'"agency";q={quota.limit.requests};w={quota.limit.seconds}',
        "RateLimit": f'"agency";r={max(quota.remaining, 0)};t={quota.resets_in}',
    }


def _too_many(seconds: int, rule: str) -> Problem:
    detail = f"{rule}. Wait {seconds} s and send the request again."
    return Problem("rate_limited", detail, headers={"Retry-After": str(seconds)})


def _provoked(effect: Effect) -> Problem:
    if effect.value == "rate_limited":
        return _too_many(max(effect.number // 1000, 1), f"{effect.rule} asks for it")
    headers = {"Retry-After": str(max(effect.number // 1000, 1))} if effect.value == "unavailable" else {}
    return Problem(effect.value, f"{effect.rule} asks for this answer. Nothing was written.", headers=headers)


def _with_wrong_types(raw: bytes) -> bytes:
    """The same JSON with every string a number and every number a string."""
    return json.dumps(_swapped(json.loads(raw))).encode() if raw else raw


def _swapped(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _swapped(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_swapped(each) for each in value]
    if isinstance(value, str):
        return len(value)
    return value if isinstance(value, bool) or value is None else str(value)


_SPOILERS = {
    Malformed.TRUNCATED: lambda raw: raw[: len(raw) // 2],
    Malformed.NOT_JSON: lambda _raw: b"<html><body>Bad gateway</body></html>",
    Malformed.EMPTY: lambda _raw: b"",
    Malformed.WRONG_TYPES: _with_wrong_types,
}
