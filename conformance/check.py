"""One run from start to end: preflight, checks, cancelling what was booked, verdicts."""

import platform
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from conformance.catalogue import Catalogue
from conformance.catalogue_files import load_catalogue
from conformance.cleanup import remove_subscriptions
from conformance.client import Agency, Transport
from conformance.contract import contract_under_test
from conformance.discovery import MovableClock
from conformance.discovery.clock import PROCESSING
from conformance.engine import SUITE_FOLDER, run_checks
from conformance.giving_back import GivingBack
from conformance.judgement import judge_rows
from conformance.levers import LeverCaller, TargetClock
from conformance.preflight import preflight
from conformance.recording import Recording
from conformance.results import RunResult
from conformance.run import new_run
from conformance.selection import Options, select
from conformance.session import FIRST_AGENCY, SECOND_AGENCY, CheckSession, Progress
from conformance.target import Target
from conformance.verdicts import Judgement

_SECRET_NAMES = ("$API_KEY", "$SECOND_API_KEY")


def check(
    target: Target,
    options: Options,
    seed: int,
    transport: Transport,
    progress: Progress | None = None,
    *,
    catalogue: Catalogue | None = None,
    suite: Path = SUITE_FOLDER,
) -> RunResult:
    """Judge *target* and return everything a report says.

    Raises `CatalogueError` for an unknown row in the options and `PreflightError` when there is nothing to
    judge.
    """
    catalogue = catalogue or load_catalogue()
    selection = select(catalogue, target, options)
    started_at = datetime.now(UTC)
    clock = TargetClock(target.levers, LeverCaller(transport, target.api_key))
    today = preflight(target, transport, clock)
    run = new_run(seed, started_at, today, read_only=options.read_only)
    session = CheckSession(
        catalogue, target, run, selection, Recording(_secrets(target)), transport, clock, progress or Progress()
    )
    run_checks(session, suite)
    return _result(session, options, seed, started_at)


def _result(session: CheckSession, options: Options, seed: int, started_at: datetime) -> RunResult:
    session.recording.current_check = "clean-up"
    agencies, exchanges = _agencies(session), list(session.recording.exchanges)
    leftovers = (
        *_giving_back(session, agencies).give_back(exchanges),
        *remove_subscriptions(exchanges, agencies, session.target.webhook_id),
    )
    rows = judge_rows(session)
    return RunResult(
        target=session.target.base_url,
        contract=contract_under_test(),
        seed=seed,
        marker=session.run.marker,
        read_only=options.read_only,
        only=options.only,
        started_at=started_at,
        finished_at=datetime.now(UTC),
        versions=_versions(),
        rows=rows,
        exchanges=tuple(session.recording.exchanges),
        leftovers=leftovers,
        faults=tuple(session.faults),
        interrupted=session.interrupted,
    )


def _giving_back(session: CheckSession, agencies: Mapping[str, Agency]) -> GivingBack:
    def let_groups_settle() -> None:
        clock = MovableClock(agencies[FIRST_AGENCY], session.clock)
        if clock.moves:
            # A lever that fails leaves groups behind, which the list of leftovers tells.
            with suppress(Judgement):
                clock.advance(PROCESSING)

    return GivingBack(agencies, session.target.hooks, session.decisions, let_groups_settle)


def _agencies(session: CheckSession) -> Mapping[str, Agency]:
    keys = {FIRST_AGENCY: session.target.api_key, SECOND_AGENCY: session.target.second_api_key}
    return {label: session.caller(label, key) for label, key in keys.items() if key is not None}


def _secrets(target: Target) -> Mapping[str, str]:
    keys = (target.api_key, target.second_api_key)
    return {key: name for key, name in zip(keys, _SECRET_NAMES, strict=True) if key}


def _versions() -> tuple[tuple[str, str], ...]:
    packages = ("teesheet", "pytest", "httpx", "jsonschema-rs")
    return (("python", platform.python_version()), *((name, metadata.version(name)) for name in packages))
