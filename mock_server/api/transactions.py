"""Runs one call in one transaction: authorizes, handles, checks the answer against the contract, then commits.

An answer that breaks the contract is our fault: nothing is written, the fault is logged and counted, and the caller
gets a 500 problem.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mock_server.api.bodies import write_json
from mock_server.api.calls import Answer, Call, Written
from mock_server.api.contract import OperationPlan
from mock_server.api.exchanges import Exchange
from mock_server.api.mappings import UNTRANSLATED, Translation
from mock_server.clock import wall_clock
from mock_server.services.remembered_answers import recall, remember
from mock_server.services.tokens import require_presented, require_token
from mock_server.services.worlds import opened
from mock_server.storage.courses import CourseBook
from mock_server.storage.remembered_answers import RememberedAnswer
from mock_server.storage.sessions import Session, World
from mock_server.storage.store import Store

IDEMPOTENCY_KEY = "Idempotency-Key"
# How many answers about courses an operation keeps. Each has some 10 KB.
KEPT_ANSWERS = 128


@dataclass(frozen=True, slots=True)
class FromCourses:
    """An operation that needs no state."""

    handler: Callable[[Call, CourseBook], Answer]


@dataclass(frozen=True, slots=True)
class FromWorld:
    """An operation on the state of the caller's world.

    *is_about_courses* says that its answers have only public data of courses.
    """

    handler: Callable[[Call, Session], Answer]
    writes: bool
    is_about_courses: bool = False


Transact = Callable[[Call, Exchange, World | None], Awaitable[Written]]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The parts of the server that every operation shares.

    *translation* translates between the contract and the code. *check* writes an answer, or raises an exception if the
    contract does not allow it. *guard* wraps the transactions of an operation.
    """

    store: Store
    max_body_bytes: int
    document: Mapping[str, Any]
    translation: Translation
    check: Callable[[OperationPlan, Answer], Written]
    guard: "Callable[[OperationPlan, Transact, Surroundings], Transact]"
    outbox_filled: Callable[[], None] = lambda: None


class Transaction:
    """Answers the valid calls of one operation, each in a transaction of its own."""

    def __init__(self, plan: OperationPlan, served: FromCourses | FromWorld, around: Surroundings) -> None:
        self._plan = plan
        self._served = served
        self._around = around
        self._answers: dict[Any, Written] = {}

    async def answer(self, call: Call, exchange: Exchange, world: World | None) -> Written:
        """The answer to *call*, with its changes committed. *world* is the caller's world, if anybody has used it."""
        return await self._around.store.in_turn(self._run, call, exchange, world)

    def _run(self, call: Call, exchange: Exchange, world: World | None) -> Written:
        if isinstance(self._served, FromCourses):
            self._require_token(call)
            return self._of_courses(call, self._served.handler)
        if self._plan.needs_token:
            require_presented(call.authorization)
        store, key = self._around.store, call.headers.get(IDEMPOTENCY_KEY)
        # An answer that may be repeated is stored, even if the operation itself writes nothing.
        writes = self._served.writes or key is not None
        with opened(store, call.caller.world, wall_clock(), writes=writes, world=world) as session:
            exchange.at, exchange.events = session.now, session.emitted
            if key is None:
                written = self._checked(_authorized(call, session, self._served.handler))
            else:
                written = self._once(call, session, key, self._served.handler)
        if session.emitted:
            self._around.outbox_filled()
        return written

    def _of_courses(self, call: Call, handler: Callable[[Call, CourseBook], Answer]) -> Written:
        """The answer to a call that needs no state. Courses never change, so it is written and checked once."""
        query = [(name, tuple(value) if isinstance(value, list) else value) for name, value in call.query.items()]
        asked = (call.address, tuple(query), call.sent)
        written = self._answers.get(asked)
        if written is None:
            written = self._checked(handler(call, self._around.store.courses))
            if len(self._answers) >= KEPT_ANSWERS:
                self._answers.clear()
            self._answers[asked] = written
        return written

    def _once(self, call: Call, session: Session, key: str, handler: Callable[[Call, Session], Answer]) -> Written:
        """The earlier answer under this key, or a new answer that is then remembered. Assumption A-11."""
        fingerprint = hashlib.sha256(write_json([self._plan.operation_id, call.address, call.body])).hexdigest()
        known = recall(session, call.caller.agency, key, fingerprint)
        if known is not None:
            return Written(known.status, {**known.headers, "Idempotency-Replayed": "true"}, known.body)
        written = self._checked(_authorized(call, session, handler))
        answer = RememberedAnswer(fingerprint, written.status, written.headers, written.body)
        remember(session, call.caller.agency, key, answer)
        return written

    def _require_token(self, call: Call) -> None:
        """Refuses a bad token at an operation without state, which does not open a world by itself."""
        if call.authorization is not None:
            with opened(self._around.store, call.caller.world, wall_clock(), writes=False) as session:
                require_token(session, call.caller.agency, call.authorization)

    def _checked(self, answer: Answer) -> Written:
        translation = self._around.translation
        translated = answer if translation is UNTRANSLATED else translation.answer(self._plan, answer)
        return self._around.check(self._plan, translated)


def _authorized(call: Call, session: Session, handler: Callable[[Call, Session], Answer]) -> Answer:
    """The answer of the handler, if the token beside the key is valid. A token is optional."""
    if call.authorization is not None:
        require_token(session, call.caller.agency, call.authorization)
    return handler(call, session)
