"""`python -m benchmarks.proxies`: our proxy beside those of Prism and Redocly, on the same traffic.

Two questions: how much later does an answer come at 16 connections, and which planted faults does each proxy notice?
"""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import click
import httpcore

from benchmarks.judging_proxies import BASE_PATH, PROXIES, JudgingProxy, machine
from benchmarks.processes import CACHE, cpu_seconds_of
from benchmarks.proxies_page import (
    CONNECTIONS,
    DIRECT,
    PAGE,
    REQUESTS_PER_SECOND,
    RESULTS_FILE,
    Delay,
    Noticed,
    Results,
    load,
    save,
    table,
    with_section,
)
from benchmarks.recorded_service import RecordedService, send_through
from conformance.evidence.exchanges import Exchange
from conformance.recordings.har_reading import read_archive
from tests.mutants import MUTANTS
from tests.mutants.tools.bench import Bench, bench
from tests.sandbox.servers import serving

_KEY = "sbx_passing_alpha"
_PATHS = (
    "/travel/courses?pageSize=20",
    "/travel/courses/crs_h3w8kz11",
    "/travel/courses/crs_h3w8kz11/terms",
    "/travel/bookings",
)


@click.command()
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(0), help="Rounds; 0 keeps the last delays.")
@click.option("--seconds", default=4, show_default=True, type=click.IntRange(1), help="How long a round lasts.")
@click.option(
    "--mutants", "count", default=12, show_default=True, type=click.IntRange(0), help="Faults; 0 keeps the last faults."
)
def main(rounds: int, seconds: int, count: int) -> None:
    """Measure the proxy beside others, and write it into docs/proxy.md."""
    CACHE.mkdir(parents=True, exist_ok=True)
    results = load() if RESULTS_FILE.exists() else Results("", "", 0, (), (), ())
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        if rounds:
            today = datetime.now(UTC).date().isoformat()
            results = replace(results, day=today, machine=machine(), rounds=rounds)
            results = replace(results, delays=_delays(Path(folder), rounds, seconds))
        if count:
            sample = sorted(random.Random("proxies").sample(list(MUTANTS), count))  # noqa: S311 - repeatable on purpose
            results = replace(results, mutants=tuple(sample), noticed=_noticed(Path(folder), sample))
    save(results)
    PAGE.write_text(with_section(PAGE.read_text("utf-8"), results), encoding="utf-8")
    click.echo(table(results))


def _delays(folder: Path, rounds: int, seconds: int) -> tuple[Delay, ...]:
    """The rounds alternate, so that other work of the machine meets all alike."""
    medians: dict[str, list[float]] = {}
    spent: dict[str, list[float]] = {}
    with ExitStack() as open_things:
        service = open_things.enter_context(serving("--ephemeral")).address
        started = {proxy.title: open_things.enter_context(proxy.before(service, folder)) for proxy in PROXIES}
        # The first round warms up.
        for number in range(-1, rounds):
            for name in (DIRECT, *started):
                proxy = started.get(name)
                before = cpu_seconds_of(proxy.process_id) if proxy else 0.0
                median = asyncio.run(_median_of(proxy.address if proxy else f"{service}{BASE_PATH}", seconds))
                cpu = cpu_seconds_of(proxy.process_id) - before if proxy else 0.0
                if number >= 0:
                    medians.setdefault(name, []).append(median)
                    spent.setdefault(name, []).append(cpu * 1000 / (CONNECTIONS * seconds * REQUESTS_PER_SECOND))
    direct = medians[DIRECT]
    return tuple(
        Delay(
            name,
            round(statistics.median(found), 2),
            round(statistics.median(own - other for own, other in zip(found, direct, strict=True)), 2),
            round(statistics.median(spent[name]), 2),
        )
        for name, found in medians.items()
    )


async def _median_of(address: str, seconds: int) -> float:
    """The median of the milliseconds until a whole answer, at a steady pace on each connection."""
    async with httpcore.AsyncConnectionPool(max_connections=CONNECTIONS) as pool:
        callers = [_ask(pool, address, number, seconds) for number in range(CONNECTIONS)]
        return statistics.median([taken for found in await asyncio.gather(*callers) for taken in found])


async def _ask(pool: httpcore.AsyncConnectionPool, address: str, number: int, seconds: int) -> list[float]:
    pause = 1 / REQUESTS_PER_SECOND
    await asyncio.sleep(pause * number / CONNECTIONS)
    found, begun = [], time.perf_counter()
    for turn in range(seconds * REQUESTS_PER_SECOND):
        await asyncio.sleep(max(0.0, begun + turn * pause - time.perf_counter()))
        sent = time.perf_counter()
        path = _PATHS[(turn + number) % len(_PATHS)]
        answer = await pool.request("GET", f"{address}{path}", headers={"X-Api-Key": _KEY})
        assert answer.status == 200, f"{address}{path} answered {answer.status}"
        found.append((time.perf_counter() - sent) * 1000)
    return found


def _noticed(folder: Path, sample: Sequence[str]) -> tuple[Noticed, ...]:
    """Each proxy sees the same recorded exchanges: of the faultless sandbox, and of each mutant."""
    (folder / "bench").mkdir()
    with bench(folder / "bench", may_crash=True) as ready:
        clean = _recorded(ready, "clean", sample)
        traffic = {name: _recorded(ready, name, [name]) for name in sample}
    with ThreadPoolExecutor() as at_once:
        return tuple(at_once.map(lambda proxy: _noticed_by(proxy, clean, traffic, folder), PROXIES))


def _recorded(ready: Bench, service: str, mutants: Sequence[str]) -> Sequence[Exchange]:
    """The run of the suite with *service* that decides the requirements of *mutants*."""
    ready.verdicts(service, "--only", ",".join(dict.fromkeys(MUTANTS[name].requirement for name in mutants)))
    return read_archive(ready.folder / service / "exchanges.har").exchanges


def _noticed_by(
    proxy: JudgingProxy, clean: Sequence[Exchange], traffic: Mapping[str, Sequence[Exchange]], folder: Path
) -> Noticed:
    usual = _reported(proxy, clean, folder)
    found = tuple(name for name, broken in traffic.items() if _reported(proxy, broken, folder) - usual)
    return Noticed(proxy.title, found, tuple(sorted(usual)))


def _reported(proxy: JudgingProxy, exchanges: Sequence[Exchange], folder: Path) -> frozenset[str]:
    service = RecordedService()
    with service.serving():
        with proxy.before(service.address, folder) as running:
            send_through(running, service, exchanges)
        return proxy.reported(running)


if __name__ == "__main__":
    main()
