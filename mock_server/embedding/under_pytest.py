"""The fixtures that every pytest in an environment with teesheet has. A run that uses none of them loads no more.

def test_a_booking(teesheet_world):
    answer = teesheet_world.client.get("/travel/bookings")
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING

import pytest

from mock_server.embedding.pytest_settings import require_settings

if TYPE_CHECKING:
    from mock_server.embedding.receiver import Receiver
    from mock_server.embedding.synchronous.clocks import Clock
    from mock_server.embedding.synchronous.sandboxes import Sandbox
    from mock_server.embedding.synchronous.worlds import World

# A fixed moment, so that the same test sends and receives the same bytes every day.
NOW = "2040-05-07T08:00:00Z"
WORLD: pytest.StashKey[World] = pytest.StashKey()
FAILED: pytest.StashKey[bool] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the settings of the fixtures."""
    group = parser.getgroup("teesheet sandbox", "the sandbox of the fixtures teesheet_*")
    group.addoption("--teesheet-url", metavar="URL", default="", help="use this sandbox; start none")
    parser.addini("teesheet_url", "Use the sandbox at this address. Without it, a server starts.", default="")
    parser.addini("teesheet_options", "Options of `teesheet serve` for the server.", type="args", default=[])
    parser.addini("teesheet_now", "The moment at which teesheet_clock stops the clock of a world.", default=NOW)
    parser.addini("teesheet_world_prefix", "What the name of every world begins with.", default="")
    parser.addini("teesheet_exchanges", "How many requests the report of a failed test shows.", default="5")


def pytest_configure(config: pytest.Config) -> None:
    """Ends a run whose settings no fixture can use, before its first test."""
    require_settings(config)


@pytest.fixture(scope="session")
def teesheet_sandbox(
    pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory, worker_id_of_teesheet: str
) -> Iterator[Sandbox]:
    """The sandbox of this run. The first test that uses it starts it; the workers of pytest-xdist share it."""
    from mock_server.embedding.sharing import SharedServer  # noqa: PLC0415 - only tests that use it load it.
    from mock_server.embedding.synchronous.sandboxes import Sandbox  # noqa: PLC0415 - see above.

    url, options = _url(pytestconfig), pytestconfig.getini("teesheet_options")
    if url:
        with Sandbox.at(url) as sandbox:
            yield sandbox
    elif worker_id_of_teesheet:
        shared = SharedServer(tmp_path_factory.getbasetemp().parent / "teesheet", options)
        with Sandbox.at(shared.join()) as sandbox:
            yield sandbox
        shared.leave()
    else:
        with Sandbox(options=options) as sandbox:
            yield sandbox


@pytest.fixture(scope="session")
def worker_id_of_teesheet(pytestconfig: pytest.Config) -> str:
    """The name of this worker of pytest-xdist; "" in a run without workers."""
    worker: dict[str, str] = getattr(pytestconfig, "workerinput", {})
    return worker.get("workerid", "")


@pytest.fixture
def teesheet_world(request: pytest.FixtureRequest, teesheet_sandbox: Sandbox) -> Iterator[World]:
    """A fresh world of this test alone. Its name follows from the name of the test, and all ids from its name."""
    from mock_server.embedding.call import LeverRefused, SandboxUnreachable  # noqa: PLC0415 - see above.
    from mock_server.embedding.names import world_name_of  # noqa: PLC0415 - see above.

    config: pytest.Config = request.config
    # The id of a test names its group under `--dist loadgroup`, its location does not.
    path, _line, name = request.node.location
    world = teesheet_sandbox.world(world_name_of(f"{path}::{name}", config.getini("teesheet_world_prefix")))
    if _url(config):
        with suppress(LeverRefused):  # There is no world to remove, as usual.
            world.delete()
    request.node.stash[WORLD] = world
    yield world
    # The report of a failed test says already that nobody answers.
    with suppress(SandboxUnreachable) if request.node.stash.get(FAILED, False) else nullcontext():
        world.delete()


@pytest.fixture
def teesheet_clock(teesheet_world: World, pytestconfig: pytest.Config) -> Clock:
    """The clock of the world of this test, stopped at a fixed moment: `teesheet_now` of the configuration."""
    teesheet_world.clock.freeze(pytestconfig.getini("teesheet_now"))
    return teesheet_world.clock


@pytest.fixture
def teesheet_webhooks(teesheet_world: World) -> Iterator[Receiver]:
    """A receiver of deliveries in this process. It verifies each of them, and answers 401 to a wrong one."""
    from mock_server.embedding.receiver import Receiver  # noqa: PLC0415 - see above.

    with Receiver(teesheet_world) as receiver:
        yield receiver


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Ends the report of a failed test with the last requests of its world."""
    raised = call.excinfo
    if raised is None or "teesheet_sandbox" not in getattr(item, "fixturenames", ()):
        return (yield)
    from mock_server.embedding.call import SandboxUnreachable  # noqa: PLC0415 - see above.
    from mock_server.embedding.failures import end_at_the_line_of_the_test, last_exchanges  # noqa: PLC0415 - see above.

    end_at_the_line_of_the_test(raised.value)
    report = yield
    item.stash[FAILED] = report.failed
    world = item.stash.get(WORLD, None)
    if report.failed and call.when == "call" and world is not None and not raised.errisinstance(SandboxUnreachable):
        said = last_exchanges(world, int(item.config.getini("teesheet_exchanges")))
        report.sections.append((f"the last requests to {world.name}, and why the sandbox refused them", said))
    return report


def _url(config: pytest.Config) -> str:
    return str(config.getoption("--teesheet-url") or config.getini("teesheet_url"))
