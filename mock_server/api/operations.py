"""One operation, from a routed request to its answer: read, transact, send.

Interference wraps these steps from outside: a reserved last name wraps the transaction, and the rules and settings of
a world wrap all steps.
"""

from collections.abc import Mapping
from typing import Any

from mock_server.api.calls import send_written
from mock_server.api.contract import Contract, OperationPlan
from mock_server.api.exchanges import exchange_of
from mock_server.api.frame import RoutedAPI, RoutedMiddleware
from mock_server.api.interference import InterferedAnswers, obeying_reserved_names
from mock_server.api.requests import RequestReader
from mock_server.api.security import CALLER
from mock_server.api.transactions import FromCourses, FromWorld, Surroundings, Transaction
from mock_server.domain.world_settings import NO_SETTINGS
from mock_server.services.worlds import callers_world, callers_world_if_reachable


class Operation:
    """One operation of the contract, ready to answer."""

    def __init__(self, plan: OperationPlan, served: FromCourses | FromWorld, around: Surroundings) -> None:
        self._operation_id = plan.operation_id
        self._store = around.store
        # Courses can be read without a database.
        self._find_world = callers_world if isinstance(served, FromWorld) else callers_world_if_reachable
        self._is_about_courses = isinstance(served, FromCourses) or served.is_about_courses
        self._reader = RequestReader(plan, around.max_body_bytes, around.translation)
        transact = around.guard(plan, Transaction(plan, served, around).answer, around)
        self._transact = obeying_reserved_names(transact)
        self._interfered = InterferedAnswers(plan, self._reader, self._transact, around)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answers one request. Raises Problem, a Refusal or ConnectionCut, which the edge turns into an answer."""
        exchange, caller = exchange_of(scope), scope[CALLER]
        exchange.operation, exchange.world, exchange.agency = self._operation_id, caller.world, caller.agency
        exchange.is_about_courses = self._is_about_courses
        world = await self._store.in_turn(self._find_world, self._store, caller.world)
        if world is None or (not world.rules and world.settings is NO_SETTINGS):
            call = await self._reader.read(scope, receive)
            written = await self._transact(call, exchange, world)
        else:
            written = await self._interfered.answer(scope, receive, exchange, world)
        await send_written(send, written)


class OperationsAPI(RoutedAPI[Any]):  # type: ignore[misc]  # Connexion carries no types.
    """Connexion's registry of operations, filled with ours."""

    def __init__(
        self,
        *arguments: Any,
        contract: Contract,
        handlers: Mapping[str, FromCourses | FromWorld],
        around: Surroundings,
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self.contract = contract
        self.handlers = handlers
        self.around = around
        self.add_paths()

    def make_operation(self, operation: Any) -> Operation:
        """The operation with this id, with its code or the example of the contract."""
        plan = self.contract.operations[operation.operation_id]
        return Operation(plan, self.handlers[plan.operation_id], self.around)


class Operations(RoutedMiddleware[OperationsAPI]):  # type: ignore[misc]  # Connexion carries no types.
    """The innermost application: every routed and authenticated request ends here."""

    api_cls = OperationsAPI

    def __init__(self) -> None:
        super().__init__(None)
