"""What tests of the suite share: a small target that answers, and rows, results and runs made up for a test."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from conformance.cli import commands
from conformance.results.run_result import RunResult
from conformance.running.check import check
from conformance.running.plugin import know_marks
from conformance.scope.selection import Options
from conformance.target.connection import WireSettings
from conformance.target.describing import describe_target
from conformance.target.target import Target
from conformance.wire.transport import HttpTransport
from tests.conformance.small_operations import SmallTarget
from tests.conformance.small_target import serving

SEED = 7

Checked = Callable[..., RunResult]
Command = Callable[..., Result]


def describe(small_target: SmallTarget) -> Target:
    """The small target as a run knows it, with two keys."""
    return describe_target(small_target.base_url, "key-of-alpha", "key-of-bravo", {})


def check_rows(target: Target, *only: str, read_only: bool = False, suite: Path | None = None) -> RunResult:
    """The result of a run on *target*: the rows *only*, by the checks of the suite or of another folder."""
    transport = HttpTransport(target.budgets.timeout_seconds)
    try:
        others = {} if suite is None else {"suite": suite}
        return check(target, Options(only, read_only), SEED, transport, **others)
    finally:
        transport.close()


def pytest_configure(config: pytest.Config) -> None:
    """Let tests load files of checks and rules in this process: the tests' own pytest refuses unknown marks."""
    know_marks(config)


@pytest.fixture
def small_target() -> Iterator[SmallTarget]:
    """A conforming target on a free port."""
    with serving() as target:
        yield target


@pytest.fixture
def described(small_target: SmallTarget) -> Target:
    """The small target as a run knows it, with two keys."""
    return describe(small_target)


@pytest.fixture
def checked(described: Target) -> Checked:
    """Runs the suite, or another folder of checks, on the small target and gives the result."""

    return partial(check_rows, described)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command of the suite with these arguments at 80 columns, keys taken from nowhere else."""
    monkeypatch.delenv("TEESHEET_API_KEY", raising=False)
    monkeypatch.delenv("TEESHEET_SECOND_API_KEY", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    return lambda *arguments: CliRunner().invoke(
        commands, [str(argument) for argument in arguments], catch_exceptions=False
    )


@pytest.fixture
def in_lanes(described: Target) -> Checked:
    """Runs rows on the small target, by the checks of a folder, in four lanes and with requests for tours."""
    return partial(check_rows, replace(described, wire=WireSettings(concurrency=4, tours=1)))
