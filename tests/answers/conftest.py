"""One sandbox for all probes; a world of its own for each."""

from collections.abc import Iterator

import pytest

from tests.sandbox.servers import Server, serving


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Server]:
    """A sandbox in memory."""
    with serving("--ephemeral", "--max-worlds", "100000") as server:
        yield server
