"""Which files of the suite ask the machine for the time. All others ask `conformance.recordings.moments`.

A run records every answer that a check gets about the time. A replay gives the same answers, so a check that asked the
machine would get another verdict.
"""

import ast
from collections.abc import Iterator, Mapping

import pytest

from tests.test_sizes import TREE, files_of

OF_THE_RECORDING = "gives the time to a run, and records it"
OF_REQUESTS = "measures or limits a request, and a replay sends none"
OF_THE_RUN = "notes when a run began or ended, for its reports"
OF_NO_RUN = "no check runs here, and no replay follows"
# File -> why it may ask the machine.
MAY_ASK: Mapping[str, str] = {
    "recordings/moments.py": OF_THE_RECORDING,
    "recordings/recording.py": OF_THE_RECORDING,
    "asking/preflight.py": "waits for a first answer before the first check, and its answers are no verdicts",
    "wire/listening.py": "notes when a delivery arrived, and the recording keeps that moment",
    "wire/network.py": OF_REQUESTS,
    "wire/pace.py": OF_REQUESTS,
    "wire/retrying.py": OF_REQUESTS,
    "wire/transport.py": OF_REQUESTS,
    "scope/clock_turns.py": "says how old a reading of the clock is, and the recording keeps each turn",
    "generated/traffic.py": "ends generated traffic in time, and a replay takes its findings from the recording",
    "session/stopping.py": "counts the seconds that a signal leaves",
    "footprint/journal.py": OF_THE_RUN,
    "running/check.py": OF_THE_RUN,
    "running/progress.py": "shows how long a run takes",
    "commands/grade.py": OF_NO_RUN,
    "grading/sandbox.py": "waits for the sandbox of an examination to start",
    "commands/plan.py": OF_NO_RUN,
    "first_contact/contact.py": OF_NO_RUN,
    "first_contact/reading.py": OF_NO_RUN,
    "first_contact/writing.py": OF_NO_RUN,
    "footprint/sweep.py": OF_NO_RUN,
    "grading/client_program.py": OF_NO_RUN,
    "grading/examination.py": OF_NO_RUN,
    "proxy/carrying.py": OF_NO_RUN,
    "proxy/road.py": OF_NO_RUN,
}
_OF_TIME = frozenset({"time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "sleep"})
_OF_DATES = frozenset({("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")})


def clocks_of(code: str) -> Iterator[str]:
    """The clocks of the machine that a module names."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if (owner, name) in _OF_DATES:
                yield f"{owner}.{name}"
            case ast.Attribute(value=ast.Name(id="time"), attr=name) if name in _OF_TIME:
                yield f"time.{name}"
            case ast.ImportFrom(module="time", names=names):
                yield from (f"time.{alias.name}" for alias in names)


def _asking() -> set[str]:
    return {
        file.relative_to(TREE / "conformance").as_posix()
        for file in files_of("conformance")
        if any(clocks_of(file.read_text("utf-8")))
    }


def test_no_other_file_of_the_suite_asks_the_machine_for_the_time() -> None:
    assert _asking() - set(MAY_ASK) == set()


def test_every_file_of_the_list_still_asks() -> None:
    assert set(MAY_ASK) - _asking() == set()


@pytest.mark.parametrize(
    ("code", "clocks"),
    [
        ("datetime.now(UTC)", ["datetime.now"]),
        ("today = date.today", ["date.today"]),
        ("def f(now=time.monotonic): pass", ["time.monotonic"]),
        ("from time import sleep", ["time.sleep"]),
        ("moments.now()", []),
        ("tee_time.time", []),
        ("time.fromisoformat('09:00')", []),
    ],
)
def test_a_clock_is_found_wherever_it_is_named(code: str, clocks: list[str]) -> None:
    assert list(clocks_of(code)) == clocks
