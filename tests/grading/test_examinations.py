"""Whole examinations of small clients, by the command line."""

import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jsonschema_rs
import psutil
import pytest

from tests.pages import TREE, blocks
from tests.sandbox.servers import TEESHEET

_PAGE = (TREE / "docs" / "grading.md").read_text("utf-8")
_SHORT = ("--seconds", "2")


def _program(name: str, folder: Path) -> Path:
    """A client of the page, saved in *folder*."""
    file = folder / name
    file.write_text(next(block.text for block in blocks(_PAGE) if block.name == name), "utf-8")
    return file


def _grade(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*TEESHEET, "grade", *words], capture_output=True, text=True, cwd=folder, timeout=120, check=False
    )


def _client(folder: Path, code: str) -> tuple[str, str]:
    file = folder / "client.py"
    file.write_text(code, "utf-8")
    return sys.executable, str(file)


def _graded(folder: Path, *words: str) -> tuple[int, dict[str, Any]]:
    ended = _grade(folder, "--report", "out", *words)
    assert ended.returncode in (0, 1, 3), ended.stderr
    return ended.returncode, json.loads((folder / "out" / "grade.json").read_text("utf-8"))


def _verdicts(report: dict[str, Any]) -> dict[str, str]:
    return {row["id"]: row["verdict"] for row in report["rows"]}


def test_a_client_that_repeats_blindly_books_twice_and_fails(tmp_path: Path) -> None:
    naive = _program("naive.py", tmp_path)

    code, report = _graded(tmp_path, "--scenario", "booking-lost-after", "--", sys.executable, str(naive))

    assert code == 1
    assert _verdicts(report)["ABK-03"] == "fail"
    assert _verdicts(report)["ABK-01"] == "fail"


def test_the_mended_client_passes_where_the_naive_one_failed(tmp_path: Path) -> None:
    mended = _program("mended.py", tmp_path)

    code, report = _graded(tmp_path, "--scenario", "booking-lost-after", "--", sys.executable, str(mended))

    assert code == 0
    assert _verdicts(report)["ABK-03"] == "pass"


def _printed_schema() -> dict[str, Any]:
    """What the command prints that the page names."""
    command = [sys.executable, "-P", "-m", "conformance.grading"]
    printed: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return printed


def test_the_report_for_programs_fits_its_schema(tmp_path: Path) -> None:
    naive = _program("naive.py", tmp_path)

    _, report = _graded(tmp_path, "--scenario", "cancellation-lost", "--", sys.executable, str(naive))

    jsonschema_rs.Draft202012Validator(_printed_schema(), validate_formats=True).validate(report)
    assert (tmp_path / "out" / "grade.html").stat().st_size > 10_000


def test_a_client_that_never_calls_is_incomplete_and_says_why(tmp_path: Path) -> None:
    code, report = _graded(tmp_path, "--scenario", "plain", "--", *_client(tmp_path, "print('no address')"))

    assert code == 3
    assert "never called the sandbox" in report["scenarios"][0]["trouble"]
    assert "no address" in report["scenarios"][0]["trouble"]


def test_a_client_that_fails_when_nothing_happens_is_incomplete(tmp_path: Path) -> None:
    code = (
        "import os, sys, urllib.request\n"
        "request = urllib.request.Request(os.environ['TEESHEET_BASE_URL'] + '/travel/courses')\n"
        "request.add_header('X-Api-Key', os.environ['TEESHEET_API_KEY'])\n"
        "urllib.request.urlopen(request).read()\n"
        "sys.exit(7)\n"
    )

    ended, report = _graded(tmp_path, "--scenario", "plain", "--", *_client(tmp_path, code))

    assert ended == 3
    assert report["scenarios"][0]["trouble"] == "The client ended with exit code 7, although nothing happened."


def test_a_client_that_hangs_is_ended_with_everything_it_started(tmp_path: Path) -> None:
    code = (
        "import os, subprocess, sys, time, urllib.request\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "open('child', 'w').write(str(child.pid))\n"
        "request = urllib.request.Request(os.environ['TEESHEET_BASE_URL'] + '/travel/courses')\n"
        "request.add_header('X-Api-Key', os.environ['TEESHEET_API_KEY'])\n"
        "urllib.request.urlopen(request).read()\n"
        "time.sleep(600)\n"
    )

    ended, report = _graded(tmp_path, *_SHORT, "--scenario", "plain", "--", *_client(tmp_path, code))

    assert ended == 3
    assert "did not end within 2 seconds" in report["scenarios"][0]["trouble"]
    assert _is_gone(int((tmp_path / "child").read_text()))


def _is_gone(process: int) -> bool:
    until = time.monotonic() + 10
    while time.monotonic() < until:
        if not psutil.pid_exists(process) or psutil.Process(process).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--", "no-such-program"], "There is no program 'no-such-program'"),
        ([], "a command behind --, or --interactive"),
        (["--interactive", "--", sys.executable], "--interactive takes no command"),
        (["no-such-file.har"], "cannot be read"),
        (["--scenario", "plian", "--", sys.executable], "Did you mean 'plain'?"),
        (["--listen", "8080", "--", sys.executable], "--listen must be HOST:PORT"),
        (["--scenarios", "none.yaml", "--", sys.executable], "none.yaml"),
    ],
    ids=["program", "nothing", "both", "recording", "scenario", "listen", "file"],
)
def test_a_grade_that_cannot_start_says_why_in_one_sentence(tmp_path: Path, words: list[str], sentence: str) -> None:
    ended = _grade(tmp_path, *words)

    assert ended.returncode == 2
    assert sentence in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_taken_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        place = f"127.0.0.1:{taken.getsockname()[1]}"

        ended = _grade(tmp_path, "--listen", place, "--", *_client(tmp_path, ""))

    assert ended.returncode == 2
    assert "it is in use" in ended.stderr


def test_a_cut_recording_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cut.har").write_text('{"log": {"entries": [', "utf-8")

    ended = _grade(tmp_path, "cut.har")

    assert ended.returncode == 2
    assert "was cut off" in ended.stderr


def test_a_person_sees_what_happens_and_is_judged(tmp_path: Path) -> None:
    words = [*TEESHEET, "grade", "--interactive", "--scenario", "hold-lost"]

    ended = subprocess.run(words, input="\n\n", capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)

    assert ended.returncode == 3
    assert "Nothing happens. The service works, and nobody else books." in ended.stdout
    assert "key      sbx_grade-0_agency" in ended.stdout


def test_a_person_without_a_terminal_is_refused(tmp_path: Path) -> None:
    words = [*TEESHEET, "grade", "--interactive"]

    ended = subprocess.run(words, input="", capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)

    assert ended.returncode == 2
    assert "needs a terminal" in ended.stderr
