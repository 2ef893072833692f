"""A start loads what programs ask for. The rest loads at its first use, and works then."""

import gc
import subprocess
import sys

import httpx

from mock_server.loading import without_collections
from tests.sandbox.servers import serving_afresh

# Modules of features that a sandbox without people, old databases and contracts of users never needs.
LATER = ("httpx", "jinja2", "requests", "alembic", "psycopg", "mock_server.console.application", "openapi.diff", "mcp")
LOADED = f"import sys, mock_server.serve; print(*(name for name in {LATER!r} if name in sys.modules))"
USED = """
import sys, mock_server.serve
import connexion.apps.abstract, connexion.json_schema, connexion.middleware.swagger_ui, connexion.security
print(
    connexion.security.httpx.AsyncClient.__name__,
    connexion.json_schema.requests.get.__name__,
    type(connexion.middleware.swagger_ui.Jinja2Templates(".")).__name__,
    type(connexion.apps.abstract.TestClient(None)).__name__,
)
"""


def said_by(code: str) -> str:
    """What a new interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_a_start_loads_nothing_that_only_people_or_other_commands_need() -> None:
    assert said_by(LOADED) == ""


def test_a_part_of_connexion_that_loads_later_is_the_real_part() -> None:
    assert said_by(USED) == "AsyncClient get Jinja2Templates TestClient"


def test_the_first_page_loads_the_console() -> None:
    with serving_afresh("--ephemeral") as server:
        page = httpx.get(f"{server.address}/_sandbox/")

    assert (page.status_code, "<form" in page.text) == (200, True)


def test_the_collector_pauses_only_while_something_loads() -> None:
    with without_collections():
        paused = not gc.isenabled()

    assert (paused, gc.isenabled()) == (True, True)
