"""The command line: exit codes, one sentence for what cannot start, and a summary that fits 80 columns."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from conformance import cli
from conformance.report import write_reports
from conformance.results.run_result import RunResult
from mock_server.cli import COMMANDS
from tests.conformance.conftest import Command
from tests.conformance.small_operations import SmallTarget


@pytest.mark.parametrize("given", ["", " , "])
def test_an_empty_list_of_requirements_is_refused(command: Command, tmp_path: Path, given: str) -> None:
    result = command("check", "http://a.example/api/v1", "--api-key", "x", "--only", given, "--report", tmp_path / "r")

    assert result.exit_code == 2
    assert "it names no requirement" in result.output
    assert not (tmp_path / "r").exists()


def test_a_conforming_target_exits_0(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    result = command(
        "check", small_target.base_url, "--api-key", "key-of-alpha", "--only", "PAG-03", "--report", tmp_path
    )

    assert result.exit_code == 0
    assert "Conformant" in result.stdout


def test_a_violation_exits_1_and_tells_how_to_repeat_it(
    small_target: SmallTarget, command: Command, tmp_path: Path
) -> None:
    small_target.faults.add("default page size 10")

    result = command(
        "check", small_target.base_url, "--api-key", "key-of-alpha", "--only", "PAG-03", "--report", tmp_path
    )

    assert result.exit_code == 1
    needed = ["Not conformant: 1 must requirement is violated.", "PAG-03", "expected", "actual", "curl -i"]
    assert [words for words in needed if words in result.stdout] == needed
    assert '-H "X-Api-Key: $API_KEY"' in result.stdout


def test_an_undecided_must_exits_3(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    result = command(
        "check", small_target.base_url, "--api-key", "key-of-alpha", "--only", "AUT-09", "--report", tmp_path
    )

    assert result.exit_code == 3
    assert "A decision needs the key of a second agency" in result.stdout


def test_keys_may_come_from_the_environment(
    small_target: SmallTarget, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEESHEET_API_KEY", "key-of-alpha")

    result = command("check", small_target.base_url, "--only", "PAG-03", "--report", tmp_path)

    assert result.exit_code == 0


def test_the_address_and_the_keys_may_come_from_a_target_file(
    small_target: SmallTarget, command: Command, tmp_path: Path
) -> None:
    file = tmp_path / "target.toml"
    file.write_text(f'base_url = "{small_target.base_url}"\n[keys]\napi_key = "key-of-alpha"\n')

    result = command("check", "--target", file, "--only", "PAG-03", "--report", tmp_path)

    assert result.exit_code == 0


def test_the_seed_can_be_given(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    options = ("--api-key", "key-of-alpha", "--only", "PAG-03", "--report", tmp_path, "--seed", 12345)

    command("check", small_target.base_url, *options)

    assert json.loads((tmp_path / "report.json").read_text())["seed"] == 12345


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("http://127.0.0.1:9/api/v1", "--api-key", "x"), "cannot be reached"),
        (("http://127.0.0.1:9/api", "--api-key", "x"), "does not end in the version segment"),
        (("http://127.0.0.1:9/api/v1",), "No API key was given"),
        (("--api-key", "x"), "No address was given"),
        (("http://127.0.0.1:9/api/v1", "--api-key", "x", "--only", "PAG-99"), "There is no requirement 'PAG-99'"),
        (("http://127.0.0.1:9/api/v1", "--api-key", "x", "--target", "/no/such"), "cannot be read"),
        (
            ("http://127.0.0.1:9/api/v1", "--api-key", "x", "--receiver-listen", "9000"),
            "--receiver-listen, must look like",
        ),
        (("http://127.0.0.1:9/api/v1", "--api-key", "x", "--report", "/dev/null/x"), "The reports cannot be written"),
    ],
)
def test_what_cannot_start_says_so_in_one_sentence_and_exits_2(
    command: Command, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    folder = () if "--report" in arguments else ("--report", tmp_path)

    result = command("check", *arguments, *folder)

    assert result.exit_code == 2
    assert result.stderr.startswith("teesheet check: ")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(("key", "fault"), [("wrong-key", ""), ("key-of-alpha", "answers HTML")])
def test_a_wrong_key_and_a_page_instead_of_an_api_exit_2(
    small_target: SmallTarget, command: Command, tmp_path: Path, key: str, fault: str
) -> None:
    small_target.faults.add(fault)

    result = command("check", small_target.base_url, "--api-key", key, "--report", tmp_path)

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_a_run_that_is_interrupted_before_its_first_check_exits_2(
    small_target: SmallTarget, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("conformance.commands.check.run_check", interrupted)

    result = command("check", small_target.base_url, "--api-key", "key-of-alpha", "--report", tmp_path)

    assert (result.exit_code, result.stderr) == (
        2,
        "teesheet check: Interrupted before there was anything to report.\n",
    )


def test_a_run_that_cannot_start_leaves_no_older_report(command: Command, tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text("{}")

    command("check", "http://127.0.0.1:9/api/v1", "--api-key", "x", "--report", tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_reports_that_cannot_be_written_at_the_end_are_named_with_the_verdicts(
    small_target: SmallTarget, tmp_path: Path
) -> None:
    arguments = ("check", small_target.base_url, "--api-key", "key-of-alpha", "--only", "PAG-03", "--report", tmp_path)

    # No file may grow beyond 60 KB: the page of a run is larger, its journal is not.
    result = subprocess.run(
        ["sh", "-c", 'ulimit -f 120; exec "$@"', "sh", sys.executable, "-m", "conformance", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 4
    assert "teesheet check: The reports cannot be written" in result.stderr
    assert "Traceback" not in result.stderr
    assert "PAG-03" in result.stdout


def test_the_summary_fits_80_columns(
    small_target: SmallTarget, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The last line names the folder, so its name must be short.
    monkeypatch.chdir(tmp_path)

    result = command("check", small_target.base_url, "--api-key", "key-of-alpha", "--only", "AUT-09", "--report", "r")

    assert [line for line in result.stdout.splitlines() if len(line) > 80] == []


def test_requirements_are_listed_one_per_line(command: Command) -> None:
    result = command("requirements", "list")

    assert len(result.stdout.splitlines()) == 383


def test_a_requirement_is_shown_with_its_shape(command: Command) -> None:
    result = command("requirements", "show", "CRS-01")

    assert "thumbnailUrl" in result.stdout
    assert "/data/*" in result.stdout


def test_an_unknown_requirement_names_the_nearest(command: Command) -> None:
    result = command("requirements", "show", "CRS-011")

    assert (result.exit_code, "Did you mean 'CRS-11'?" in result.stderr) == (2, True)


def test_the_keys_are_nowhere_in_what_is_printed(small_target: SmallTarget, command: Command, tmp_path: Path) -> None:
    small_target.faults.add("default page size 10")

    result = command(
        "check", small_target.base_url, "--api-key", "key-of-alpha", "--only", "PAG-03", "--report", tmp_path
    )

    assert "key-of-alpha" not in result.output


def test_a_signal_while_the_reports_are_written_loses_none(
    small_target: SmallTarget, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped_meanwhile(result: RunResult, folder: Path) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        write_reports(result, folder)

    monkeypatch.setattr("conformance.commands.check.write_reports", stopped_meanwhile)

    keys = ("--api-key", "key-of-alpha", "--only", "PAG-03")
    ended = command("check", small_target.base_url, *keys, "--report", tmp_path)

    assert (ended.exit_code, (tmp_path / "report.json").exists()) == (0, True)


def test_the_group_of_the_suite_has_each_of_its_commands_of_the_product() -> None:
    places = [place for place, _ in COMMANDS.values() if place.startswith("conformance.")]

    assert sorted(places) == [f"conformance.commands.{name}:{name}" for name in cli.COMMANDS]


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_each_command_of_the_suite_can_be_loaded(command: Command, name: str) -> None:
    result = command(name, "--help")

    assert (result.exit_code, result.stdout.splitlines()[0].split()[:3]) == (0, ["Usage:", "commands", name])
