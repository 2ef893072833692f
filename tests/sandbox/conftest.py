"""One sandbox process for the session and database; a world of its own for every test. Isolation comes from the key.

The suites named in ON_BOTH run twice: on SQLite in memory and on PostgreSQL.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.databases import BOTH, SQLITE, postgresql
from tests.sandbox.agencies import Agency
from tests.sandbox.receivers import Receiver, receiving
from tests.sandbox.second_versions import second_version
from tests.sandbox.servers import Server, serving
from tests.sandbox.trade import NOW, TeeTime, free_tee_times

# Everything in which the database takes part. What is left looks at requests, documents and the command line.
ON_BOTH = frozenset(
    f"test_{suite}"
    for suite in (
        "availability",
        "booking_hook_refusals",
        "booking_hooks",
        "bookings",
        "concurrency",
        "control_records",
        "control_replays",
        "deadlines",
        "deliveries",
        "delivery_repetitions",
        "determinism",
        "group_bookings",
        "group_players",
        "inbox",
        "journal_filters",
        "offline_courses",
        "offline_groups",
        "tee_time_holds",
        "tokens",
        "webhooks",
        "world_clock",
        "worlds",
    )
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a test of these suites on each database where it uses one."""
    if metafunc.module.__name__.rpartition(".")[2] in ON_BOTH and "database" in metafunc.fixturenames:
        metafunc.parametrize("database", BOTH, indirect=True, scope="session")


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> str:
    """The kind of database that a test runs on."""
    kind: str = getattr(request, "param", SQLITE)
    return kind


@pytest.fixture(scope="session")
def http() -> Iterator[httpx.Client]:
    """An HTTP client for everything. It follows no redirects."""
    with httpx.Client(timeout=30, verify=False) as client:  # noqa: S501 - there is no TLS here.
        yield client


@pytest.fixture(scope="session")
def sandbox_on_sqlite() -> Iterator[Server]:
    """A sandbox in memory."""
    with serving("--ephemeral", "--max-worlds", "100000") as server:
        yield server


@pytest.fixture(scope="session")
def sandbox_on_postgresql() -> Iterator[Server]:
    """A sandbox on PostgreSQL."""
    with serving("--database", postgresql().new_database(), "--max-worlds", "100000") as server:
        yield server


@pytest.fixture(scope="session")
def sandbox(request: pytest.FixtureRequest, database: str) -> Server:
    """The sandbox of the session on the database of the test."""
    server: Server = request.getfixturevalue(f"sandbox_on_{database}")
    return server


@pytest.fixture
def alpha(http: httpx.Client, sandbox: Server) -> Agency:
    """An agency in a fresh world with its clock frozen at NOW."""
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


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A receiver that accepts every delivery."""
    with receiving() as running:
        yield running


@pytest.fixture(scope="session")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a second version of the contract."""
    file = tmp_path_factory.mktemp("second") / "openapi.json"
    file.write_text(json.dumps(second_version()))
    return file
