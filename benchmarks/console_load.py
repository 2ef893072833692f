"""`python -m benchmarks.console_load`: what two open pages of the console cost a server under load, and what they miss.

100 requests a second come, minute after minute. In every second minute the journal and the timeline are open in
Chromium. Each of these minutes is compared with its neighbours, in which nobody looks, so that a machine that becomes
slower does not decide. Prints a table. Processor time is sturdier than durations where the machine is busy.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import click
from playwright.sync_api import Page
from rich.console import Console
from rich.table import Table

from benchmarks.processes import LOAD_CORE, SERVER_CORE, Server, free_port, serving
from tests.console.browsers import window
from tests.console.loads import Load, keep_rows, sending
from tests.console.tours import enter, play

KEY = "sbx_watched_alpha"
PER_SECOND = 100
GOAL = 0.05


@dataclass(frozen=True, slots=True)
class Minute:
    """Processor time of the server, the durations of the requests, and what was lost: rows that no page showed.

    *longest_ms* is the longest time for which a page did not answer. None for a minute without pages.
    """

    cpu_seconds: float
    durations: Sequence[float]
    lost: int | None = None
    longest_ms: float | None = None


def measured(server: Server, address: str, seconds: int, pages: Sequence[Page] = ()) -> Minute:
    """A minute of load, with these pages open: the journal comes first."""
    for page in pages:
        keep_rows(page)
    before = server.cpu_seconds()
    with sending(address, KEY, per_second=PER_SECOND, seconds=seconds) as load:
        while not load.done.wait(0.2):
            for page in pages[:1]:
                page.wait_for_timeout(100)
    spent = server.cpu_seconds() - before
    if not pages:
        return Minute(spent, load.seconds)
    return Minute(spent, load.seconds, _lost(pages[0], load), max(page.evaluate("window.longest") for page in pages))


def _lost(journal: Page, load: Load) -> int:
    """How many requests the journal did not show within ten seconds after the last of them."""
    missing = set(load.marks)
    for _ in range(20):
        missing -= {row.partition("=")[2] for row in journal.evaluate("window.arrived")}
        if not missing:
            break
        journal.wait_for_timeout(500)
    return len(missing)


@contextmanager
def open_pages(address: str) -> Iterator[list[Page]]:
    """The journal and the timeline of a world with the story."""
    with window(address) as journal:
        enter(journal, KEY)
        if journal.locator("text=Play the story").count():
            play(journal)
        journal.goto("journal")
        timeline = journal.context.new_page()
        timeline.goto("timeline")
        yield [journal, timeline]


def dearer(nobody: Sequence[Minute], looked: Sequence[Minute]) -> float:
    """How much more processor time the server took while somebody looked: 0.05 is 5 %. Median over the minutes."""
    around = [(before.cpu_seconds + after.cpu_seconds) / 2 for before, after in pairwise(nobody)]
    return median(minute.cpu_seconds / usual - 1 for minute, usual in zip(looked, around, strict=True))


@click.command()
@click.option("--seconds", default=60, show_default=True, type=click.IntRange(1), help="How long each load lasts.")
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(1), help="How often somebody looks.")
def main(seconds: int, rounds: int) -> None:
    """Measure, and print a table."""
    os.sched_setaffinity(0, {int(LOAD_CORE)})
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    nobody, looked = [], []
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "mock_server.cli", "serve", "--port", str(port)]
        command += ["--database", f"sqlite:///{Path(folder) / 'watched.db'}"]
        ready = f"{address}/api/v1/travel/bookings"
        with serving(command, ready, {"X-Api-Key": KEY}, SERVER_CORE) as server:
            measured(server, address, 5)
            nobody.append(measured(server, address, seconds))
            for _ in range(rounds):
                with open_pages(address) as pages:
                    looked.append(measured(server, address, seconds, pages))
                nobody.append(measured(server, address, seconds))
    _print({"nobody looks": nobody, "two open pages": looked}, seconds)


def _print(minutes: dict[str, list[Minute]], seconds: int) -> None:
    title = f"{PER_SECOND} requests a second for {seconds} s, load of the machine {os.getloadavg()[0]:.1f}"
    columns = ("CPU ms per request", "share of a core", "median ms", "p99 ms", "rows lost", "page busy at most ms")
    table = Table("", *columns, title=title)
    for name, alike in minutes.items():
        for minute in alike:
            table.add_row(name, *_shown(minute, seconds))
    Console(width=130).print(table)
    nobody, looked = minutes.values()
    print(f"With two open pages a request cost {dearer(nobody, looked):+.1%}; the goal is under {GOAL:.0%}.")
    closed = nobody[-1].cpu_seconds / nobody[0].cpu_seconds
    print(f"After they were closed, a request cost {closed:.2f} times as much as before.")


def _shown(minute: Minute, seconds: int) -> list[str]:
    return [
        f"{minute.cpu_seconds / len(minute.durations) * 1000:.3f}",
        f"{minute.cpu_seconds / seconds:.1%}",
        f"{median(minute.durations) * 1000:.1f}",
        f"{quantiles(minute.durations, n=100)[98] * 1000:.1f}",
        *("" if value is None else f"{value:.0f}" for value in (minute.lost, minute.longest_ms)),
    ]


if __name__ == "__main__":
    main()
