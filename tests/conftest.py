"""The order of the tests, bytecode for the checks of the suite, and rare rounds of the garbage collector."""

import compileall
import gc
import sys
from pathlib import Path

import pytest

from conformance.commands.collecting import collect_rarely

_HERE = Path(__file__).parent
_CHECKS = _HERE.parent / "conformance" / "suite"


def pytest_configure(config: pytest.Config) -> None:
    """Compiles the checks once. A run of the suite writes no bytecode, so hundreds of runs would each compile them.
    A test process keeps the runs that its tests share.
    """
    collect_rarely()
    if not hasattr(config, "workerinput") and not sys.dont_write_bytecode:
        compileall.compile_dir(_CHECKS, quiet=2)


def pytest_collection_finish() -> None:
    """Tells the garbage collector that all objects so far stay. Hypothesis lets it look at every object once in each
    thread, and a test process has hundreds of threads.
    """
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Moves the tests of whole pages, wheels and mutants to the front. At the end, they would keep one core busy."""
    items.sort(key=lambda item: item.path.parent != _HERE)
