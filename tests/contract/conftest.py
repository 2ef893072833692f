"""Fixtures of the contract tests."""

from typing import Any

import pytest

from openapi.bundler import contract, control
from openapi.rendering import rendering_30

READERS = {"interface": contract, "control": control}


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    """The bundled OpenAPI 3.1 contract."""
    return contract()


@pytest.fixture(scope="session", params=READERS)
def any_document(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Each of the two bundled documents: the contract of the interface, and the control plane."""
    return READERS[request.param]()


@pytest.fixture(scope="session")
def document_30(document: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI 3.0.3 rendering of the contract."""
    return rendering_30(document)
