"""The workflows: each is a file of a noun, runs against the sandbox as written, and fails where the sandbox differs.

Redocly's linter and its runner `respect` read the files. They need Node and the npm registry.
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

import openapi
from mock_server.documentation.workflows import NOUNS
from openapi.bundler import contract
from openapi.lint.documents import Document
from tests.contract.test_tools import REDOCLY, run
from tests.sandbox.servers import Server, serving

FOLDER = Path(openapi.__file__).parent / "workflows"
FILES = [FOLDER / f"{noun}.yaml" for noun in NOUNS]
# A group gets its players after the service has decided, and no workflow waits for that.
NOT_SHOWN = {"updateGroupBookingPlayers"}


def steps(file: Path) -> list[dict[str, Any]]:
    (workflow,) = yaml.safe_load(file.read_text("utf-8"))["workflows"]
    return list(workflow["steps"])


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    """The sandbox that the workflows run against."""
    with serving("--ephemeral") as server:
        yield server


def respect(sandbox: Server, world: str, *files: Path) -> subprocess.CompletedProcess[str]:
    """What the runner says about workflows in a fresh world."""
    inputs = {
        "apiKey": f"sbx_{world}_alpha",
        "courseId": "crs_h3w8kz11",
        "day": "2027-05-12",
        "order": "order-1",
        "receiver": f"{sandbox.address}/_sandbox/v1/inbox/{world}/workflows",
    }
    server = f"interface={sandbox.address}/api/v1"
    return run(REDOCLY, "respect", *files, "--server", server, "--input", json.dumps(inputs))


def test_each_noun_has_a_workflow() -> None:
    assert {file.stem for file in FOLDER.glob("*.yaml")} == set(NOUNS)


def test_the_workflows_show_every_operation() -> None:
    operations = {operation.node["operationId"] for operation in Document(contract()).operations}

    shown = {step["operationId"] for file in FILES for step in steps(file)}

    assert shown == operations - NOT_SHOWN


def test_the_page_of_the_sandbox_shows_each_step(sandbox: Server) -> None:
    page = httpx.get(f"{sandbox.address}/docs/workflows/").text

    assert [step["stepId"] for file in FILES for step in steps(file) if step["description"] not in page] == []


@pytest.mark.parametrize("noun", NOUNS)
def test_a_served_workflow_finds_the_contract_of_the_server(sandbox: Server, noun: str) -> None:
    served = httpx.get(f"{sandbox.address}/docs/workflows/{noun}.yaml")

    (source,) = yaml.safe_load(served.text)["sourceDescriptions"]
    assert httpx.get(f"{served.url.join(source['url'])}").json() == contract()


def test_an_unknown_workflow_is_refused_with_the_known_ones(sandbox: Server) -> None:
    answer = httpx.get(f"{sandbox.address}/docs/workflows/caddies.yaml")

    assert (answer.status_code, "tee_time_holds" in answer.json()["detail"]) == (404, True)


@pytest.mark.node
def test_redocly_finds_nothing_to_mend_in_the_workflows() -> None:
    linted = run(REDOCLY, "lint", "--extends=recommended-strict", *FILES)

    assert linted.returncode == 0, linted.stdout + linted.stderr


@pytest.mark.node
def test_every_workflow_runs_as_written(sandbox: Server) -> None:
    ran = respect(sandbox, "workflows", *FILES)

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.count("Workflows: 1 passed, 1 total") == len(FILES)


@pytest.mark.node
def test_a_workflow_fails_where_the_sandbox_answers_otherwise(sandbox: Server) -> None:
    refuse = {"match": {"operations": ["holdTeeTime"]}, "effect": {"problem": {"code": "tee_time_unavailable"}}}
    key = {"X-Api-Key": "sbx_refusing_alpha"}
    httpx.post(f"{sandbox.address}/_sandbox/v1/rules", json=refuse, headers=key).raise_for_status()

    ran = respect(sandbox, "refusing", FOLDER / "tee_time_holds.yaml")

    assert (ran.returncode, "Workflows: 1 failed, 1 total" in ran.stdout) == (1, True)
