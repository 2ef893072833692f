"""The open points are printed with their question and what a target does: from a report, from a run, or alone."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.catalogue.files import load_catalogue
from conformance.results.gaps import open_questions
from conformance.suite.open.observations import NOTHING_SEEN
from tests.conformance.conftest import Command
from tests.conformance.killed_runs import JOURNAL_THAT_LEFT_A_BOOKING
from tests.conformance.small_operations import SmallTarget
from tests.sandbox.servers import Server, serving

QUESTIONS = [gap.id for gap in open_questions(load_catalogue())]
# What a run shows only where a target answers 429, has two holds that meet, and the like; it says so in a sentence.
UNSEEN = (NOTHING_SEEN, "The specification leaves this open. Not recorded in this run.")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """A report in which one point was looked at, with text that no table may act on."""
    looked = {
        "id": "UNS-02",
        "sentence": "x",
        "verdict": "info",
        "message": "It is | a <b>list</b>.\n\x1b[2J",
        "selected": True,
    }
    others = [looked | {"id": row, "selected": False} for row in QUESTIONS if row != "UNS-02"]
    shown = {"target": "http://a.example/api/v1", "startedAt": "x", "outcome": "conformant"}
    (tmp_path / "report.json").write_text(json.dumps(shown | {"requirements": [looked, *others]}))
    return tmp_path / "report.json"


def found(gaps: Any) -> dict[str, str | None]:
    return {gap["id"]: gap["found"] for gap in gaps["gaps"]}


def test_there_are_42_points() -> None:
    assert len(QUESTIONS) == 42


def test_without_a_target_the_questions_are_printed(command: Command) -> None:
    printed = command("gaps")

    assert printed.exit_code == 0
    assert [row for row in QUESTIONS if f"\n{row}  " not in printed.stdout] == []


def test_a_report_gives_the_answers(report: Path, command: Command) -> None:
    shown = json.loads(command("gaps", report, "--json").stdout)

    assert (shown["target"], found(shown)["UNS-02"][:10]) == ("http://a.example/api/v1", "It is | a ")
    assert {answer for row, answer in found(shown).items() if row != "UNS-02"} == {None}


def test_the_table_fits_80_columns_and_cannot_move_the_cursor(report: Path, command: Command) -> None:
    printed = command("gaps", report).stdout

    assert [line for line in printed.splitlines() if len(line) > 80] == []
    assert "\x1b" not in printed
    assert printed.count("(not checked)") == 41


def test_markdown_shows_what_a_target_says_as_text(report: Path, command: Command) -> None:
    (row,) = [line for line in command("gaps", report, "--markdown").stdout.splitlines() if "UNS-02" in line]

    assert "It is \\| a \\<b\\>list\\</b\\>" in row


def test_a_sandbox_is_looked_at(
    sandbox: Server, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    keys = ("--api-key", "sbx_gaps_alpha", "--second-api-key", "sbx_gaps_bravo")

    printed = command(
        "gaps", f"{sandbox.address}/api/v1", "--target", f"{sandbox.address}/_sandbox/v1/target", *keys, "--json"
    )

    answers = found(json.loads(printed.stdout))
    unseen = [row for row, answer in answers.items() if answer in UNSEEN]
    assert unseen == [row for row in unseen if row in ("UNS-31",)]
    assert "data.id (text)" in str(answers["UNS-04"])
    assert "404" in str(answers["UNS-24"])
    assert list(tmp_path.iterdir()) == []


def test_a_read_only_look_sends_nothing_but_get(
    small_target: SmallTarget, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    printed = command("gaps", small_target.base_url, "--api-key", "key-of-alpha", "--read-only", "--json")

    assert {method for method, _ in small_target.requests} == {"GET"}
    assert len(found(json.loads(printed.stdout))) == 42


def test_the_journal_of_an_earlier_run_is_kept(
    small_target: SmallTarget, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gaps.journal.jsonl").write_text(JOURNAL_THAT_LEFT_A_BOOKING)

    printed = command("gaps", small_target.base_url, "--api-key", "key-of-alpha", "--read-only")

    (kept,) = tmp_path.glob("*-gaps.journal.jsonl")
    assert kept.read_text() == JOURNAL_THAT_LEFT_A_BOOKING
    assert f"teesheet sweep {kept.name}" in printed.stderr


@pytest.mark.parametrize("source", ["/no/such/report.json", "http://127.0.0.1:9/api/v1"])
def test_what_cannot_be_used_exits_2(source: str, command: Command) -> None:
    result = command("gaps", source, "--api-key", "x")

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert result.stderr.startswith("teesheet gaps: ")
