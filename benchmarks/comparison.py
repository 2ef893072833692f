"""Both servers under the same load, in turns, each alone at work on the same core."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from benchmarks import prism, sandbox
from benchmarks.load import Sample, median, run_load
from benchmarks.processes import SERVER_CORE, Server, serving
from benchmarks.scenarios import Scenario, scenarios

OURS, PEER = "sandbox", "prism"
# Node compiles what is hot in its first seconds.
_WARM_UP_SECONDS = 5
# More than the sandbox creates, so that no body is sent twice.
_BODIES_PER_SECOND = 3000


@dataclass(frozen=True, slots=True)
class Comparison:
    """One scenario: every round by name of the server, after the warm-up, and their medians. The ratios compare ours
    with the *peer*.
    """

    scenario: Scenario
    rounds: Mapping[str, Sequence[Sample]]
    medians: Mapping[str, Sample]
    peer: str = PEER

    @property
    def ratio(self) -> float:
        """Our requests per second by those of the peer."""
        return self.medians[OURS].requests_per_second / self.medians[self.peer].requests_per_second

    @property
    def cpu_ratio(self) -> float:
        """The same from CPU time per request: what the ratio would be if nobody else used the machine."""
        return self.medians[self.peer].cpu_microseconds / self.medians[OURS].cpu_microseconds


@dataclass(frozen=True, slots=True)
class Run:
    """What the load showed. *resident_mb* is the memory of each server after all of it.

    *bookings_answered* counts the answers 201, *bookings_stored* the bookings listed afterwards. There may be
    more of these: wrk leaves without the last answers of a round.
    """

    comparisons: Sequence[Comparison]
    resident_mb: Mapping[str, float]
    bookings_answered: int
    bookings_stored: int


@dataclass(frozen=True, slots=True)
class Contestant:
    """A server that is measured, and the base URL of its interface."""

    server: Server
    base_url: str

    def under(self, scenario: Scenario, seconds: int, bodies: Path | None) -> Sample:
        """What *seconds* of load showed."""
        return run_load(self.server, self.base_url + scenario.path, scenario.headers, seconds, bodies)


def compare(folder: Path, rounds: int, seconds: int) -> Run:
    """Every scenario on both servers, in *rounds* of *seconds*. The database and the bodies are in *folder*."""
    with ExitStack() as running:
        ours = running.enter_context(sandbox.running(folder / "load.db", SERVER_CORE))
        reader = sandbox.Reader()
        chosen = scenarios(reader.busy_course())
        courses, tee_times = (reader.read(scenario.path) for scenario in chosen if not scenario.posts)
        command = prism.command(prism.contract_with(courses, tee_times, folder))
        peer = running.enter_context(
            serving(command, prism.BASE_URL + sandbox.COURSE_LIST_PATH, sandbox.KEY, SERVER_CORE)
        )
        contestants = {OURS: Contestant(ours, sandbox.BASE_URL), PEER: Contestant(peer, prism.BASE_URL)}
        runs = [
            in_turns(contestants, item, bodies_of(item, reader, folder, rounds, seconds), seconds) for item in chosen
        ]
        return Run(
            comparisons=[compared(scenario, taken) for scenario, taken in zip(chosen, runs, strict=True)],
            resident_mb={name: contestant.server.resident_mb() for name, contestant in contestants.items()},
            bookings_answered=sum(run.requests - run.refused for run in runs[-1][OURS]),
            bookings_stored=reader.bookings_stored(),
        )


def bodies_of(
    scenario: Scenario, reader: sandbox.Reader, folder: Path, rounds: int, seconds: int
) -> Sequence[Path | None]:
    """What each round sends, the warm-up first: a file of bodies of its own, or None."""
    runs = rounds + 1
    if not scenario.posts:
        return [None] * runs
    wanted = runs * max(seconds, _WARM_UP_SECONDS) * _BODIES_PER_SECOND
    return sandbox.written_in_slices(reader.bookable(wanted), runs, folder)


def in_turns(
    contestants: Mapping[str, Contestant], scenario: Scenario, bodies: Sequence[Path | None], seconds: int
) -> dict[str, list[Sample]]:
    """Warm-up of both, then ours, the peer, ours, the peer, ..."""
    taken: dict[str, list[Sample]] = {name: [] for name in contestants}
    for number, body_file in enumerate(bodies):
        for name, contestant in contestants.items():
            taken[name].append(contestant.under(scenario, seconds if number else _WARM_UP_SECONDS, body_file))
    return taken


def compared(scenario: Scenario, taken: Mapping[str, Sequence[Sample]]) -> Comparison:
    """The rounds of *scenario* after the warm-up. The server that is not ours is the peer."""
    rounds = {name: samples[1:] for name, samples in taken.items()}
    peer = next(name for name in taken if name != OURS)
    return Comparison(scenario, rounds, {name: median(samples) for name, samples in rounds.items()}, peer)
