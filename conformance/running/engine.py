"""Runs the checks with pytest, without any influence of the caller's directory, configuration and plugins."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook as _Rewriting

from conformance.running import check_fixtures
from conformance.running.lanes import Lanes
from conformance.running.plugin import SUITE_FOLDER, ConformancePlugin, check_marks, check_name, know_marks, load_fault
from conformance.scope.selection import CheckMarks
from conformance.session.session import CheckSession
from conformance.suite import conftest as suite_fixtures

# We show no warnings of the first, and its five garbage collections at the end cost time. Nobody debugs in a run of the
# command line, and the second loads a debugger.
_COSTS_TIME = ("unraisableexception", "debugging")
_ENVIRONMENT_OF_PYTEST = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_DISABLE_PLUGIN_AUTOLOAD")


def run_checks(session: CheckSession, suite: Path = SUITE_FOLDER, *plugins: object, rules: Sequence[Path] = ()) -> None:
    """Runs the checks of *suite* and of the files *rules* that the session's selection needs, and keeps their findings
    in the session. *plugins* come before the suite's own plugins.
    """
    arguments = [*pytest_arguments(suite), *(str(file.absolute()) for file in rules)]
    plugin = ConformancePlugin(session)
    side_by_side = [Lanes(session, plugin.findings, suite)] if session.lanes > 1 else []
    with _nothing_of_the_callers():
        code = pytest.main(arguments, plugins=[plugin, check_fixtures, suite_fixtures, *side_by_side, *plugins])
    if code in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        session.faults.append(f"pytest ended with {pytest.ExitCode(code).name}: the checks did not run to the end.")


class _Collector:
    """Collects the marks of all checks and runs none."""

    def __init__(self) -> None:
        self.marks: dict[str, CheckMarks] = {}
        self.faults: list[str] = []

    def pytest_configure(self, config: pytest.Config) -> None:
        """Registers the marks of checks."""
        know_marks(config)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keeps a fault for each module that cannot be loaded."""
        if report.failed:
            self.faults.append(load_fault(report))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keeps the marks, and removes all checks, so that none runs."""
        self.marks = {check_name(item): check_marks(item) for item in items}
        items.clear()


def collect_marks(suite: Path = SUITE_FOLDER) -> tuple[Mapping[str, CheckMarks], Sequence[str]]:
    """The marks of every check of *suite* by its name, and a sentence for each module that cannot be loaded."""
    collector = _Collector()
    with _nothing_of_the_callers():
        pytest.main(pytest_arguments(suite), plugins=[collector])
    return collector.marks, collector.faults


def pytest_arguments(suite: Path) -> list[str]:
    """The arguments of pytest for the checks of *suite*: nothing of the caller's set-up, and no output."""
    switched_off = ("terminal", "cacheprovider", "logging", "doctest", "junitxml", "faulthandler", *_COSTS_TIME)
    return [
        str(suite),
        *("-c", os.devnull, "--rootdir", str(suite), "--confcutdir", str(suite)),
        *("--import-mode=importlib", "--assert=plain", "--capture=no", "--strict-markers"),
        *("--continue-on-collection-errors", "--disable-plugin-autoload", "--noconftest"),
        *(argument for name in switched_off for argument in ("-p", f"no:{name}")),
    ]


@contextmanager
def _nothing_of_the_callers() -> Iterator[None]:
    """Hides pytest's environment variables, and writes no bytecode into the installed package. Where the caller is a
    pytest too, its rewriting of assertions does not see the checks: rewriting them takes seconds.
    """
    hidden = {name: os.environ.pop(name) for name in _ENVIRONMENT_OF_PYTEST if name in os.environ}
    wrote_no_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    finders, sys.meta_path = sys.meta_path, [found for found in sys.meta_path if not isinstance(found, _Rewriting)]
    try:
        yield
    finally:
        sys.meta_path = finders
        sys.dont_write_bytecode = wrote_no_bytecode
        os.environ.update(hidden)
