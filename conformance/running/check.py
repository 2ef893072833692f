"""One run from start to end: preflight, checks, clean-up, verdicts."""

import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from conformance.asking.client import Agency
from conformance.asking.levers import LeverCaller, TargetClock
from conformance.asking.preflight import preflight
from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import Catalogue
from conformance.conditions.coverage import coverage_of
from conformance.contracts.own_requests import OUR_REQUESTS, OwnRequests, untied
from conformance.contracts.under_test import contract_under_test
from conformance.discovery import MovableClock
from conformance.discovery.clock import PROCESSING
from conformance.evidence.exchanges import CLEAN_UP
from conformance.evidence.verdicts import Judgement, or_else
from conformance.footprint.clean_up import end_all
from conformance.footprint.giving_back import GivingBack
from conformance.footprint.still_there import look_once_more
from conformance.footprint.subscriptions import remove_subscriptions
from conformance.generated.traffic import send_generated_traffic
from conformance.recordings.moments import timed_by
from conformance.recordings.paced_transport import PacedTransport
from conformance.recordings.plain import from_plain
from conformance.recordings.recording import Recording, Transport
from conformance.recordings.run_record import RunFacts, secrets_of
from conformance.results.run_result import CLOCK, Leftover, RunResult
from conformance.running.engine import run_checks
from conformance.running.plugin import SUITE_FOLDER
from conformance.running.recording import interruptions_of, known_at_the_start, record_of
from conformance.running.row_verdicts import judge_rows
from conformance.running.watched import watching
from conformance.running.whole_run_deliveries import note_deliveries
from conformance.scope.run import Run, new_run
from conformance.scope.selection import Options, select
from conformance.session.earlier import EarlierParts
from conformance.session.session import FIRST_AGENCY, CheckSession, Progress
from conformance.session.stopping import Stopping
from conformance.target.target import Target
from conformance.wire.pace import Pace, Traffic

_LOOKS_ONCE_MORE = "lists of bookings before the clean-up"


def check(
    target: Target,
    options: Options,
    seed: int,
    transport: Transport,
    progress: Progress | None = None,
    *,
    catalogue: Catalogue | None = None,
    suite: Path = SUITE_FOLDER,
    rules: Sequence[Path] = (),
    stopping: Stopping | None = None,
    earlier: EarlierParts | None = None,
) -> RunResult:
    """Judges *target* and returns the contents of a report. *catalogue* includes the rows of the files *rules*;
    *stopping* says how a signal ends the run. *earlier* are the parts of the run that this part resumes.

    Raises `CatalogueError` for an unknown row in the options and `PreflightError` when the target cannot be judged.
    """
    with begin_run(target, options, seed, transport, progress, catalogue=catalogue, earlier=earlier) as run:
        run.session.stopping = stopping
        run_checks(run.session, suite, rules=rules)
        return run.result()


@dataclass(frozen=True)
class OpenRun:
    """A run between its preflight and its result: the checks fill the session."""

    session: CheckSession
    options: Options
    facts: RunFacts

    def result(self) -> RunResult:
        """Cleans up, and returns the result of the checks."""
        facts = replace(self.facts, interruptions=interruptions_of(self.session))
        result = finish_run(self.session, self.options)
        return replace(result, record=record_of(self.session, facts, result))


@contextmanager
def begin_run(
    target: Target,
    options: Options,
    seed: int,
    transport: Transport,
    progress: Progress | None = None,
    *,
    catalogue: Catalogue | None = None,
    earlier: EarlierParts | None = None,
) -> Iterator[OpenRun]:
    """A run whose checks the caller runs within the block. Raises `CatalogueError` and `PreflightError`."""
    pace, progress = Pace(target.wire), progress or Progress()
    progress.follow(lambda: pace.traffic)
    transport = PacedTransport(transport, pace)
    catalogue = catalogue or load_catalogue()
    selection = select(catalogue, target, options)
    started_at = datetime.now(UTC)
    recording = Recording(secrets_of(target))
    if earlier:
        recording.go_on_after(earlier.exchanges, earlier.levers)
    clock = TargetClock(target.levers, LeverCaller(transport, target.api_key, recording, target.wire.user_agent))
    today = preflight(target, transport, clock)
    before = earlier or EarlierParts()
    run = resumed(new_run(seed, started_at, today, read_only=options.read_only), before)
    session = CheckSession(catalogue, target, run, selection, recording, transport, clock, progress)
    session.pace = pace
    session.go_on_after(before)
    with timed_by(recording):
        yield OpenRun(session, options, known_at_the_start(session, options))


def finish_run(session: CheckSession, options: Options, own_requests: OwnRequests = OUR_REQUESTS) -> RunResult:
    """Sends generated traffic, cleans up, and judges. Returns the result of *session*, whose checks have run.

    *own_requests* says which of the recorded requests are mistakes of ours.
    """
    with watching(session):
        generated = send_generated_traffic(session)
        leftovers = (*_clean_up(session), *_moved_clock(session))
    mistakes = own_requests.mistakes(session.recording.exchanges, session.target.hold_id)
    rows = judge_rows(session, mistakes)
    return RunResult(
        target=session.recording.masking.text(session.target.base_url),
        contract=contract_under_test(),
        seed=session.run.seed,
        marker=session.run.marker,
        read_only=options.read_only,
        only=options.only,
        fail_on=options.fail_on,
        started_at=session.earlier.records[0].facts.started_at if session.earlier.records else session.run.started_at,
        finished_at=datetime.now(UTC),
        versions=_versions(),
        rows=rows,
        exchanges=tuple(session.recording.exchanges),
        leftovers=tuple(
            replace(leftover, reason=session.recording.masking.text(leftover.reason)) for leftover in leftovers
        ),
        faults=(*session.faults, *untied(mistakes, session.sources)),
        interrupted=session.interrupted,
        cut_short=session.pace.cut_short,
        traffic=_traffic_of_all_parts(session),
        generated=generated,
        accepted_attempts=own_requests.accepted_attempts(session.recording.exchanges, session.target.hold_id),
        coverage=coverage_of(session.recording.exchanges),
        about=session.target.about,
        dropped_cases=tuple(sorted(session.dropped_cases)),
    )


def resumed(run: Run, earlier: EarlierParts) -> Run:
    """*run* as a further part of a run: it draws other tee times, and its marker begins with the first part's."""
    part = len(earlier.records) + 1
    return run if part == 1 else replace(run, part=part, marker=f"{earlier.marker(run.marker)}-r{part}")


def _traffic_of_all_parts(session: CheckSession) -> Traffic:
    """The traffic of this part, with the requests of the parts before it."""
    before = [from_plain(Traffic, record.facts.traffic) for record in session.earlier.records[-1:]]
    traffic, sent = session.pace.traffic, sum(part.requests for part in before)
    return replace(traffic, requests=traffic.requests + sent, most_requests=traffic.most_requests + sent)


def _clean_up(session: CheckSession) -> tuple[Leftover, ...]:
    """Removes the things that the run created, and returns the things that stay. A whole run lists its bookings once
    more before that, and removes its subscriptions when the events of all other removals have arrived. If the user
    interrupts the clean-up too, the result names the marker of the things that may stay.
    """
    session.progress.enter("clean-up")
    session.recording.current_check = CLEAN_UP
    session.pace.clean_up_begins()
    if session.stopping:
        session.stopping.clean_up_begins()
    agencies = {agency.label: agency for agency in session.agencies()}
    exchanges = list(session.recording.exchanges)
    giving, is_whole = _giving_back(session, agencies), session.selection.is_whole(session.catalogue)
    try:
        if session.carry_over(_LOOKS_ONCE_MORE, lambda: is_whole and not session.is_stopped):
            look_once_more(agencies, exchanges, giving.at_once)
        left = end_all(giving, session.earlier.marker(session.run.marker), exchanges)
        note_deliveries(session)
        session.recording.current_check = CLEAN_UP
        return (*left, *remove_subscriptions(exchanges, agencies, session.target.webhook_id, giving.at_once))
    except KeyboardInterrupt:
        session.pace.cut("its clean-up was interrupted")
        session.recording.is_complete = False
        reason = "The clean-up was interrupted. Things with this marker may still be there."
        return (Leftover("marker", session.run.marker, reason),)
    finally:
        if session.receiver:
            session.receiver.close()
        if session.stopping:
            session.stopping.clean_up_ended()


def _moved_clock(session: CheckSession) -> Iterator[Leftover]:
    if session.clock.moved:
        reason = f"The run moved the clock {session.clock.moved} ahead, and no lever moves a clock back."
        yield Leftover(CLOCK, "the clock of the target", reason)


def _giving_back(session: CheckSession, agencies: Mapping[str, Agency]) -> GivingBack:
    def let_groups_settle() -> None:
        clock = MovableClock(agencies[FIRST_AGENCY], session.clock)
        if clock.moves:
            # When the lever fails, groups stay behind. The list of leftovers names them.
            with suppress(Judgement):
                clock.advance(PROCESSING, session.clock.shown_now())

    def now() -> datetime | None:
        # Without the time, the list of leftovers names hooks that have ended too.
        return or_else(session.clock.shown_now, None) if session.clock.moved else None

    at_once = 1 if session.recording.is_replay else session.lanes
    return GivingBack(agencies, session.target.hooks, session.decisions, let_groups_settle, now=now, at_once=at_once)


def _versions() -> tuple[tuple[str, str], ...]:
    packages = ("teesheet", "pytest", "httpx", "jsonschema-rs")
    return (("python", platform.python_version()), *((name, metadata.version(name)) for name in packages))
