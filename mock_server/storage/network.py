"""PostgreSQL, across a network: connections of a pool, and threads that wait for the answers.

A transaction relies on nothing that an earlier transaction left on its connection: there may be a pooler.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from starlette.concurrency import run_in_threadpool

Result = TypeVar("Result")


class NetworkDatabase:
    """A PostgreSQL database."""

    waits_for_network = True

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reading = engine.execution_options(reads=True)

    def close(self) -> None:
        """Closes nothing: the connections belong to the pool of the engine."""

    async def in_turn(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """The result of *function*, called in a thread."""
        return await run_in_threadpool(function, *arguments)

    def looking(self) -> AbstractContextManager[Connection]:
        """A connection for a single statement that reads."""
        return self._engine.connect()

    def reading(self) -> AbstractContextManager[Connection]:
        """A transaction that sees one moment."""
        return self._reading.begin()

    def writing(self) -> AbstractContextManager[Connection]:
        """A transaction that may write."""
        return self._engine.begin()
