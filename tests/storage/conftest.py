"""A fresh database of each kind."""

from pathlib import Path

import pytest

from tests.databases import BOTH, new_database


@pytest.fixture(params=BOTH)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of SQLite and of PostgreSQL in turn."""
    return new_database(request.param, tmp_path)
