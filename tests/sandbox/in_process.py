"""The sandbox in this process, where a test must reach inside: another contract, another handler, its log."""

import asyncio
from pathlib import Path
from typing import Any

import httpx

from mock_server.api.answer_checks import Faults
from mock_server.api.application import Parts, packaged_edition
from mock_server.api.contract import Contract
from mock_server.api.edge import Edge, RequestIds
from mock_server.api.security import Keys
from mock_server.app import Sandbox
from mock_server.candidates.offers import ContractOffer
from mock_server.candidates.reading import read_candidate
from mock_server.settings import Settings
from mock_server.storage.courses import CourseBook
from mock_server.storage.store import Store

KEY = {"X-Api-Key": "sbx_inside_alpha"}


def whole_sandbox() -> Sandbox:
    """A fresh sandbox in memory, as `serve --ephemeral` makes it."""
    return Sandbox(Settings(database_url="sqlite://"))


def sandbox_with(contract: Path) -> Sandbox:
    """A fresh sandbox in memory, as `serve --ephemeral --contract` makes it."""
    return Sandbox(Settings(database_url="sqlite://"), ContractOffer(read_candidate(str(contract))[0]))


def serving_contract(document: dict[str, Any]) -> Any:
    """The interface of any contract document, in memory."""
    store, faults = Store("sqlite://", CourseBook(1), max_worlds=10), Faults()
    parts = Parts(store, faults, 1024 * 1024, Keys())
    return Edge(packaged_edition(Contract(document), parts), RequestIds(), faults)


def asked(app: Any, method: str, path: str, **options: Any) -> httpx.Response:
    """The answer of an application in this process. The key is sent unless headers are given."""

    async def exchange() -> httpx.Response:
        # Without raise_app_exceptions a fault of the application would end the test in place of an answer.
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", verify=False) as client:  # noqa: S501 - no TLS.
            return await client.request(method, path, **{"headers": KEY, **options})

    return asyncio.run(exchange())
