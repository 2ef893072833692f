"""PostgreSQL, across a network: connections of a pool, and threads that wait for the answers.

Nothing of a connection is relied upon from one transaction to the next: a pooler may stand between.
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
        """What *function* answers, asked in a thread."""
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
