"""One sandbox for all tests of this folder, and a world for each test."""

from collections.abc import Iterator
from typing import Any

import pytest

from mock_server.embedding.names import world_name_of
from teesheet.testing import Sandbox, World

NOW, DAY, TIME = "2040-05-07T08:00:00Z", "2040-05-12", "09:30"
LEAD = {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@example.com"}


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """A sandbox in a process of its own."""
    with Sandbox() as running:
        yield running


@pytest.fixture
def world(sandbox: Sandbox, request: pytest.FixtureRequest) -> World:
    """A world of this test, whose clock is frozen."""
    fresh = sandbox.world(world_name_of(request.node.nodeid))
    fresh.clock.freeze(NOW)
    return fresh


def order(course_id: str, **members: Any) -> dict[str, Any]:
    """The body of a booking."""
    return {"courseId": course_id, "date": DAY, "teeTime": TIME, "players": 2, "leadPlayer": LEAD, **members}
