"""One operation, from a routed request to its answer: read, run in one transaction, check, commit, send.

The answer is checked against the contract before the transaction commits. An answer that breaks it is our fault:
nothing is written, it is logged and counted, and the caller gets a 500 problem.
"""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, time
from typing import Any

from mock_server.api.alternatives import clamped_query, varied, with_hold_from_header
from mock_server.api.answer_checks import Faults, checked
from mock_server.api.answers import Written, send_written
from mock_server.api.bodies import read_body, write_json
from mock_server.api.calls import Answer, Call
from mock_server.api.contract import Contract, OperationPlan
from mock_server.api.exchanges import Exchange, exchange_of
from mock_server.api.frame import RoutedAPI, RoutedMiddleware
from mock_server.api.interference import ConnectionCut, interfere, magic_effects, rate_headers, require_within, spoilt
from mock_server.api.problems import Problem
from mock_server.api.requests import RequestReader
from mock_server.api.security import CALLER, Caller
from mock_server.clock import wall_clock
from mock_server.domain.refusals import Refusal
from mock_server.domain.rules import Action, Effect
from mock_server.domain.world_settings import NO_SETTINGS
from mock_server.services.interference import Quota, counted, effects_on
from mock_server.services.remembered_answers import recall, remember
from mock_server.services.rival import take_places
from mock_server.services.tokens import require_presented, require_token
from mock_server.services.worlds import opened
from mock_server.storage.courses import CourseBook
from mock_server.storage.engines import StoreUnavailable
from mock_server.storage.remembered_answers import RememberedAnswer
from mock_server.storage.store import Session, Store, World

IDEMPOTENCY_KEY = "Idempotency-Key"
# Answers about courses that an operation keeps, of some 10 KB each.
KEPT_ANSWERS = 128


@dataclass(frozen=True, slots=True)
class FromCourses:
    """An operation that needs no state."""

    handler: Callable[[Call, CourseBook], Answer]


@dataclass(frozen=True, slots=True)
class FromWorld:
    """An operation on the state of the caller's world.

    *tells_of_courses* is whether its answers hold what everybody may know of a course, and nobody's data.
    """

    handler: Callable[[Call, Session], Answer]
    writes: bool
    tells_of_courses: bool = False


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What every operation shares."""

    store: Store
    handlers: Mapping[str, FromCourses | FromWorld]
    max_body_bytes: int
    document: Mapping[str, Any]
    faults: Faults = field(default_factory=Faults)
    outbox_filled: Callable[[], None] = lambda: None


class Operation:
    """One operation of the contract, ready to answer."""

    def __init__(self, plan: OperationPlan, served: FromCourses | FromWorld, around: Surroundings) -> None:
        self.plan = plan
        self.served = served
        self.around = around
        self.reader = RequestReader(plan, around.max_body_bytes)
        self._tells_of_courses = isinstance(served, FromCourses) or served.tells_of_courses
        self._answers: dict[Any, Written] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers one request. Raises Problem, a Refusal or ConnectionCut, which the edge turns into what follows."""
        exchange, caller = exchange_of(scope), scope[CALLER]
        exchange.operation, exchange.world, exchange.agency = self.plan.operation_id, caller.world, caller.agency
        exchange.answers_from_courses = self._tells_of_courses
        world = await self.around.store.in_turn(self._find_world, caller.world)
        if world is not None and not self.around.store.owners.are_open:
            self.around.store.owners.require_own(world.name, world.owner, is_open=world.is_open)
        if world is None or (not world.rules and world.settings is NO_SETTINGS):
            call = await self.reader.read(scope, receive)
            await send_written(send, await self._answered(call, exchange, world))
        else:
            exchange.settings = world.settings
            await send_written(send, await self._interfered(scope, receive, exchange, world))

    def _find_world(self, name: str) -> World | None:
        """The caller's world, if anybody has used it. Courses can be read without a database."""
        try:
            return self.around.store.find_world(name)
        except StoreUnavailable:
            if isinstance(self.served, FromCourses):
                return None
            raise

    async def _answered(self, call: Call, exchange: Exchange, world: World | None) -> Written:
        """The answer to a valid call, unless its lead player's name asks for something else."""
        effects = magic_effects(call)
        if effects:
            await interfere(effects, exchange)
        written = await self.around.store.in_turn(self.run, call, exchange, world)
        return spoilt(written, effects) if effects else written

    async def _interfered(self, scope: Any, receive: Any, exchange: Exchange, world: World) -> Written:
        """The answer in a world where something was set: rules, a rate limit, other answers than ours."""
        effects, quota = await self.around.store.in_turn(self._met, scope[CALLER], world)
        headers = {} if quota is None else rate_headers(quota)
        if quota is not None:
            require_within(quota)
        try:
            written = await interfere(effects, exchange)
        except ConnectionCut:
            # A request left unread would end in a reset, as chance has it, where the client is to see the end.
            await read_body(receive, self.around.max_body_bytes)
            raise
        if written is None:
            call = await self._read_varied(scope, receive, world)
            for effect in effects:
                if effect.action is Action.RIVAL:
                    await self.around.store.in_turn(self._outrun, call, effect.number)
            written = await self._answered(call, exchange, world)
            written = varied(written, self._schema(written.status), self.around.document, world.settings)
        written = spoilt(written, effects)
        return replace(written, headers={**written.headers, **headers})

    def _met(self, caller: Caller, world: World) -> tuple[list[Effect], Quota | None]:
        """What the rules of the world do to this request, and where its agency stands in the rate limit."""
        limit = world.settings.rate_limit
        if not world.rules and limit is None:
            return [], None
        with opened(self.around.store, world.name, wall_clock(), writes=True) as session:
            effects = effects_on(session, self.plan.operation_id, caller.agency)
            return effects, None if limit is None else counted(session, caller.agency, limit)

    def _outrun(self, call: Call, leave: int) -> None:
        """Lets a rival take the places that the call wants, in a transaction of its own. A call that names no tee
        time of an online course has no rival.
        """
        wanted = call.body or {}
        course_id, tee_time = (
            wanted.get("courseId", call.path.get("courseId")),
            wanted.get("teeTime", wanted.get("time")),
        )
        if course_id is None or tee_time is None:
            return
        day, at = date.fromisoformat(wanted["date"]), time.fromisoformat(tee_time)
        with (
            suppress(Refusal),
            opened(self.around.store, call.caller.world, wall_clock(), writes=True) as session,
        ):
            take_places(session, course_id, day, at, leave)

    async def _read_varied(self, scope: Any, receive: Any, world: World) -> Call:
        try:
            call = await self.reader.read(scope, receive)
        except Problem as problem:
            clamped = clamped_query(scope["query_string"], problem, world.settings)
            if clamped is None:
                raise
            call = await self.reader.read({**scope, "query_string": clamped}, receive)
        if self.plan.operation_id == "createBooking":
            call = with_hold_from_header(call, scope["headers"], world.settings)
        return call

    def _schema(self, status: int) -> Any:
        """The schema of the body that a status carries; {} where there is none."""
        response = self.plan.responses.get(str(status))
        return {} if response is None else response.schemas.get("application/json", {})

    def run(self, call: Call, exchange: Exchange, world: World | None = None) -> Written:
        """The answer to a call, with what it changes committed."""
        if isinstance(self.served, FromCourses):
            self._require_token(call)
            return self._of_courses(call, self.served.handler)
        if self.plan.needs_token:
            require_presented(call.authorization)
        store, key = self.around.store, call.headers.get(IDEMPOTENCY_KEY)
        # An answer that is to be repeated is written down, even where the operation itself writes nothing.
        writes = self.served.writes or key is not None
        with opened(store, call.caller.world, wall_clock(), writes=writes, world=world) as session:
            exchange.at, exchange.events = session.now, session.emitted
            if key is None:
                written = self._checked(_authorized(call, session, self.served.handler))
            else:
                written = self._once(call, session, key, self.served.handler)
        if session.emitted:
            self.around.outbox_filled()
        return written

    def _of_courses(self, call: Call, handler: Callable[[Call, CourseBook], Answer]) -> Written:
        """The answer to a call that needs no state. Courses never change, so each is written and checked once."""
        asked = (call.address, tuple(call.query.items()), call.sent)
        written = self._answers.get(asked)
        if written is None:
            written = self._checked(handler(call, self.around.store.courses))
            if len(self._answers) >= KEPT_ANSWERS:
                self._answers.clear()
            self._answers[asked] = written
        return written

    def _once(self, call: Call, session: Session, key: str, handler: Callable[[Call, Session], Answer]) -> Written:
        """The answer given before under this key, or a new one to be remembered. Assumption A-11."""
        fingerprint = hashlib.sha256(write_json([self.plan.operation_id, call.address, call.body])).hexdigest()
        known = recall(session, call.caller.agency, key, fingerprint)
        if known is not None:
            return Written(known.status, {**known.headers, "Idempotency-Replayed": "true"}, known.body)
        written = self._checked(_authorized(call, session, handler))
        answer = RememberedAnswer(fingerprint, written.status, written.headers, written.body)
        remember(session, call.caller.agency, key, answer)
        return written

    def _require_token(self, call: Call) -> None:
        """Refuses a bad token at an operation that needs no state, and so opens no world by itself."""
        if call.authorization is not None:
            with opened(self.around.store, call.caller.world, wall_clock(), writes=False) as session:
                require_token(session, call.caller.agency, call.authorization)

    def _checked(self, answer: Answer) -> Written:
        return checked(self.plan, answer, self.around.faults)


def _authorized(call: Call, session: Session, handler: Callable[[Call, Session], Answer]) -> Answer:
    """The answer of the handler, where the token that stands beside the key is good. A token is optional."""
    if call.authorization is not None:
        require_token(session, call.caller.agency, call.authorization)
    return handler(call, session)


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
