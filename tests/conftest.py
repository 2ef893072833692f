"""The order of the tests."""

from pathlib import Path

import pytest

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Moves the tests of whole pages, wheels and mutants to the front. At the end, they would keep one core busy."""
    items.sort(key=lambda item: item.path.parent != _HERE)
