"""One operation, from a routed request to its answer: read, run in one transaction, check, commit, send.

The answer is checked against the contract before the transaction commits. An answer that breaks it is our fault:
nothing is written, it is logged and counted, and the caller gets a 500 problem.
"""

import hashlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from starlette.concurrency import run_in_threadpool

from mock_server.api.bodies import write_json
from mock_server.api.calls import Answer, Call
from mock_server.api.contract import Contract, OperationPlan
from mock_server.api.frame import RoutedAPI, RoutedMiddleware
from mock_server.api.parameters import findings_of
from mock_server.api.problems import Finding, Problem
from mock_server.api.requests import RequestReader
from mock_server.clock import wall_clock
from mock_server.services.remembered_answers import recall, remember
from mock_server.services.worlds import opened
from mock_server.storage.courses import CourseBook
from mock_server.storage.remembered_answers import RememberedAnswer
from mock_server.storage.store import Session, Store

logger = logging.getLogger("teesheet")

IDEMPOTENCY_KEY = "Idempotency-Key"


@dataclass(frozen=True, slots=True)
class FromCourses:
    """An operation that needs no state."""

    handler: Callable[[Call, CourseBook], Answer]


@dataclass(frozen=True, slots=True)
class FromWorld:
    """An operation on the state of the caller's world."""

    handler: Callable[[Call, Session], Answer]
    writes: bool


@dataclass(slots=True)
class Faults:
    """How often this process was at fault since it started."""

    response_contract_violations: int = 0
    internal_errors: int = 0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What every operation shares."""

    store: Store
    handlers: Mapping[str, FromCourses | FromWorld]
    max_body_bytes: int
    faults: Faults = field(default_factory=Faults)


@dataclass(frozen=True, slots=True)
class Written:
    """An answer as it goes over the wire."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Operation:
    """One operation of the contract, ready to answer."""

    def __init__(self, plan: OperationPlan, served: FromCourses | FromWorld, around: Surroundings) -> None:
        self.plan = plan
        self.served = served
        self.around = around
        self.reader = RequestReader(plan, around.max_body_bytes)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers one request. Raises Problem or a Refusal, which the edge turns into an answer."""
        call, headers = await self.reader.read(scope, receive)
        key = headers.get(IDEMPOTENCY_KEY)
        if self.around.store.waits_for_network:
            written = await run_in_threadpool(self.run, call, key)
        else:
            written = self.run(call, key)
        await send_written(send, written)

    def run(self, call: Call, idempotency_key: str | None) -> Written:
        """The answer to a call, with what it changes committed."""
        if isinstance(self.served, FromCourses):
            return self.checked(self.served.handler(call, self.around.store.courses))
        with opened(self.around.store, call.caller.world, wall_clock(), writes=self.served.writes) as session:
            if idempotency_key is None:
                return self.checked(self.served.handler(call, session))
            return self._once(call, session, idempotency_key, self.served.handler)

    def _once(self, call: Call, session: Session, key: str, handler: Callable[[Call, Session], Answer]) -> Written:
        """The answer given before under this key, or a new one to be remembered. Assumption A-11."""
        fingerprint = hashlib.sha256(write_json([self.plan.operation_id, call.address, call.body])).hexdigest()
        known = recall(session, call.caller.agency, key, fingerprint)
        if known is not None:
            return Written(known.status, {**known.headers, "Idempotency-Replayed": "true"}, known.body)
        written = self.checked(handler(call, session))
        answer = RememberedAnswer(fingerprint, written.status, written.headers, written.body)
        remember(session, call.caller.agency, key, answer)
        return written

    def checked(self, answer: Answer) -> Written:
        """The answer, written. Raises Problem response_contract_violation where it breaks the contract."""
        raw = b"" if answer.body is None else write_json(answer.body)
        findings = self._violations(answer, raw)
        if findings:
            self.around.faults.response_contract_violations += 1
            logger.error("%s broke the contract: %s", self.plan.operation_id, findings[:5])
            detail = (
                f"The answer of {self.plan.operation_id} breaks the contract. Nothing was written. Please report it."
            )
            raise Problem("response_contract_violation", detail, findings)
        headers = dict(answer.headers)
        if raw:
            headers["Content-Type"] = answer.media_type
        return Written(answer.status, headers, raw)

    def _violations(self, answer: Answer, raw: bytes) -> list[Finding]:
        """What is wrong with an answer: with its status, its headers, and the very bytes that leave."""
        response = self.plan.responses.get(str(answer.status))
        if response is None:
            return [Finding("/body", "status", f"The status {answer.status} is not in the contract.")]
        missing = response.required_headers - answer.headers.keys() - {"X-Request-Id"}
        findings = [Finding(f"/header/{name}", "required", "The header is missing.") for name in sorted(missing)]
        if not raw:
            return findings + ([Finding("/body", "required", "The body is missing.")] if response.bodies else [])
        validator = response.bodies.get(answer.media_type)
        if validator is None:
            return [*findings, Finding("/body", "media_type", f"{answer.media_type} is not in the contract.")]
        return findings + findings_of(validator, orjson.loads(raw), "/body")


async def send_written(send: Any, written: Written) -> None:
    """Sends an answer over ASGI."""
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in written.headers.items()]
    if written.status != 204:
        headers.append((b"content-length", str(len(written.body)).encode()))
    await send({"type": "http.response.start", "status": written.status, "headers": headers})
    await send({"type": "http.response.body", "body": written.body})


class OperationsAPI(RoutedAPI[Any]):  # type: ignore[misc]  # Connexion carries no types.
    """Connexion's registry of operations, filled with ours."""

    def __init__(self, *arguments: Any, contract: Contract, around: Surroundings, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.contract = contract
        self.around = around
        self.add_paths()

    def make_operation(self, operation: Any) -> Operation:
        """The operation with this id: built, or answered from the contract's example."""
        plan = self.contract.operations[operation.operation_id]
        return Operation(plan, self.around.handlers[plan.operation_id], self.around)


class Operations(RoutedMiddleware[OperationsAPI]):  # type: ignore[misc]  # Connexion carries no types.
    """The innermost application: every routed and authenticated request ends here."""

    api_cls = OperationsAPI

    def __init__(self) -> None:
        super().__init__(None)
