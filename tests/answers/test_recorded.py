"""What the suite records about the sandbox at its open points is the answer of the ledger."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from openapi.assumptions import assumptions
from tests.answers.asking import decided
from tests.answers.comparing import disagreement
from tests.answers.probes.conventions import open_lists
from tests.answers.recorded import RECORDED, Recorded
from tests.sandbox.servers import Server

ROWS = assumptions()


@pytest.fixture(scope="session")
def found(sandbox: Server, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What `teesheet gaps` records about the sandbox, by open point."""
    command = [sys.executable, "-m", "mock_server.cli", "gaps", f"{sandbox.address}/api/v1", "--json"]
    keys = ["--api-key", "sbx_recorded_alpha", "--second-api-key", "sbx_recorded_bravo"]
    target = ["--target", f"{sandbox.address}/_sandbox/v1/target"]
    folder = tmp_path_factory.mktemp("gaps")
    printed = subprocess.run([*command, *keys, *target], capture_output=True, check=True, text=True, cwd=folder)
    gaps: list[dict[str, Any]] = json.loads(printed.stdout)["gaps"]
    return {gap["id"]: gap["found"] for gap in gaps}


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda recorded: f"{recorded.point}-{recorded.assumption}")
def test_the_suite_records_the_answer_of_the_ledger(recorded: Recorded, found: dict[str, str]) -> None:
    said = found[recorded.point]

    word = decided(*((word, bool(re.search(form, said))) for word, form in recorded.patterns.items()), seen=said)

    assert disagreement(ROWS[recorded.assumption], word, "the suite records") is None


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda recorded: f"{recorded.point}-{recorded.assumption}")
def test_the_words_of_a_record_are_words_of_the_row(recorded: Recorded) -> None:
    assert set(recorded.patterns) <= set(ROWS[recorded.assumption].values)


def test_the_suite_sees_no_value_beyond_the_open_lists(found: dict[str, str]) -> None:
    seen = {
        (name, value)
        for name, values in re.findall(r"(\w+): ([^.]*)\.", found["UNS-05"])
        for value in values.split(", ")
    }

    assert {(name, value) for name, value in seen if value not in open_lists()[name]} == set()
