"""The workshop of the session, and a sandbox on which the clients make their trips."""

from collections.abc import Iterator

import pytest

from tests.clients.workshop import Workshop, open_workshop
from tests.sandbox.servers import Server, serving


@pytest.fixture(scope="session")
def workshop(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """Every generator installed and run, each client made once."""
    return open_workshop(request.config.cache.mkdir("clients"), tmp_path_factory.mktemp("clients"))


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Server]:
    """A sandbox in memory."""
    with serving("--ephemeral") as server:
        yield server
