"""The examination: one scenario after the other, each in a fresh world, judged from the journal and the deliveries."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import ClassVar, Protocol

from conformance.evidence.exchanges import Exchange
from conformance.grading.calls import ClientTraffic, calls_of
from conformance.grading.client_program import Ended, run_client
from conformance.grading.comparisons import Achieved, achieved_in, restraint, survival
from conformance.grading.grades import Stage, observed_in, shown_without_a_beginning
from conformance.grading.observations import Observation
from conformance.grading.records import SandboxRecord
from conformance.grading.sandbox import ExaminationError, SituationRefused
from conformance.grading.scenarios import Moment, Scenario
from conformance.grading.world import EXAMINER, World, pull_all
from conformance.recordings.har_reading import RecordingError, parse_archive

# How long the sandbox needs for an answer at most, beside a latency.
_OTHER_WORK_SECONDS = 0.25
_JOURNAL_SECONDS = 0.1


class Client(Protocol):
    """The client to examine. *repeats_itself* says that it wants the same in each scenario."""

    repeats_itself: ClassVar[bool]

    def run(self, world: World, scenario: Scenario) -> Ended:
        """Lets the client work against *world*, and returns how it ended. Raises `ExaminationError`."""


@dataclass(frozen=True)
class ClientProgram:
    """A client that is a program: its *command*, and how many *seconds* it gets in each scenario."""

    repeats_itself: ClassVar[bool] = True

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

    repeats_itself: ClassVar[bool] = False

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

    def stage_of(scenario: Scenario) -> _Played:
        begins(scenario)
        return _play(worlds[scenario.id], client, scenario)

    plain = stage_of(scenarios[0])
    yield _noting_its_failure(plain.stage)
    called = frozenset(call.operation for call in plain.traffic.calls)
    achieved = achieved_in(plain.traffic)
    with ThreadPoolExecutor(at_once, thread_name_prefix="scenario") as pool:
        met = [scenario for scenario in scenarios[1:] if scenario.needs <= called]
        for scenario, played in zip(met, pool.map(stage_of, met), strict=True):
            yield played.stage if plain.stage.trouble else _compared(played, scenario, achieved, client)


@dataclass(frozen=True)
class _Played:
    """A scenario that is over: its stage, and the traffic that the stage was judged from."""

    stage: Stage
    traffic: ClientTraffic


def _noting_its_failure(plain: Stage) -> Stage:
    """The plain stage. A client that fails when nothing happens is not judged as a whole, whatever its calls show."""
    if plain.trouble or not plain.exit_code:
        return plain
    return replace(plain, trouble=f"The client ended with exit code {plain.exit_code}, although nothing happened.")


def _compared(played: _Played, scenario: Scenario, plain: Achieved, client: Client) -> Stage:
    """The stage, with what the plain scenario says about the rows of *scenario* that compare both."""
    observed: dict[str, Sequence[Observation]] = dict(played.stage.observed)
    is_whole = not played.stage.trouble
    if scenario.survives and is_whole:
        observed[scenario.survives] = [survival(plain, played.traffic)]
    if scenario.adds_nothing and client.repeats_itself:
        added = restraint(plain, played.traffic)
        # What a client added before it was ended is added. What it would not have added, nobody knows.
        observed[scenario.adds_nothing] = [added] if is_whole or not added.is_right else []
    return replace(played.stage, observed=observed)


@dataclass
class _Watch:
    """Waits for the moments of a scenario while the client works, and pulls their levers. *happened* has what each
    pulled lever did, also when the sandbox refuses a later lever.
    """

    world: World
    moments: Sequence[Moment]
    happened: list[str] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Waits for one moment after the other, each as often as it says, until `stop`.

        Raises `ExaminationError` when the sandbox refuses a lever.
        """
        for moment in self.moments:
            number = 0
            for _ in range(moment.times):
                while not (found := self.world.waits_for(moment, number)):
                    if self._over.is_set():
                        return
                number = found
                for lever in moment.levers:
                    self.happened.append(self.world.pull(lever))

    def keep_journal_written(self) -> None:
        """Lets the sandbox write its journal often, until `stop`. A fast client would make it lose requests."""
        while not self._over.wait(_JOURNAL_SECONDS):
            self.world.write_journal()

    def stop(self) -> None:
        """Waits no longer for moments."""
        self._over.set()


def _play(world: World, client: Client, scenario: Scenario) -> _Played:
    with closing(world):
        world.begin()
        happened = pull_all(world, scenario.arrange)
        world.forget_requests()
        ended, met, missed = _run_between_moments(world, client, scenario)
        if scenario.longest_latency_seconds:
            # The journal has no request before its answer, and the client may have ended without waiting for it.
            time.sleep(scenario.longest_latency_seconds + _OTHER_WORK_SECONDS)
        known = world.known()
    exchanges = _calls_of_the_client(known, world.base_url)
    traffic = ClientTraffic(calls_of(exchanges), known.attempts, known.stored)
    observed = observed_in(traffic)
    stage = Stage(
        name=scenario.id,
        title=scenario.title,
        exchanges=exchanges,
        observed=shown_without_a_beginning(observed) if known.gap else observed,
        exit_code=ended.exit_code,
        seconds=ended.seconds,
        trouble=known.gap or missed or _trouble(ended, exchanges),
        happened=(*happened, *met),
    )
    return _Played(stage, traffic)


def _run_between_moments(world: World, client: Client, scenario: Scenario) -> tuple[Ended, list[str], str]:
    """Lets the client work while the moments of *scenario* are met. Returns how it ended, what happened, and why the
    situation did not come about, empty when it did. Raises `ExaminationError` when the sandbox fails.
    """
    watch = _Watch(world, scenario.moments)
    with ThreadPoolExecutor(2, thread_name_prefix="moments") as pool:
        watching, writing = pool.submit(watch.run), pool.submit(watch.keep_journal_written)
        try:
            ended = client.run(world, scenario)
        finally:
            watch.stop()
        writing.result()
        try:
            watching.result()
        except SituationRefused as refusal:
            return ended, watch.happened, f"The situation did not come about. {refusal}"
        return ended, watch.happened, ""


def _calls_of_the_client(known: SandboxRecord, base_url: str) -> tuple[Exchange, ...]:
    if known.archive is None:
        return ()
    try:
        found = parse_archive(known.archive, "The journal of the sandbox").exchanges
    except RecordingError as error:
        raise ExaminationError(str(error)) from error
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
