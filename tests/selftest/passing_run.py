"""Measures what the proxy notices: mutants and conforming targets, several at once, with a journal to resume from.

Each result is a line of the journal as soon as it is there. A later command skips what the journal has, as long as the
code is the same.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import click

from tests.conforming.tools.draws import draw, rows_to_decide
from tests.mutants.tools.bench import Bench
from tests.selftest.passing import Quiet, Sighted, quiet, quiet_from, recorded, sighted, sighted_from

JOURNAL_FILE = Path(__file__).with_name("passing.journal.jsonl")
_TREE = Path(__file__).parents[2]
_MEASURED = ("openapi", "mock_server", "conformance", "tests/mutants", "tests/conforming", "tests/selftest")


@dataclass(frozen=True)
class Measured:
    """What one or several commands measured, and how many mutants and targets failed to run."""

    sights: tuple[Sighted, ...]
    quiets: tuple[Quiet, ...]
    failed: int


class Journal:
    """The results so far, in *file*. A file about other code is begun anew."""

    def __init__(self, file: Path = JOURNAL_FILE) -> None:
        self._file = file
        self._head = {"code": _digest_of_code()}
        lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
        is_about_this_code = lines[:1] == [self._head]
        self._found: list[dict[str, Any]] = lines[1:] if is_about_this_code else []
        if not is_about_this_code:
            file.write_text(json.dumps(self._head) + "\n", encoding="utf-8")

    def add(self, result: Sighted | Quiet) -> None:
        """Keep one result."""
        self._found.append(json.loads(json.dumps(asdict(result))))
        with self._file.open("a", encoding="utf-8") as journal:
            journal.write(json.dumps(self._found[-1]) + "\n")

    def sights(self) -> dict[str, Sighted]:
        """The mutants that are measured, by name."""
        return {found["mutant"]: sighted_from(found) for found in self._found if "mutant" in found}

    def quiets(self) -> dict[int, Quiet]:
        """The conforming targets that are measured, by seed."""
        return {found["seed"]: quiet_from(found) for found in self._found if "seed" in found}


def _digest_of_code() -> str:
    digest = blake2b(digest_size=16)
    files = (file for folder in _MEASURED for file in (_TREE / folder).rglob("*") if file.suffix in (".py", ".yaml"))
    for file in sorted(files):
        digest.update(file.relative_to(_TREE).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def measure(
    ready: Bench, names: Sequence[str], draws: int, rows: Sequence[str], workers: int, made: Path | None
) -> Measured:
    """The mutants with *names* and the first *draws* conforming targets, *workers* at once.

    Runs on mutants that ``pytest -m mutants --basetemp`` recorded in the folder *made* are judged and not repeated.
    Ctrl-C ends it. What is measured by then is in the journal.
    """
    recordings = {file.parent.name: file.parents[1] for file in made.rglob("exchanges.har")} if made else {}
    journal = Journal()
    todo = [name for name in names if name not in journal.sights()]
    click.echo(f"{len(names) - len(todo)} of {len(names)} mutants and {_done(journal, draws)} of {draws} targets"
               " are in the journal.")  # fmt: skip
    target_file = (ready.folder / "target.toml").read_text(encoding="utf-8")
    listen = partial(_quiet, sandbox=ready.sandbox, target_file=target_file, rows=tuple(rows))
    # The judges compute, and a run on a target lives in the process that begins it: both need whole processes.
    context = multiprocessing.get_context("spawn")
    processes = ProcessPoolExecutor(min(workers, 3 * (os.cpu_count() or 1)), mp_context=context)
    with _at_once(processes):
        failed = _keep(
            journal,
            {
                processes.submit(recorded, recordings[name], name)
                if name in recordings
                else processes.submit(sighted, ready, name): name
                for name in todo
            },
        )
        seeds = [seed for seed in range(draws) if seed not in journal.quiets()]
        failed += _keep(journal, {processes.submit(listen, seed): f"draw {seed}" for seed in seeds})
    sights, quiets = journal.sights(), journal.quiets()
    return Measured(
        tuple(sights[name] for name in names if name in sights),
        tuple(quiets[seed] for seed in range(draws) if seed in quiets),
        failed,
    )


def _done(journal: Journal, draws: int) -> int:
    return len([seed for seed in journal.quiets() if seed < draws])


def _quiet(seed: int, sandbox: str, target_file: str, rows: tuple[str, ...]) -> Quiet:
    return quiet(sandbox, draw(seed), target_file, rows_to_decide(seed, rows))


@contextmanager
def _at_once(executor: Executor) -> Iterator[Executor]:
    """*executor*, which begins nothing more when the block ends with an error or with Ctrl-C."""
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _keep(journal: Journal, underway: dict[Future[Any], str]) -> int:
    """Keep each result as soon as it is there, and say so. Returns how many failed."""
    failed = 0
    began = time.monotonic()
    for count, future in enumerate(as_completed(underway), start=1):
        fault = future.exception()
        if fault is None:
            journal.add(future.result())
            said: Callable[[], str] = future.result().in_words
        else:
            failed += 1
            said = partial(_first_line, fault)
        minutes = (time.monotonic() - began) / 60
        click.echo(f"{count:4} of {len(underway)}  {minutes:5.1f} min  {underway[future]:32} {said()}")
    return failed


def _first_line(fault: BaseException) -> str:
    return f"failed: {next(iter(str(fault).splitlines()), type(fault).__name__)}"
