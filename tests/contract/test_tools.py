"""The published documents work in the tools of others: Prism answers from them, Redocly CLI and Spectral lint
them, Redocly CLI bundles them.

Needs Node and the npm registry. Where Node is missing, these tests fail: they were asked for.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from openapi.__main__ import DIST
from openapi.bundler import CONTRACT_FILE, CONTROL_FILE, contract
from openapi.lint.documents import Document
from openapi.lint.parts import DocumentPart
from openapi.references import dereference

pytestmark = pytest.mark.node

PRISM = "@stoplight/prism-cli@5.14.2"
REDOCLY = "@redocly/cli@2.77.0"
SPECTRAL = "@stoplight/spectral-cli@6.16.3"
START_SECONDS = 120.0
CREDENTIALS = {"X-Api-Key": "sbx_demo_alpha", "Authorization": "Bearer a.b.c"}


def npx(*arguments: str | Path) -> list[str]:
    """The command that runs an npm package. A machine without Node fails here."""
    program = shutil.which("npx")
    assert program, "npx is not on the PATH. Install Node 20 or later to run the tests marked `node`."
    return [program, "--yes", *map(str, arguments)]


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """An npm package run to its end, with what it said."""
    return subprocess.run(npx(*arguments), capture_output=True, text=True, timeout=300, check=False)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_until_it_answers(base_url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Returns once the server answers anything at all."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            httpx.get(base_url)
        except httpx.TransportError:
            time.sleep(0.2)
        else:
            return
    pytest.fail(f"Prism does not answer at {base_url}. It said:\n{log.read_text('utf-8')}")


@pytest.fixture(scope="module")
def prism(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of Prism, which serves the published document on a free port."""
    port = free_port()
    log = tmp_path_factory.mktemp("prism") / "prism.log"
    command = npx(PRISM, "mock", "--host", "127.0.0.1", "--port", str(port), DIST / "openapi.json")
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        wait_until_it_answers(f"http://127.0.0.1:{port}/", process, log)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=CREDENTIALS) as client:
            yield client
    finally:
        # npx starts Prism as a child of a child. The session that the Popen opened ends as a whole.
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=30)


def example_request(document: dict[str, Any], operation: DocumentPart) -> dict[str, Any]:
    """The request that the examples of an operation describe, in the words of httpx."""
    method, path = Document.signature(operation).split()
    for parameter in Document(document).parameters(operation):
        path = path.replace(f"{{{parameter['name']}}}", str(parameter["example"]))
    needed = [
        parameter
        for parameter in Document(document).parameters(operation)
        if parameter["in"] == "query" and parameter.get("required")
    ]
    request: dict[str, Any] = {"method": method, "url": path}
    request["params"] = {item["name"]: item["example"] for item in needed}
    if operation.node["operationId"] == "checkAvailability":
        request["params"] = {"startDate": "2027-04-16", "endDate": "2027-04-18"}
    if "requestBody" in operation.node:
        request["json"] = first_example(document, operation.node["requestBody"])
    return request


def first_example(document: dict[str, Any], body: dict[str, Any]) -> Any:
    """The value of the first example of a body, or None where there is no body."""
    examples = body.get("content", {}).get("application/json", {}).get("examples", {})
    return next((dereference(document, example)["value"] for example in examples.values()), None)


def success(operation: DocumentPart) -> tuple[int, dict[str, Any]]:
    """Status and response of the one success of an operation."""
    status = next(response for response in operation.node["responses"] if response.startswith("2"))
    return int(status), operation.node["responses"][status]


def wish_for_the_first_example(response: dict[str, Any]) -> dict[str, str]:
    """The header that names the first example of a response. Unasked, Prism prefers an example of the schema."""
    names = response.get("content", {}).get("application/json", {}).get("examples", {})
    first = next(iter(names), None)
    return {"Prefer": f"example={first}"} if first else {}


def _operations() -> list[Any]:
    return [pytest.param(operation, id=operation.node["operationId"]) for operation in Document(contract()).operations]


@pytest.mark.parametrize("operation", _operations())
def test_prism_answers_the_example_request_with_the_example(
    prism: httpx.Client, document: dict[str, Any], operation: DocumentPart
) -> None:
    status, response = success(operation)
    wish = wish_for_the_first_example(response)

    answer = prism.request(**example_request(document, operation), headers=wish)

    body = answer.json() if answer.content else None
    assert (answer.status_code, body) == (status, first_example(document, response))


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({"totalPlayers": "twelve"}, id="a wrong type"),
        pytest.param({"date": "2027-02-30"}, id="an impossible date"),
        pytest.param({"caddies": 2}, id="an unknown member"),
    ],
)
def test_prism_refuses_a_request_that_breaks_the_contract(
    prism: httpx.Client, document: dict[str, Any], body: dict[str, Any]
) -> None:
    group = document["components"]["examples"]["CalculatePrice"]["value"]

    answer = prism.post("/travel/group-bookings/calculate-price", json=group | body)

    assert 400 <= answer.status_code < 500


def test_prism_refuses_a_request_without_a_key(prism: httpx.Client) -> None:
    answer = httpx.get(f"{prism.base_url}/travel/bookings")

    assert answer.status_code == 401


@pytest.mark.parametrize(
    "file",
    [CONTRACT_FILE, DIST / "openapi.json", DIST / "openapi-3.0.json", CONTROL_FILE, DIST / "control.json"],
    ids=["the files", "the bundled document", "the 3.0 rendering", "the control plane", "the bundled control plane"],
)
def test_redocly_finds_nothing_to_mend(file: Path) -> None:
    linted = run(REDOCLY, "lint", "--extends=recommended-strict", file)

    assert linted.returncode == 0, linted.stdout + linted.stderr


@pytest.mark.parametrize("name", ["openapi.json", "openapi-3.0.json", "control.json"])
def test_spectral_has_nothing_to_say(tmp_path: Path, name: str) -> None:
    ruleset = tmp_path / "ruleset.yaml"
    ruleset.write_text('extends: ["spectral:oas"]\n', "utf-8")

    linted = run(SPECTRAL, "lint", "--fail-severity=hint", "--ruleset", ruleset, DIST / name)

    assert (linted.returncode, "No results" in linted.stdout) == (0, True), linted.stdout + linted.stderr


def test_redocly_bundles_the_files(tmp_path: Path) -> None:
    bundled = run(REDOCLY, "bundle", CONTRACT_FILE, "--output", tmp_path / "bundled.json")

    assert (bundled.returncode, (tmp_path / "bundled.json").exists()) == (0, True), bundled.stderr
