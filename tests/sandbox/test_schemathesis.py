"""`st run` finds nothing in either document, as its user would run it, against a server of its own.

`pytest -m whole tests/sandbox/test_schemathesis.py` tries a few examples for each operation, and `-m long` tries many.
The commands, by hand, with the server in another terminal (its administrator has the token below):

    st --config-file tests/schemathesis.toml run $ADDRESS/openapi.json --url $ADDRESS/api/v1
       -H 'X-Api-Key: sbx_st_alpha'
    st --config-file tests/schemathesis.toml run $ADDRESS/_sandbox/v1/openapi.json --url $ADDRESS/_sandbox/v1
       -H 'X-Api-Key: sbx_st_alpha' -H 'Authorization: Bearer administrator-of-the-tests' --exclude-path /wait
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from openapi.bundler import contract
from openapi.lint.documents import Document
from tests.sandbox.servers import Server, serving

SETTINGS = Path(__file__).parents[1] / "schemathesis.toml"
ST = Path(sys.executable).with_name("st")
TOKEN = "administrator-of-the-tests"  # noqa: S105 - of a server that lives for a test.
KEY = ("-H", "X-Api-Key: sbx_st_alpha")
ADMINISTRATOR = ("-H", f"Authorization: Bearer {TOKEN}")
# POST /wait answers when something has happened, which it seldom does here.
NO_WAITING = ("--exclude-path", "/wait")

few_and_many = pytest.mark.parametrize(
    ("examples", "seconds"),
    [pytest.param(3, 240, marks=pytest.mark.whole), pytest.param(60, 3000, marks=pytest.mark.long)],
)


@pytest.fixture
def server() -> Iterator[Server]:
    """A sandbox that nobody else uses, with an administrator."""
    with serving("--ephemeral", "--max-worlds", "100000", "--admin-token", TOKEN) as running:
        yield running


def _schemathesis(document: str, base: str, directory: Path, examples: int, seconds: int, *options: str) -> str:
    """What `st run` says about a document. It must find nothing, and end within its limit of seconds."""
    run = ["run", document, "--url", base, "--max-examples", str(examples), "--seed", "1", "--request-timeout", "10"]
    command = [str(ST), "--config-file", str(SETTINGS), *run, "--continue-on-failure", "--no-color", *KEY, *options]
    # It keeps what it found below the directory in which it runs.
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=seconds, check=False)
    assert done.returncode == 0, f"{done.stdout[-20_000:]}{done.stderr}"
    return done.stdout


@few_and_many
def test_schemathesis_finds_nothing_in_the_interface(
    server: Server, tmp_path: Path, examples: int, seconds: int
) -> None:
    document, base = f"{server.address}/openapi.json", f"{server.address}/api/v1"

    said = _schemathesis(document, base, tmp_path, examples, seconds)

    assert f"Tested: {len(Document(contract()).operations)}" in said


@few_and_many
def test_schemathesis_finds_nothing_in_the_control_plane(
    server: Server, tmp_path: Path, examples: int, seconds: int
) -> None:
    document, base = f"{server.address}/_sandbox/v1/openapi.json", f"{server.address}/_sandbox/v1"

    said = _schemathesis(document, base, tmp_path, examples, seconds, *ADMINISTRATOR, *NO_WAITING)

    assert "Tested: 70" in said
