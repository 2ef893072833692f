"""Generated clients are graded: a trip without an incident calls the interface as a client must."""

import json
import os
import sys

import pytest

from tests.clients.workshop import Workshop
from tests.pages import TREE
from tests.sandbox.servers import TEESHEET

pytestmark = pytest.mark.clients


@pytest.mark.parametrize(
    ("generator", "program"),
    [("openapi-python-client", "python"), ("openapi-typescript and openapi-fetch", "tsx")],
)
def test_a_generated_client_violates_only_what_its_trip_leaves_out(
    workshop: Workshop, generator: str, program: str
) -> None:
    client = next(client for client in workshop.clients.values() if str(client.generator) == f"{generator}, 3.1")
    trip = [sys.executable, str(TREE / "tests" / "clients" / "graded.py"), program, str(client.generator.trip)]
    words = [*TEESHEET, "grade", "--scenario", "plain", "--report", "grade", "--", *trip]
    path = os.pathsep.join([str(TREE), str(client.folder / "client")])

    ended = workshop.run(list(words), client.folder, PYTHONPATH=path)

    report = json.loads((client.folder / "grade" / "grade.json").read_text("utf-8"))
    violated = {row["id"] for row in report["rows"] if row["verdict"] == "fail"}
    # The trip asks for a group and ends.
    assert (ended.returncode, violated) == (1, {"AGR-02"}), ended.stdout + ended.stderr
