"""`python -m benchmarks.journal`: what the journal costs, and how long fourteen days with a thousand timers take."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import httpx
from rich.console import Console
from rich.table import Table

from benchmarks import sandbox
from benchmarks.load import Sample, median, run_load
from benchmarks.processes import CACHE, SERVER_CORE, Server
from benchmarks.scenarios import Scenario, scenarios

JOURNALLED, QUIET = "journal on", "journal off"
KEYS = {JOURNALLED: "sbx_journalled_alpha", QUIET: "sbx_quiet_alpha"}
CONTROL_URL = sandbox.BASE_URL.replace("/api/v1", "/_sandbox/v1")
MAX_COST = 0.15
TIMERS = 1000
_BODIES_PER_SECOND = 3000


@click.command()
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(1), help="Rounds per request and world.")
@click.option("--seconds", default=4, show_default=True, type=click.IntRange(1), help="How long a round lasts.")
def main(rounds: int, seconds: int) -> None:
    """Measure the same requests in a world with a journal and in one without, in turns on one server."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as name:
        folder = Path(name)
        with sandbox.running(folder / "journal.db", SERVER_CORE) as server:
            _control("PATCH", "/settings", KEYS[QUIET], {"journal": False})
            reader = sandbox.Reader()
            table = Table("request", JOURNALLED, QUIET, "cost", "by CPU")
            for scenario in scenarios(reader.busy_course()):
                bodies = _bodies(scenario, reader, folder, rounds, seconds)
                table.add_row(*_row(scenario, _in_turns(server, scenario, rounds, seconds, bodies)))
            console = Console(width=100)
            console.print(table, f"At most {MAX_COST:.0%} is what the sandbox aims at.")
            console.print(f"Advancing 14 days with {TIMERS} due timers: {_advance_seconds():.2f} s (target 1 s).")


def _bodies(
    scenario: Scenario, reader: sandbox.Reader, folder: Path, rounds: int, seconds: int
) -> Sequence[Path | None]:
    """What each round sends, the warm-up first. Both worlds get the same: they compete for nothing."""
    if not scenario.posts:
        return [None] * (rounds + 1)
    return sandbox.written_in_slices(reader.bookable((rounds + 1) * seconds * _BODIES_PER_SECOND), rounds + 1, folder)


def _in_turns(
    server: Server, scenario: Scenario, rounds: int, seconds: int, bodies: Sequence[Path | None]
) -> Mapping[str, Sample]:
    taken: dict[str, list[Sample]] = {name: [] for name in KEYS}
    for number in range(rounds + 1):
        # Who begins has a warmer processor, or a colder one: both begin equally often.
        for name in sorted(KEYS, reverse=number % 2 == 1):
            headers = {**scenario.headers, "X-Api-Key": KEYS[name]}
            url = sandbox.BASE_URL + scenario.path
            taken[name].append(run_load(server, url, headers, seconds, bodies[number]))
    return {name: median(samples[1:]) for name, samples in taken.items()}


def _row(scenario: Scenario, taken: Mapping[str, Sample]) -> list[str]:
    on, off = taken[JOURNALLED], taken[QUIET]
    return [
        scenario.name,
        f"{on.requests_per_second:.0f}/s",
        f"{off.requests_per_second:.0f}/s",
        f"{1 - on.requests_per_second / off.requests_per_second:.1%}",
        f"{1 - off.cpu_microseconds / on.cpu_microseconds:.1%}",
    ]


def _advance_seconds() -> float:
    """How long it takes to move a world by fourteen days, with a course that answers a thousand bookings on the way."""
    key = "sbx_timers_alpha"
    _control("PUT", "/clock", key, {"mode": "frozen"})
    _control("PUT", "/policies/*", key, {"answer": "confirm", "afterMinutes": 60})
    with httpx.Client(base_url=sandbox.BASE_URL, headers={"X-Api-Key": key}, timeout=30) as client:
        course = next(course for course in _courses(client) if not course["isOnline"])
        for number in range(TIMERS):
            body = _booking(course["id"], number)
            client.post("/travel/bookings", json=body).raise_for_status()
    begun = perf_counter()
    timeline = _control("POST", "/clock/advance", key, {"by": "P14D"})["timeline"]
    spent = perf_counter() - begun
    if len(timeline) != TIMERS:
        raise click.ClickException(f"{len(timeline)} of {TIMERS} timers were due.")
    return spent


def _courses(client: httpx.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/travel/courses?pageSize=100").raise_for_status().json()["data"]
    return found


def _booking(course_id: str, number: int) -> dict[str, Any]:
    return {
        "courseId": course_id,
        "date": sandbox.day_ahead(30 + number % 300),
        "teeTime": "10:00",
        "players": 2,
        "leadPlayer": {"firstName": "Ada", "lastName": "Lindqvist", "email": "ada@lindqvist.example"},
    }


def _control(method: str, path: str, key: str, body: Any) -> Any:
    answer = httpx.request(method, CONTROL_URL + path, headers={"X-Api-Key": key}, json=body, timeout=30)
    return answer.raise_for_status().json()["data"]


if __name__ == "__main__":
    main()
