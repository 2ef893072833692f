"""Fixtures of the contract tests."""

from typing import Any

import pytest

from openapi.bundler import contract
from openapi.rendering import rendering_30


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """The bundled OpenAPI 3.1 contract."""
    return contract()


@pytest.fixture(scope="session")
def document_30(document: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI 3.0.3 rendering of the contract."""
    return rendering_30(document)
