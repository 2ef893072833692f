"""ENV-01 asks that the operations exist. Its checks send every operation except the ones that a list names."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.catalogue.operations import OPERATION_IDS
from conformance.suite.conventions.transport_oracles import NOT_ASKED_TO_SUCCEED
from tests.conformance.conftest import Command
from tests.sandbox.servers import Server, serving

# A check removes its subscription, and does not judge the answer.
REMOVES_WHAT_CHECKS_CREATED = frozenset({"deleteWebhook"})


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


def test_every_operation_is_asked_to_succeed_or_listed(sandbox: Server, command: Command, tmp_path: Path) -> None:
    target = ("--target", f"{sandbox.address}/_sandbox/v1/target")
    keys = ("--api-key", "sbx_succeed_alpha", "--second-api-key", "sbx_succeed_bravo")

    command("check", f"{sandbox.address}/api/v1", *target, *keys, "--only", "ENV-01", "--report", tmp_path)

    entries = json.loads((tmp_path / "exchanges.har").read_text("utf-8"))["log"]["entries"]
    asked = {
        entry["_operation"]
        for entry in entries
        if entry["_role"] == "golden" and entry["_check"].startswith("test_transport.py::")
    }
    assert asked - REMOVES_WHAT_CHECKS_CREATED == OPERATION_IDS - NOT_ASKED_TO_SUCCEED


def test_the_list_names_operations_of_the_contract() -> None:
    assert frozenset() == NOT_ASKED_TO_SUCCEED - OPERATION_IDS
