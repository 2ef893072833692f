"""The bench mutants are tried on: a sandbox process, a proxy process in front of it, and runs of the suite.

The processes speak HTTP. The suite gets what a user would give it: an address, two keys, a target file.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from conformance.cli import commands
from tests.forks import FORKS
from tests.mutants.tools.call import BASE_PATH
from tests.mutants.tools.proxy import SHOWN_PATH
from tests.mutants.tools.registry import MUTANTS
from tests.sandbox.servers import serving

# Long enough for a machine that is busy with other tests: they are only waited for when something is wrong.
_START_SECONDS = 60.0
# A proxy with a run on each core answers and ends late.
_PATIENCE_SECONDS = 60
_RUN_SECONDS = 1200.0
# Followed by a path, so that half a line is not read.
_ORIGIN = re.compile(r"http://127\.0\.0\.1:\d+(?=/)")
_LONGEST_WORLD, _DIGEST = 32, 8
# Each mutant has a world of its own.
_MOST_MUTANTS = 100_000


@dataclass(frozen=True)
class Verdict:
    """What one run of the suite says about one requirement, and the command that says it again."""

    word: str
    message: str
    command: str

    def __str__(self) -> str:
        return f"{self.word}: {self.message}\nSeen with: {self.command}"


@dataclass(frozen=True)
class Bench:
    """Origins of the sandbox and of the proxy, and a folder with the sandbox's target file for reports."""

    sandbox: str
    proxy: str
    folder: Path

    def verdicts(self, prefix: str, *options: str) -> dict[str, Verdict]:
        """The verdict of every requirement after one run of the suite on *prefix*, in a world of its own."""
        arguments, log = self._arguments(prefix, *options), self.folder / f"{prefix}.log"
        code = _forked_check(arguments, log)
        report = self._report(prefix) / "report.json"
        if not report.exists():
            raise AssertionError(f"The suite wrote no report (exit {code}):\n{log.read_text(errors='replace')}")
        rows = json.loads(report.read_text(encoding="utf-8"))["requirements"]
        shown = " ".join(["teesheet", *arguments])
        return {row["id"]: Verdict(row["verdict"], str(row["message"]), shown) for row in rows}

    def times_shown(self, name: str) -> int:
        """How often the mutant *name* has shown its fault, to whoever asked."""
        counts = httpx.get(f"{self.proxy}{SHOWN_PATH}", timeout=_PATIENCE_SECONDS).raise_for_status().json()
        return int(counts.get(name, 0))

    def place(self, prefix: str) -> tuple[str, str, str]:
        """The base address of *prefix*, and two keys of its world."""
        world = _world(prefix)
        planted = MUTANTS.get(prefix)
        address = f"{self.proxy}/{prefix}{planted.base_paths[0] if planted else BASE_PATH}"
        return address, f"sbx_{world}_alpha", f"sbx_{world}_bravo"

    def _arguments(self, prefix: str, *options: str) -> list[str]:
        address, key, second_key = self.place(prefix)
        keys = ["--api-key", key, "--second-api-key", second_key]
        rest = [
            "--target",
            str(self.folder / "target.toml"),
            "--seed",
            "1",
            "--report",
            str(self._report(prefix)),
        ]
        return ["check", address, *keys, *rest, *options]

    def _report(self, prefix: str) -> Path:
        return self.folder / prefix


def _world(prefix: str) -> str:
    """The world of *prefix*, in a name that keys of the sandbox may have: two long names differ in their digests."""
    name = prefix.lower().replace(".", "-")
    if len(name) <= _LONGEST_WORLD:
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:_DIGEST]
    return f"{name[: _LONGEST_WORLD - _DIGEST - 1]}-{digest}"


def _forked_check(arguments: list[str], log: Path) -> int | None:
    """Run the command line in a process of its own, with its output in *log*. Its exit code, None when it hangs."""
    process = FORKS.Process(target=_check, args=(arguments, log))
    process.start()
    process.join(_RUN_SECONDS)
    if process.is_alive():
        process.kill()
        process.join()
        return None
    return process.exitcode


def _check(arguments: list[str], log: Path) -> None:
    with log.open("wb") as output:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(output.fileno(), stream.fileno())
        commands(arguments, prog_name="teesheet")


@contextmanager
def bench(folder: Path, *, may_crash: bool = False, served: Sequence[str] = ()) -> Iterator[Bench]:
    """A sandbox and a proxy on free ports of the loopback address, ended with the block. The proxy serves all mutants.
    *served* are options of `python -m tests.mutants` that name others.

    Unless mutants *may_crash*, one that did raises `AssertionError` at the end.
    """
    plant = [sys.executable, "-m", "tests.mutants", *served, "--upstream"]
    log = folder / "proxy.log"
    with (
        serving("--ephemeral", "--max-worlds", str(_MOST_MUTANTS)) as sandbox,
        _running([*plant, sandbox.address], log) as proxy,
    ):
        target = httpx.get(f"{sandbox.address}/_sandbox/v1/target").raise_for_status()
        (folder / "target.toml").write_bytes(target.content)
        yield Bench(sandbox.address, proxy, folder)
    if not may_crash:
        _refuse_crashes(log)


def _refuse_crashes(log: Path) -> None:
    """A mutant that crashes answers 500, and the suite would report a fault nobody planted."""
    said = log.read_text(errors="replace")
    if "Traceback" in said:
        raise AssertionError(f"A mutant crashed. The proxy said:\n{said}")


@contextmanager
def _running(command: list[str], log: Path) -> Iterator[str]:
    """The origin at which the proxy listens. It ends with the block."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
        try:
            yield _origin(process, log)
        finally:
            process.terminate()
            process.wait(timeout=_PATIENCE_SECONDS)


def _origin(process: subprocess.Popen[bytes], log: Path) -> str:
    """The first origin in the *log*: the proxy names its own one as soon as it listens."""
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if found := _ORIGIN.search(log.read_text(errors="replace")):
            return found[0]
        time.sleep(0.05)
    raise AssertionError(f"Nothing listens after {process.args}. It said:\n{log.read_text(errors='replace')}")
