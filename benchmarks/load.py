"""One run of wrk against one server, and what it cost."""

import json
import shutil
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.processes import CACHE, LOAD_CORE, Server

CONNECTIONS = 16
_SCRIPT = Path(__file__).with_name("wrk.lua")


@dataclass(frozen=True, slots=True)
class Sample:
    """What one run, or the medians of several, showed.

    *cpu_microseconds* is the time of the server per request. *refused* counts the answers from 400 on, *lost* the
    requests without an answer; of several runs both are sums, and so is *requests*.
    """

    requests: int
    requests_per_second: float
    cpu_microseconds: float
    p99_ms: float
    refused: int
    lost: int


def require_tools(*tools: str) -> None:
    """Makes the folder of the cache. Raises ClickException where one of *tools* is not installed."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        raise click.ClickException(f"Not installed: {', '.join(missing)}. benchmarks/README.md says where from.")
    CACHE.mkdir(parents=True, exist_ok=True)


def run_load(server: Server, url: str, headers: Mapping[str, str], seconds: int, bodies: Path | None) -> Sample:
    """What *seconds* of load cost. *bodies* has the body of one POST per line; None reads *url*."""
    begun = server.cpu_seconds()
    shown = json.loads(_wrk(url, headers, seconds, bodies).splitlines()[-1])
    spent = server.cpu_seconds() - begun
    return Sample(
        requests=shown["requests"],
        requests_per_second=shown["requests"] / shown["microseconds"] * 1e6,
        cpu_microseconds=spent / shown["requests"] * 1e6,
        p99_ms=shown["p99_microseconds"] / 1000,
        refused=shown["refused"],
        lost=shown["lost"],
    )


def _wrk(url: str, headers: Mapping[str, str], seconds: int, bodies: Path | None) -> str:
    command = ["taskset", "-c", LOAD_CORE, "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", str(_SCRIPT)]
    for name, value in headers.items():
        command += ["-H", f"{name}: {value}"]
    command += [url, *(["--", str(bodies)] if bodies else [])]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def median(samples: Sequence[Sample]) -> Sample:
    """The medians of several runs of the same request."""
    return Sample(
        requests=sum(sample.requests for sample in samples),
        requests_per_second=statistics.median(sample.requests_per_second for sample in samples),
        cpu_microseconds=statistics.median(sample.cpu_microseconds for sample in samples),
        p99_ms=statistics.median(sample.p99_ms for sample in samples),
        refused=sum(sample.refused for sample in samples),
        lost=sum(sample.lost for sample in samples),
    )
