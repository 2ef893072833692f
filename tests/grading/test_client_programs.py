"""How the program of a client ends: its children get time to end by themselves, and its output costs no memory."""

import sys
import time
import tracemalloc
from pathlib import Path

import psutil
import pytest

from conformance.grading import client_program
from conformance.grading.client_program import run_client

_STARTS_A_CHILD = """
import pathlib, subprocess, sys
subprocess.Popen([sys.executable, "child.py"])
while not pathlib.Path("ready").exists():
    pass
"""
_CHILD = """
import os, pathlib, signal, sys, time
def end(*_):
    {end}
signal.signal(signal.SIGTERM, end)
pathlib.Path("child").write_text(str(os.getpid()))
pathlib.Path("ready").touch()
time.sleep(600)
"""
_TIDIES_UP = "time.sleep(0.3); pathlib.Path('tidied').touch(); sys.exit()"
_STAYS = "pathlib.Path('asked').touch(); time.sleep(600)"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the programs of a test run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run_beside_a_child(folder: Path, end: str) -> None:
    """Runs a program that leaves a child behind. The child does *end* when it is asked to end."""
    (folder / "child.py").write_text(_CHILD.format(end=end), "utf-8")
    run_client([sys.executable, "-c", _STARTS_A_CHILD], {}, 30)


def test_a_child_that_the_program_left_has_time_to_tidy_up(folder: Path) -> None:
    _run_beside_a_child(folder, _TIDIES_UP)

    assert (folder / "tidied").exists()


def test_a_child_that_does_not_end_when_it_is_asked_is_killed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_program, "_GRACE_SECONDS", 0.5)

    _run_beside_a_child(folder, _STAYS)

    assert (folder / "asked").exists()
    assert _has_ended(int((folder / "child").read_text()))


def _has_ended(process: int) -> bool:
    return not psutil.pid_exists(process) or psutil.Process(process).status() == psutil.STATUS_ZOMBIE


def test_a_program_that_ends_by_itself_costs_no_grace() -> None:
    began = time.monotonic()

    run_client([sys.executable, "-c", ""], {}, 30)

    assert time.monotonic() - began < client_program._GRACE_SECONDS


def test_long_output_costs_little_memory() -> None:
    tracemalloc.start()
    try:
        ended = run_client([sys.executable, "-c", "print('a line\\n' * 2_000_000 + 'the end')"], {}, 60)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert ended.last_lines == ("a line", "a line", "a line", "a line", "the end")
    assert peak < 1_000_000


@pytest.mark.parametrize(
    ("written", "lines"),
    [("''", ()), ("'one'", ("one",)), ("'\\n'.join('abcdefg')", ("c", "d", "e", "f", "g"))],
    ids=["nothing", "one line", "more than five lines"],
)
def test_the_last_lines_are_kept(written: str, lines: tuple[str, ...]) -> None:
    assert run_client([sys.executable, "-c", f"print({written}, end='')"], {}, 30).last_lines == lines
