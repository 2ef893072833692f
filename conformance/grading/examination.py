"""The examination: one scenario after the other, each in a fresh world, judged from the journal and the deliveries."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Protocol

from conformance.evidence.exchanges import Exchange
from conformance.grading.calls import Call, ClientTraffic, calls_of
from conformance.grading.client_program import Ended, run_client
from conformance.grading.grades import Stage, observed_in
from conformance.grading.observations import Observation, right, wrong
from conformance.grading.sandbox import EXAMINER, World, pull_all
from conformance.grading.scenarios import Moment, Scenario
from conformance.recordings.har_reading import RecordingError, parse_archive


class Client(Protocol):
    """The client to examine."""

    def run(self, world: World, scenario: Scenario) -> Ended:
        """Lets the client work against *world*, and returns how it ended. Raises `ExaminationError`."""


@dataclass(frozen=True)
class ClientProgram:
    """A client that is a program: its *command*, and how many *seconds* it gets in each scenario."""

    command: tuple[str, ...]
    seconds: float

    def run(self, world: World, scenario: Scenario) -> Ended:
        """Runs the command against *world*. Raises `ExaminationError` when it cannot be started."""
        return run_client(
            self.command,
            {
                "TEESHEET_BASE_URL": world.base_url,
                "TEESHEET_API_KEY": world.key,
                "TEESHEET_SCENARIO": scenario.id,
                "TEESHEET_NOW": world.now(),
            },
            self.seconds,
        )


@dataclass(frozen=True)
class Person:
    """A client that a person clicks through. *say* shows a line, and *wait* returns when the person is done."""

    say: Callable[[str], None]
    wait: Callable[[], None]

    def run(self, world: World, scenario: Scenario) -> Ended:
        """Says what happens in *scenario* and where the sandbox is, and waits."""
        began = time.monotonic()
        self.say(f"\n{scenario.title}. {scenario.says}")
        self.say(f"  address  {world.base_url}\n  key      {world.key}")
        self.say("Search, book, change and cancel in your application, then press Enter here.")
        self.wait()
        return Ended(0, time.monotonic() - began, ())


def examine(
    address: str, client: Client, scenarios: Sequence[Scenario], at_once: int, begins: Callable[[Scenario], None]
) -> Iterator[Stage]:
    """The stage of each scenario, in order. The plain scenario runs first and alone; *at_once* others run side by side.

    Scenarios that this client cannot meet are left out: they need an operation that it does not call when nothing
    happens. *begins* hears of each scenario that begins.
    """
    worlds = {scenario.id: World(address, f"grade-{number}") for number, scenario in enumerate(scenarios)}

    def stage_of(scenario: Scenario) -> Stage:
        begins(scenario)
        return _stage(worlds[scenario.id], client, scenario)

    plain = stage_of(scenarios[0])
    yield plain
    called, goals = operations_of(plain), goals_of(plain)
    with ThreadPoolExecutor(at_once, thread_name_prefix="scenario") as pool:
        met = [scenario for scenario in scenarios[1:] if scenario.needs <= called]
        for scenario, stage in zip(met, pool.map(stage_of, met), strict=True):
            survives = scenario.survives if not stage.trouble else None
            yield _with_survival(stage, survives, goals) if survives else stage


def operations_of(stage: Stage) -> frozenset[str]:
    """The operations that the client called."""
    return frozenset(call.operation for call in calls_of(stage.exchanges))


def goals_of(stage: Stage) -> frozenset[str]:
    """The operations whose call was accepted at least once."""
    return frozenset(call.operation for call in calls_of(stage.exchanges) if call.is_accepted and call.operation)


def _with_survival(stage: Stage, row: str, goals: frozenset[str]) -> Stage:
    """*stage* with what it says about *row*: the client reached every operation that it reaches otherwise, or not."""
    missing = sorted(goals - goals_of(stage))
    calls: Sequence[Call] = calls_of(stage.exchanges)[-1:]
    found = wrong(f"the client never got as far as {', '.join(missing)}", *calls) if missing else right(*calls)
    observed: Mapping[str, Sequence[Observation]] = {**stage.observed, row: [found]}
    return replace(stage, observed=observed)


@dataclass
class _Watch:
    """Waits for the moments of a scenario while the client works, and pulls their levers."""

    world: World
    moments: Sequence[Moment]
    happened: list[str] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Waits for one moment after the other, until `stop`."""
        for moment in self.moments:
            while not self.world.waits_for(moment):
                if self._over.is_set():
                    return
            self.happened += pull_all(self.world, moment.levers)

    def stop(self) -> None:
        """Waits no longer for moments."""
        self._over.set()


def _stage(world: World, client: Client, scenario: Scenario) -> Stage:
    with closing(world):
        world.begin()
        happened = pull_all(world, scenario.arrange)
        watch = _Watch(world, scenario.moments)
        watching = threading.Thread(target=watch.run, name="moments")
        watching.start()
        try:
            ended = client.run(world, scenario)
        finally:
            watch.stop()
            watching.join()
        known = world.known()
    exchanges = _calls_of_the_client(known.archive, world.base_url)
    traffic = ClientTraffic(calls_of(exchanges), known.attempts, known.stored)
    return Stage(
        name=scenario.id,
        title=scenario.title,
        exchanges=exchanges,
        observed=observed_in(traffic),
        exit_code=ended.exit_code,
        seconds=ended.seconds,
        trouble=_trouble(ended, exchanges),
        happened=(*happened, *watch.happened),
    )


def _calls_of_the_client(archive: bytes, base_url: str) -> tuple[Exchange, ...]:
    try:
        found = parse_archive(archive, "the journal of the sandbox").exchanges
    except RecordingError:
        # The journal of a client that never called is empty.
        return ()
    ours = [exchange for exchange in found if ("user-agent", EXAMINER) not in exchange.request.headers]
    return tuple(replace(_below(exchange, base_url), index=index) for index, exchange in enumerate(ours))


def _below(exchange: Exchange, base_url: str) -> Exchange:
    path = exchange.request.url.partition("?")[0].removeprefix(base_url)
    return replace(exchange, request=replace(exchange.request, path=path))


def _trouble(ended: Ended, exchanges: Sequence[Exchange]) -> str:
    """Why the client could not be judged as a whole in this scenario; empty when it could."""
    if not exchanges:
        said = f" It said: {ended.last_lines[-1]}" if ended.last_lines else ""
        return f"The client never called the sandbox. Does it read TEESHEET_BASE_URL and TEESHEET_API_KEY?{said}"
    if ended.exit_code is None:
        return f"The client did not end within {ended.seconds:.0f} seconds, and was ended. --seconds gives it more."
    return ""
