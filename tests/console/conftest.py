"""A sandbox in this process, and a visitor inside a world of its own for every test."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest

from mock_server.app import Sandbox
from tests.console.visitors import Visitor, browser, sandbox_in_memory


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    """A sandbox in memory."""
    return sandbox_in_memory()


@pytest.fixture
def world() -> str:
    """The name of a fresh world."""
    return f"w{uuid4().hex[:16]}"


@pytest.fixture
def visiting(sandbox: Sandbox, world: str) -> Callable[[Callable[[Visitor], Awaitable[Any]]], Any]:
    """Runs what a visitor does after the door, and returns the result."""

    def visit(steps: Callable[[Visitor], Awaitable[Any]]) -> Any:
        async def inside() -> Any:
            visitor = browser(sandbox, world)
            await visitor.enter()
            return await steps(visitor)

        return asyncio.run(inside())

    return visit
