"""A sandbox in this process, and a visitor inside a world of its own for every test."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from mock_server.app import Sandbox
from tests.console.tours import write_report
from tests.console.visitors import Visitor, browser, sandbox_in_memory
from tests.sandbox.servers import Server, serving


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


@pytest.fixture(scope="module")
def server(reports: Path) -> Iterator[Server]:
    """A sandbox in memory."""
    with serving("--ephemeral", "--reports", str(reports)) as running:
        yield running


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a report."""
    folder = tmp_path_factory.mktemp("reports")
    write_report(folder / "one", "the-one")
    return folder


@pytest.fixture
def key() -> str:
    """The key of an agency in a fresh world."""
    return f"sbx_w{uuid4().hex[:12]}_alpha"
