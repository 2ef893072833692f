"""`python -m benchmarks.proxies`: our proxy beside those of Prism and Redocly, on the same traffic.

Two questions: how much later does an answer come at 16 connections, and which planted faults does each proxy notice?
"""

import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import click
import httpcore
from rich.console import Console
from rich.table import Table

from benchmarks.judging_proxies import BASE_PATH, PROXIES, JudgingProxy, machine
from benchmarks.processes import CACHE
from benchmarks.recorded_service import RecordedService, send_through
from conformance.evidence.exchanges import Exchange
from conformance.recordings.har_reading import read_archive
from tests.mutants import MUTANTS
from tests.mutants.tools.bench import Bench, bench
from tests.sandbox.servers import serving

RESULTS_FILE = Path(__file__).with_name("proxies.json")
CONNECTIONS = 16
_REQUESTS_PER_SECOND = 5
_DIRECT = "without a proxy"
_KEY = "sbx_passing_alpha"
_PATHS = (
    "/travel/courses?pageSize=20",
    "/travel/courses/crs_h3w8kz11",
    "/travel/courses/crs_h3w8kz11/terms",
    "/travel/bookings",
)


@dataclass(frozen=True)
class Delay:
    """Medians of several rounds, in milliseconds. *added* is how much later an answer comes than without a proxy."""

    name: str
    median: float
    added: float


@dataclass(frozen=True)
class Noticed:
    """The planted faults for which a proxy reported something that it does not report on the faultless service."""

    name: str
    mutants: tuple[str, ...]
    usual: tuple[str, ...]


@click.command()
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(1), help="Rounds for each proxy.")
@click.option("--seconds", default=4, show_default=True, type=click.IntRange(1), help="How long a round lasts.")
@click.option("--mutants", "count", default=12, show_default=True, type=click.IntRange(0), help="Planted faults.")
def main(rounds: int, seconds: int, count: int) -> None:
    """Measure the proxy beside others."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        on = machine()
        delays = _delays(Path(folder), rounds, seconds)
        sample = sorted(random.Random("proxies").sample(list(MUTANTS), count))  # noqa: S311 - repeatable on purpose
        noticed = _noticed(Path(folder), sample) if count else ()
    _print(delays, noticed, count)
    results = {
        "day": datetime.now(UTC).date().isoformat(),
        "machine": on,
        "delays": [asdict(delay) for delay in delays],
        "noticed": [asdict(proxy) for proxy in noticed],
    }
    RESULTS_FILE.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


def _delays(folder: Path, rounds: int, seconds: int) -> tuple[Delay, ...]:
    """The rounds alternate, so that other work of the machine meets all alike."""
    medians: dict[str, list[float]] = {}
    with ExitStack() as open_things:
        service = open_things.enter_context(serving("--ephemeral")).address
        addresses = {_DIRECT: f"{service}{BASE_PATH}"}
        for proxy in PROXIES:
            addresses[proxy.title] = open_things.enter_context(proxy.before(service, folder)).address
        for number in range(-1, rounds):
            for name, address in addresses.items():
                median = asyncio.run(_median_of(address, seconds))
                # The first round warms up.
                medians.setdefault(name, []).extend([median] if number >= 0 else [])
    direct = medians[_DIRECT]
    return tuple(
        Delay(
            name,
            round(statistics.median(found), 2),
            round(statistics.median(own - other for own, other in zip(found, direct, strict=True)), 2),
        )
        for name, found in medians.items()
    )


async def _median_of(address: str, seconds: int) -> float:
    """The median of the milliseconds until a whole answer, at a steady pace on each connection."""
    async with httpcore.AsyncConnectionPool(max_connections=CONNECTIONS) as pool:
        callers = [_ask(pool, address, number, seconds) for number in range(CONNECTIONS)]
        return statistics.median([taken for found in await asyncio.gather(*callers) for taken in found])


async def _ask(pool: httpcore.AsyncConnectionPool, address: str, number: int, seconds: int) -> list[float]:
    pause = 1 / _REQUESTS_PER_SECOND
    await asyncio.sleep(pause * number / CONNECTIONS)
    found, begun = [], time.perf_counter()
    for turn in range(seconds * _REQUESTS_PER_SECOND):
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


def _print(delays: Sequence[Delay], noticed: Sequence[Noticed], count: int) -> None:
    table = Table("proxy", "median ms", "added ms", "faults noticed", "reported on the faultless service")
    by_name = {proxy.name: proxy for proxy in noticed}
    for delay in delays:
        proxy = by_name.get(delay.name)
        cells = (f"{len(proxy.mutants)} of {count}", str(len(proxy.usual))) if proxy else ("", "")
        table.add_row(delay.name, f"{delay.median:.2f}", f"{delay.added:.2f}", *cells)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
