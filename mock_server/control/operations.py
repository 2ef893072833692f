"""One operation of the control plane, from a routed request to its answer. It is validated like the interface.

The kind of an operation says what it works on: the server, or the world of the caller's key. The document says under
`security` who may call it: everybody, the key of a world, or the token of the administrator.
"""

import hmac
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

import orjson

from mock_server.api.answer_checks import checked
from mock_server.api.bodies import read_body
from mock_server.api.calls import Answer, Call, Written, send_written
from mock_server.api.contract import OperationPlan
from mock_server.api.exchanges import exchange_of
from mock_server.api.problems import Finding, Problem, invalid_request
from mock_server.api.requests import RequestReader, header
from mock_server.api.security import CALLER, Caller
from mock_server.clock import wall_clock
from mock_server.control.reach import Reach
from mock_server.services.worlds import opened, require_own_world
from mock_server.storage.levers import keep_lever
from mock_server.storage.sessions import Session

Result = TypeVar("Result")

NOBODY = Caller("", "")
_FOR_THE_ADMINISTRATOR = (
    "This is for the administrator: start the server with --admin-token, and send the token as Authorization: Bearer."
)


@dataclass(frozen=True, slots=True)
class OfServer:
    """An operation on the server. It can reach every world, and checks itself which worlds the caller may use."""

    handler: Callable[[Call, Reach], Answer]


@dataclass(frozen=True, slots=True)
class OfWorld:
    """An operation on the caller's world, in one transaction."""

    handler: Callable[[Call, Session], Answer]
    writes: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """An operation that waits without blocking the server."""

    handler: Callable[[Call, Reach], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Receiving:
    """An operation that takes any bytes from anybody. The handler gets the unchanged headers and the body."""

    handler: Callable[[Mapping[str, str], Sequence[tuple[str, str]], bytes, Reach], Answer]
    max_body_bytes: int


Served = OfServer | OfWorld | Waiting | Receiving


class ControlOperation:
    """One operation of the control document, ready to answer."""

    def __init__(self, plan: OperationPlan, security: list[dict[str, Any]], served: Served, reach: Reach) -> None:
        self.plan = plan
        self.schemes = {name for requirement in security for name in requirement}
        self.open_to_all = not security or {} in security
        self.served = served
        self.reach = reach
        self.reader = RequestReader(plan, reach.max_control_body_bytes)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers one request. Raises Problem or a Refusal, which the edge turns into an answer."""
        exchange_of(scope).operation = self.plan.operation_id
        if isinstance(self.served, Receiving):
            await send_written(send, await self._received(self.served, scope, receive))
            return
        scope[CALLER] = caller = self._caller(scope)
        if caller.world:
            await in_turn(self.reach, require_own_world, self.reach.store, caller.world)
        if self.plan.body is None and await read_body(receive, self.reach.max_control_body_bytes):
            raise invalid_request([Finding("/body", "unknown", "This call takes no body.")])
        call = await self.reader.read(scope, receive)
        if isinstance(self.served, Waiting):
            written = self._checked(await self.served.handler(call, self.reach))
        else:
            written = await self.reach.store.in_turn(self._run, call)
        await send_written(send, written)

    async def _received(self, served: Receiving, scope: Any, receive: Any) -> Written:
        findings = self.reader.parameters.read_path(scope["path_params"])
        if findings:
            raise invalid_request(findings)
        body = await read_body(receive, served.max_body_bytes)
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        return self._checked(await in_turn(self.reach, served.handler, scope["path_params"], headers, body, self.reach))

    def _caller(self, scope: Any) -> Caller:
        if scope["path_params"].get("world") == "self":
            return self.reach.keys.caller(scope["headers"])
        if "AdminToken" in self.schemes and is_admin(scope, self.reach):
            return self.reach.keys.caller(scope["headers"]) if header(scope, b"x-api-key") else NOBODY
        if self.open_to_all and header(scope, b"x-api-key") is None:
            return NOBODY
        if self.open_to_all or "WorldKey" in self.schemes:
            return self.reach.keys.caller(scope["headers"])
        raise Problem("token_invalid", _FOR_THE_ADMINISTRATOR)

    def _run(self, call: Call) -> Written:
        if isinstance(self.served, OfServer):
            return self._checked(self.served.handler(call, self.reach))
        assert isinstance(self.served, OfWorld)
        with opened(self.reach.store, call.caller.world, wall_clock(), writes=self.served.writes) as session:
            began = session.now
            written = self._checked(self.served.handler(call, session))
            if self.served.writes and self.plan.method != "GET":
                self._record(call, session, began)
        if self.served.writes:
            # New events, a moved clock and a restarted delivery are all reasons to wake the outbox.
            self.reach.outbox_filled()
        return written

    def _record(self, call: Call, session: Session, began: datetime) -> None:
        """Notes that this lever was moved, in the transaction that moved it."""
        body = b"" if call.body is None else orjson.dumps(call.body)
        moved = (call.caller.agency, self.plan.operation_id, self.plan.method, call.address)
        keep_lever(session, moved, body, began)

    def _checked(self, answer: Answer) -> Written:
        written = checked(self.plan, answer, self.reach.faults)
        return Written(written.status, {"Cache-Control": "no-store", **written.headers}, written.body)


def is_admin(scope: Any, reach: Reach) -> bool:
    """Whether the request comes from the administrator.

    Without a token, everybody who reaches the port is the administrator. With a file of keys, nobody is.
    """
    admin_token = reach.admin_token
    if admin_token is None:
        return reach.store.owners.are_open
    scheme, _, sent = (header(scope, b"authorization") or "").partition(" ")
    return scheme.lower() == "bearer" and hmac.compare_digest(sent.strip().encode(), admin_token.encode())


async def in_turn(reach: Reach, function: Callable[..., Result], *arguments: Any) -> Result:
    """The result of *function*, which runs where it blocks nobody."""
    return await reach.store.in_turn(function, *arguments)
