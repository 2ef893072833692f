"""Fixtures of the contract tests, and the rule that Node is used only when it is asked for."""

from typing import Any

import pytest

from openapi.bundler import contract
from openapi.rendering import rendering_30


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the tests that need Node out of a run that names no mark. They are counted as deselected."""
    if config.option.markexpr:
        return
    needing_node = [item for item in items if item.get_closest_marker("node")]
    items[:] = [item for item in items if item not in needing_node]
    config.hook.pytest_deselected(items=needing_node)


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """The bundled OpenAPI 3.1 contract."""
    return contract()


@pytest.fixture(scope="session")
def document_30(document: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI 3.0.3 rendering of the contract."""
    return rendering_30(document)
