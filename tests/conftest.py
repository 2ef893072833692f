"""The order of the tests, and bytecode for the checks of the suite."""

import compileall
import sys
from pathlib import Path

import pytest

_HERE = Path(__file__).parent
_CHECKS = _HERE.parent / "conformance" / "suite"


def pytest_configure(config: pytest.Config) -> None:
    """Compiles the checks once. A run of the suite writes no bytecode, so hundreds of runs would each compile them."""
    if not hasattr(config, "workerinput") and not sys.dont_write_bytecode:
        compileall.compile_dir(_CHECKS, quiet=2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Moves the tests of whole pages, wheels and mutants to the front. At the end, they would keep one core busy."""
    items.sort(key=lambda item: item.path.parent != _HERE)
