"""One sandbox process for the session; a world of its own for every test. Isolation comes from the key."""

from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import NOW, TeeTime, free_tee_times


@pytest.fixture(scope="session")
def http() -> Iterator[httpx.Client]:
    """An HTTP client for everything. It follows no redirects."""
    with httpx.Client(timeout=30, verify=False) as client:  # noqa: S501 - there is no TLS here.
        yield client


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Server]:
    """The sandbox of the session, in memory."""
    with serving("--ephemeral", "--max-worlds", "100000") as server:
        yield server


@pytest.fixture
def alpha(http: httpx.Client, sandbox: Server) -> Agency:
    """An agency in a fresh world whose clock stands at NOW."""
    agency = Agency(http, sandbox.address, f"w{uuid4().hex[:16]}", "alpha")
    agency.freeze(NOW)
    return agency


@pytest.fixture
def bravo(alpha: Agency) -> Agency:
    """Another agency of the same world."""
    return Agency(alpha.http, alpha.address, alpha.world, "bravo")


@pytest.fixture
def stranger(http: httpx.Client, sandbox: Server) -> Agency:
    """An agency of another world, with the same name and the same time."""
    agency = Agency(http, sandbox.address, f"w{uuid4().hex[:16]}", "alpha")
    agency.freeze(NOW)
    return agency


@pytest.fixture(scope="session")
def tee_times(http: httpx.Client, sandbox: Server) -> list[TeeTime]:
    """The tee times of a Saturday at an ordinary course with all places free: the same in every fresh world."""
    agency = Agency(http, sandbox.address, f"w{uuid4().hex[:16]}", "alpha")
    agency.freeze(NOW)
    return free_tee_times(agency)


@pytest.fixture
def tee_time(tee_times: list[TeeTime]) -> TeeTime:
    """A tee time with four places."""
    return tee_times[0]
