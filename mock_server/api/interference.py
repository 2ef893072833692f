"""Interferes with a request on purpose: rules, a rate limit and the settings of a world, and reserved last names.

This module wraps the normal way of a request (`operations.py`) from outside.
"""

import asyncio
import json
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

from mock_server.api.alternatives import clamped_query, varied, with_hold_from_header
from mock_server.api.bodies import Receive, read_body
from mock_server.api.calls import Call, Written
from mock_server.api.contract import OperationPlan
from mock_server.api.exchanges import Exchange
from mock_server.api.problems import Problem
from mock_server.api.requests import RequestReader
from mock_server.api.rivals import move_price, outrun
from mock_server.api.security import CALLER, Caller
from mock_server.api.transactions import Surroundings, Transact
from mock_server.clock import wall_clock
from mock_server.domain import magic
from mock_server.domain.magic import MagicEffect, MagicName
from mock_server.domain.rules import (
    AddLatency,
    AnswerProblem,
    AnswerStatus,
    DropConnection,
    DropMoment,
    Effect,
    Interference,
    Malformed,
    MovePrice,
    RequestQuota,
    RetryAfterForm,
    RivalBookings,
    SpoilBody,
)
from mock_server.services.interference import Quota, count_against_limit, interferences_with
from mock_server.services.worlds import opened
from mock_server.storage.sessions import World

# The contract demands Retry-After. Its largest value is the wait for a quota that never refills.
_NEVER_IN_SECONDS = 2**31 - 1


class ConnectionCut(Exception):
    """The connection ends here, without an answer."""


def obeying_reserved_names(transact: Transact) -> Transact:
    """*transact*, wrapped by the effects that the last name of the lead player has on the connection."""

    async def obeying(call: Call, exchange: Exchange, world: World | None) -> Written:
        asked = _asked_by_name(call)
        if not asked:
            return await transact(call, exchange, world)
        await _act_before(asked, exchange)
        return _spoilt(await transact(call, exchange, world), asked)

    return obeying


class InterferedAnswers:
    """The answers of one operation in worlds with rules, a rate limit or alternative answers."""

    def __init__(self, plan: OperationPlan, reader: RequestReader, transact: Transact, around: Surroundings) -> None:
        self._plan = plan
        self._reader = reader
        self._transact = transact
        self._around = around

    async def answer(self, scope: Any, receive: Any, exchange: Exchange, world: World) -> Written:
        """The answer to one request. Raises Problem, a Refusal or ConnectionCut."""
        exchange.settings = world.settings
        interferences, quota = await self._around.store.in_turn(self._meet, scope[CALLER], world)
        if quota is not None:
            exchange.added_headers |= _rate_headers(quota)
        if any(isinstance(interference.effect, AddLatency) for interference in interferences):
            receive = await _read_already(receive, self._around.max_body_bytes)
        try:
            if quota is not None:
                _require_within(quota)
            written = await _act_before(interferences, exchange)
        except (Problem, ConnectionCut):
            await self._read_unanswered(receive, exchange)
            raise
        if written is not None:
            await self._read_unanswered(receive, exchange)
        else:
            written = await self._varied(scope, receive, exchange, world, interferences)
        return _spoilt(written, interferences)

    async def _read_unanswered(self, receive: Any, exchange: Exchange) -> None:
        """Reads the body of a request that a rule answers. The journal shows the body, and the client sees the end of a
        connection that is cut: an unread request could end in a reset instead.
        """
        with suppress(Problem):
            exchange.request_body = await read_body(receive, self._around.max_body_bytes)

    def _meet(self, caller: Caller, world: World) -> tuple[list[Interference], Quota | None]:
        """What the rules of the world do to this request, and how much of its rate limit the agency has used."""
        limit = world.settings.rate_limit
        if not world.rules and limit is None:
            return [], None
        with opened(self._around.store, world.name, wall_clock(), writes=True) as session:
            interferences = interferences_with(session, self._plan.operation_id, caller.agency)
            return interferences, None if limit is None else count_against_limit(session, caller.agency, limit)

    async def _varied(
        self, scope: Any, receive: Any, exchange: Exchange, world: World, interferences: Sequence[Interference]
    ) -> Written:
        """The answer of the operation, in the form that the world has chosen."""
        call = await self._read_varied(scope, receive, world)
        for interference in interferences:
            if isinstance(interference.effect, RivalBookings):
                await self._around.store.in_turn(outrun, self._around.store, call, interference.effect.leave)
            if isinstance(interference.effect, MovePrice):
                await self._around.store.in_turn(move_price, self._around.store, call, interference.effect.percent)
        written = await self._transact(call, exchange, world)
        return varied(written, self._schema(written.status), self._around.document, world.settings)

    async def _read_varied(self, scope: Any, receive: Any, world: World) -> Call:
        query = clamped_query(scope["query_string"], self._reader.parameters.query, world.settings)
        call = await self._reader.read({**scope, "query_string": query}, receive)
        if self._plan.operation_id == "createBooking":
            call = with_hold_from_header(call, scope["headers"], world.settings)
        return call

    def _schema(self, status: int) -> Any:
        """The schema of the body of a status; {} if it has no body."""
        response = self._plan.response(status)
        return {} if response is None else response.schemas.get("application/json", {})


async def _read_already(receive: Receive, limit: int) -> Receive:
    """Reads the body now and gives it later: a client that goes away during a latency has sent its request."""
    body = await read_body(receive, limit)

    async def give() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    return give


_NAMED_EFFECTS: Mapping[MagicEffect, Callable[[MagicName], Effect]] = {
    MagicEffect.SLOW_ANSWER: lambda name: AddLatency(int(name.delay.total_seconds() * 1000)),
    MagicEffect.UNAVAILABLE: lambda name: AnswerProblem("unavailable", int(name.delay.total_seconds())),
    MagicEffect.SERVER_ERROR: lambda _name: AnswerProblem("internal_error"),
    MagicEffect.RATE_LIMITED: lambda name: AnswerProblem("rate_limited", int(name.delay.total_seconds())),
    MagicEffect.CONNECTION_DROPPED: lambda _name: DropConnection(DropMoment.AFTER),
}


def _asked_by_name(call: Call) -> list[Interference]:
    """The effects on the connection that the last name of the lead player asks for, if there is a lead player."""
    lead = call.body.get("leadPlayer") if isinstance(call.body, dict) else None
    last_name = lead.get("lastName") if isinstance(lead, dict) else None
    name = magic.magic_of(last_name) if isinstance(last_name, str) else None
    if name is None or name.effect not in _NAMED_EFFECTS:
        return []
    return [Interference(name.name, _NAMED_EFFECTS[name.effect](name))]


async def _act_before(interferences: Sequence[Interference], exchange: Exchange) -> Written | None:
    """Acts before the request takes effect. Returns the answer that a rule gives instead, or None to go on.

    Raises Problem or ConnectionCut.
    """
    for interference in interferences:
        exchange.rules.append(interference.rule)
        match interference.effect:
            case AddLatency(milliseconds):
                await asyncio.sleep(milliseconds / 1000)
            case AnswerProblem() as provoked:
                raise _provoked(provoked, interference.rule)
            case RequestQuota(requests):
                raise _quota_used_up(requests, interference.rule)
            case AnswerStatus(status, body):
                return Written(status, {"Content-Type": _kind_of(body)} if body else {}, body.encode())
            case DropConnection(DropMoment.BEFORE):
                raise ConnectionCut
    return None


def _kind_of(body: str) -> str:
    """The media type of a body that a rule gives: a gateway writes a page of HTML or a plain text."""
    return f"text/{'html' if body.startswith('<') else 'plain'}; charset=utf-8"


def _spoilt(written: Written, interferences: Sequence[Interference]) -> Written:
    """The answer as it is sent, after the request took effect. Raises ConnectionCut."""
    for interference in interferences:
        match interference.effect:
            case DropConnection(DropMoment.AFTER):
                raise ConnectionCut
            case SpoilBody(form):
                written = replace(written, body=_SPOILERS[form](written.body))
    return written


def _require_within(quota: Quota) -> None:
    """Refuses a request beyond the rate limit of its world. Assumption A-53."""
    if quota.is_exceeded:
        raise _too_many(quota.resets_in, f"{quota.limit.requests} requests in {quota.limit.seconds} s are allowed")


def _rate_headers(quota: Quota) -> dict[str, str]:
    """What the agency has left of its limit, in the form of the IETF draft on rate limit headers. Assumption A-53.

    Every answer under a limit has these headers, refusals included.
    """
    return {
        "RateLimit-Policy": f'"agency";q={quota.limit.requests};w={quota.limit.seconds}',
        "RateLimit": f'"agency";r={max(quota.remaining, 0)};t={quota.resets_in}',
    }


def _too_many(seconds: int, rule: str) -> Problem:
    detail = f"{rule}. Wait {seconds} s and send the request again."
    return Problem("rate_limited", detail, headers={"Retry-After": str(seconds)})


def _quota_used_up(requests: int, rule: str) -> Problem:
    detail = (
        f"Rule {rule} let {requests} requests pass and refuses every further request. The quota never refills, so "
        f"waiting does not help. Remove the rule with DELETE /_sandbox/v1/rules/{rule}."
    )
    return Problem("rate_limited", detail, headers={"Retry-After": str(_NEVER_IN_SECONDS)})


def _provoked(provoked: AnswerProblem, rule: str) -> Problem:
    seconds = max(provoked.retry_after_seconds, 1)
    detail = f"{rule} asks for this answer. Nothing was written. {_without(rule)}"
    waits = provoked.code in ("rate_limited", "unavailable")
    return Problem(provoked.code, detail, headers={"Retry-After": _retry_after(provoked, seconds)} if waits else {})


def _without(rule: str) -> str:
    """How the caller gets the usual answer: *rule* is the id of a rule, or a reserved last name."""
    if magic.magic_of(rule) is not None:
        return "Send another last name of the lead player for the usual answer."
    return f"Remove the rule with DELETE /_sandbox/v1/rules/{rule} for the usual answer."


def _retry_after(provoked: AnswerProblem, seconds: int) -> str:
    """Seconds, or a date of HTTP. A date has whole seconds, so it is rounded up."""
    if provoked.retry_after_form is RetryAfterForm.DATE:
        return format_datetime(wall_clock().replace(microsecond=0) + timedelta(seconds=seconds + 1), usegmt=True)
    return str(seconds)


def _with_wrong_types(raw: bytes) -> bytes:
    """The same JSON with every string a number and every number a string."""
    return json.dumps(_swapped(json.loads(raw))).encode() if raw else raw


def _swapped(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _swapped(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_swapped(item) for item in value]
    if isinstance(value, str):
        return len(value)
    return value if isinstance(value, bool) or value is None else str(value)


_SPOILERS = {
    Malformed.TRUNCATED: lambda raw: raw[: len(raw) // 2],
    Malformed.NOT_JSON: lambda _raw: b"<html><body>Bad gateway</body></html>",
    Malformed.EMPTY: lambda _raw: b"",
    Malformed.WRONG_TYPES: _with_wrong_types,
}
