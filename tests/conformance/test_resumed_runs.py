"""A run that was cut short goes on where it ended: `teesheet check --resume DIR`."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from conformance.catalogue.files import load_catalogue
from conformance.judging.recorded_run import judge
from conformance.judging.resuming import run_to_resume
from conformance.recordings.har_reading import read_archive
from conformance.report import write_reports
from conformance.results.run_result import RunResult
from conformance.running.check import check
from conformance.scope.selection import Options
from conformance.target.target import Target
from conformance.wire.transport import HttpTransport
from tests.conformance.conftest import Checked, Command
from tests.conformance.small_operations import SmallTarget
from tests.conformance.small_suites import suite_of, verdict

ROWS = "PAG-03,PAG-05,PAG-06,PAG-09,PAG-12,CRS-20,BKC-13"


def arguments(target: SmallTarget, folder: Path, *options: str) -> list[str]:
    keys = ["--api-key", "key-of-alpha", "--second-api-key", "key-of-bravo"]
    return ["check", target.base_url, *keys, "--report", str(folder), *options]


def report(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "report.json").read_text("utf-8"))
    return found


def verdicts(folder: Path) -> dict[str, str]:
    return {row["id"]: row["verdict"] for row in report(folder)["requirements"]}


@pytest.mark.parametrize(
    ("lanes", "cuts"), [("1", [0.33]), pytest.param("4", [0.33, 0.5], marks=pytest.mark.whole, id="side by side")]
)
def test_verdicts_of_a_resumed_run_are_those_of_an_uninterrupted_run(
    command: Command, small_target: SmallTarget, tmp_path: Path, lanes: str, cuts: list[float]
) -> None:
    whole, parts, again = tmp_path / "whole", tmp_path / "parts", tmp_path / "again"
    options = ["--only", ROWS, "--seed", "1", "--concurrency", lanes]
    command(*arguments(small_target, whole, *options))
    requests = report(whole)["traffic"]["requests"]

    begin = options
    for share in cuts:
        command(*arguments(small_target, parts, *begin, "--requests", str(int(requests * share))))
        assert report(parts)["cutShort"] is not None
        dropped = report(parts)["droppedCases"]
        begin = ["--resume", str(parts)]
    command(*arguments(small_target, parts, *begin))
    command("judge", parts / "exchanges.har", "--report", again)

    assert report(parts)["cutShort"] is None
    assert dropped
    assert report(parts)["droppedCases"] == report(again)["droppedCases"] == dropped
    assert verdicts(parts) == verdicts(whole)
    assert verdicts(again) == verdicts(parts)
    assert report(parts)["leftovers"] == []


INTERRUPTED_ONCE = """
    from pathlib import Path

    @verifies('PAG-03')
    def test_a(agency) -> None:
        expect(agency.get("/travel/courses").is_success, "courses are listed", "they are not")

    @verifies('PAG-05')
    def test_b(agency) -> None:
        agency.get("/travel/courses", page=2)
        if not Path({flag!r}).exists():
            Path({flag!r}).touch()
            raise KeyboardInterrupt

    @verifies('PAG-06')
    def test_c(agency) -> None:
        agency.get("/travel/courses", page=3)
"""


def resumed(target: Target, folder: Path, suite: Path) -> RunResult:
    start = run_to_resume(folder, target, Options(), None, load_catalogue(), suite=suite)
    transport = HttpTransport(target.budgets.timeout_seconds)
    try:
        return check(target, start.options, start.seed, transport, suite=suite, earlier=start.earlier)
    finally:
        transport.close()


def sent_by(result: RunResult, check_name: str) -> Sequence[int]:
    return [exchange.index for exchange in result.exchanges if exchange.check.endswith(check_name)]


def test_a_run_that_somebody_interrupted_goes_on_with_the_check_that_was_under_way(
    checked: Checked, described: Target, tmp_path: Path
) -> None:
    (tmp_path / "suite").mkdir()
    suite = suite_of(tmp_path / "suite", INTERRUPTED_ONCE.format(flag=str(tmp_path / "interrupted")))
    interrupted = checked("PAG-03", "PAG-05", "PAG-06", suite=suite)
    write_reports(interrupted, tmp_path)

    result = resumed(described, tmp_path, suite)

    write_reports(result, tmp_path)
    archive = read_archive(tmp_path / "exchanges.har")
    assert archive.record is not None
    again = judge("exchanges.har", archive.exchanges, archive.record, suite=suite)
    assert interrupted.exit_code == 3
    for found in (result, again):
        assert [verdict(found, row) for row in ("PAG-03", "PAG-05", "PAG-06")] == ["pass", "pass", "pass"]
        assert (found.cut_short, found.interrupted) == (None, False)
    assert [len(sent_by(result, name)) for name in ("test_a", "test_b", "test_c")] == [1, 2, 1]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--seed", "2"], "That run has the seed 1, not 2. Leave --seed out."),
        (["--only", "PAG-04"], "That run decides other requirements. Leave --only and --read-only out."),
        (["--key-header", "X-Other-Key"], "The target is declared in another way than for that run"),
    ],
)
def test_another_run_is_not_resumed(
    command: Command, small_target: SmallTarget, tmp_path: Path, options: list[str], sentence: str
) -> None:
    command(*arguments(small_target, tmp_path, "--only", ROWS, "--seed", "1", "--requests", "12"))

    answer = command(*arguments(small_target, tmp_path, "--resume", str(tmp_path), *options))

    assert (answer.exit_code, sentence in answer.output.replace("\n", " ")) == (2, True), answer.output


def test_a_run_that_went_to_its_end_is_not_resumed(command: Command, small_target: SmallTarget, tmp_path: Path) -> None:
    command(*arguments(small_target, tmp_path, "--only", "PAG-03"))

    answer = command(*arguments(small_target, tmp_path, "--resume", str(tmp_path)))

    assert (answer.exit_code, "nothing is left to do" in answer.output) == (2, True)


def test_a_folder_without_a_run_is_not_resumed(command: Command, small_target: SmallTarget, tmp_path: Path) -> None:
    answer = command(*arguments(small_target, tmp_path, "--resume", str(tmp_path)))

    assert (answer.exit_code, "there is no run to resume" in answer.output) == (2, True)


def test_a_plan_says_what_is_left_of_a_run(command: Command, small_target: SmallTarget, tmp_path: Path) -> None:
    keys = ["--api-key", "key-of-alpha", "--second-api-key", "key-of-bravo"]
    command(*arguments(small_target, tmp_path, "--only", ROWS, "--seed", "1", "--requests", "30", "--concurrency", "1"))
    before = json.loads(command("plan", small_target.base_url, *keys, "--only", ROWS, "--json").output)

    left = json.loads(command("plan", small_target.base_url, *keys, "--resume", tmp_path, "--json").output)

    assert left["checksDone"] > 0
    assert left["checks"] + left["checksDone"] + left["droppedCases"] == before["checks"]
