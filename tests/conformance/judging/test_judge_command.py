"""The command `judge`: its screen, its exit codes, and recordings of other versions."""

import copy
import json
from pathlib import Path

import pytest

from tests.conformance.conftest import Command
from tests.conformance.judging.recordings import entries, written
from tests.conformance.small_operations import SmallTarget


def test_judging_prints_what_the_run_printed_and_ends_as_it_did(run: Path, command: Command) -> None:
    result = command("judge", run)

    assert result.exit_code == 1
    needed = ["Not conformant: 1 must requirement is violated.", "PAG-03", "Judged from the recording"]
    assert [words for words in needed if words in result.stdout] == needed


def test_the_last_screen_counts_what_the_recording_lacks(run: Path, command: Command) -> None:
    lacking = json.loads(run.read_text("utf-8"))
    # Several checks need the list of courses, and only this check needs its page.
    alone = next(entry for entry in entries(lacking) if entry["_check"].startswith("test_pages.py"))
    entries(lacking).remove(alone)
    run.write_text(json.dumps(lacking), encoding="utf-8")

    result = command("judge", run)

    assert "does not hold" in result.stdout
    assert "1 request" in result.stdout


@pytest.mark.parametrize("part", ["contract", "requirements", "checks"])
def test_a_recording_of_another_version_is_judged_with_a_note(run: Path, command: Command, part: str) -> None:
    older = json.loads(run.read_text("utf-8"))
    older["log"]["_teesheet"]["facts"]["digests"][part] = "0" * 64
    run.write_text(json.dumps(older), encoding="utf-8")

    result = command("judge", run)

    assert result.exit_code == 1
    assert f"The run used other {part} than this version of the suite." in " ".join(result.stdout.split())


def test_a_recording_of_another_contract_is_never_conformant(
    small_target: SmallTarget, command: Command, tmp_path: Path
) -> None:
    command(
        "check", small_target.base_url, "--api-key", "key-of-alpha", "--only", "CRS-05", "--report", tmp_path / "run"
    )
    other = json.loads((tmp_path / "run" / "exchanges.har").read_text("utf-8"))
    other["log"]["_teesheet"]["facts"]["digests"]["contract"] = "0" * 64

    result = command("judge", written(other, tmp_path), "--report", tmp_path / "judged")

    report = json.loads((tmp_path / "judged" / "report.json").read_text("utf-8"))
    assert (result.exit_code, report["outcome"], report["judged"]["byOtherContract"]) == (3, "incomplete", True)
    assert "the run was recorded with another contract" in " ".join(result.stdout.split())
    assert "another contract" in (tmp_path / "judged" / "report.html").read_text("utf-8")


def test_requests_of_another_contract_are_no_mistakes_of_the_suite(run: Path, command: Command) -> None:
    other = json.loads(run.read_text("utf-8"))
    other["log"]["_teesheet"]["facts"]["digests"]["contract"] = "0" * 64
    wrong = copy.deepcopy(entries(other)[0])
    wrong |= {"_path": "/travel/courses", "_check": "test_courses", "_role": "read", "_operation": "searchCourses"}
    wrong["request"] |= {"method": "GET", "queryString": [{"name": "holes", "value": "10"}]}
    entries(other).append(wrong)
    run.write_text(json.dumps(other), encoding="utf-8")

    assert command("judge", run).exit_code == 1


def test_a_baseline_holds_for_what_is_judged(run: Path, command: Command, tmp_path: Path) -> None:
    file = tmp_path / "baseline.toml"
    file.write_text(
        '[[known_failures]]\nid = "PAG-03"\nreason = "Mended soon."\nowner = "we"\nuntil = 2999-01-01\n', "utf-8"
    )

    result = command("judge", run, "--baseline", file, "--report", tmp_path / "judged")

    assert result.exit_code == 0
    assert json.loads((tmp_path / "judged" / "report.json").read_text("utf-8"))["counts"]["known"] == 1
