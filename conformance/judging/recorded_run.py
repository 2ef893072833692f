"""Gives verdicts again from a recording: the same checks judge the recorded answers. Sends nothing to a target."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from conformance.asking.levers import LeverCaller, TargetClock
from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import Catalogue
from conformance.contracts.own_requests import FOREIGN_REQUESTS, OUR_REQUESTS, may_be_an_attempt
from conformance.evidence.exchanges import CLEAN_UP, Exchange, Role
from conformance.evidence.verdicts import Evidence, Finding
from conformance.judging.stopping_again import StoppingAgain
from conformance.recordings.digests import digests
from conformance.recordings.har_reading import RecordingError
from conformance.recordings.moments import timed_by
from conformance.recordings.plain import PlainError, from_plain
from conformance.recordings.replay import Missing, Replay, Unconnected
from conformance.recordings.run_record import EVERY_LANE, Digests, RunFacts, RunRecord
from conformance.results.run_result import Judged, RunResult
from conformance.running.check import finish_run
from conformance.running.engine import run_checks
from conformance.running.findings import CUT_SHORT
from conformance.running.plugin import SUITE_FOLDER
from conformance.scope.run import Run
from conformance.scope.selection import select
from conformance.session.earlier import EarlierParts
from conformance.session.session import CheckSession, Progress
from conformance.wire.pace import Traffic


def judge(
    file: str,
    exchanges: Sequence[Exchange],
    record: RunRecord,
    progress: Progress | None = None,
    *,
    catalogue: Catalogue | None = None,
    suite: Path = SUITE_FOLDER,
    rules: Sequence[Path] = (),
) -> RunResult:
    """The result of the run that recorded *exchanges* and *record* in *file*, judged by the current checks. *catalogue*
    includes the rows of the files *rules*.

    A check is inconclusive when the recording does not hold one of its requests. Raises `CatalogueError` when the run
    selected a row that no longer exists, and `RecordingError` when *record* is damaged.
    """
    checks = Checks(catalogue or load_catalogue(), suite, rules, progress or Progress())
    try:
        return _judged_again(file, exchanges, record, checks)
    except PlainError as error:
        raise RecordingError(f"{file} is damaged: {error}.") from error


@dataclass(frozen=True)
class Checks:
    """The checks of *suite* and of the files *rules*, and the rows of *catalogue* that they decide."""

    catalogue: Catalogue
    suite: Path
    rules: Sequence[Path]
    progress: Progress


def replayed_parts(
    exchanges: Sequence[Exchange], records: Sequence[RunRecord], checks: Checks
) -> tuple[EarlierParts, list[Missing]]:
    """What the parts with these *records* decided, and what the recording lacks. *exchanges* come from all parts.

    A check counts as decided if it ended before its part was cut short, and knows what to say. All others run again.
    """
    before, missing = EarlierParts(), list[Missing]()
    ends = [*(record.begins_at for record in records[1:]), len(exchanges)]
    for record, end in zip(records, ends, strict=False):
        session, replay = _session(exchanges[:end], record, checks, before)
        with timed_by(replay):
            _run_again(session, replay, record, checks)
        before = _with_settled(before, session, record, exchanges[:end])
        missing += replay.missing
    return before, missing


def _with_settled(
    before: EarlierParts, session: CheckSession, record: RunRecord, exchanges: Sequence[Exchange]
) -> EarlierParts:
    everything = [evidence for found in session.evidence.values() for evidence in found]
    unsure = {evidence.source for evidence in everything if evidence.finding is Finding.inconclusive}
    settled = before.settled | (session.ended - unsure - set(session.carried_over.get(CUT_SHORT, {})))
    kept = {row_id: [item for item in found if item.source in settled] for row_id, found in session.evidence.items()}
    hold_id = session.target.hold_id
    # A check that was cut short ended before it could say which of its requests were wrong on purpose.
    ours = [
        replace(exchange, role=Role.attempt)
        if exchange.check not in (*settled, CLEAN_UP) and may_be_an_attempt(exchange, hold_id)
        else exchange
        for exchange in exchanges[record.begins_at :]
    ]
    seen = (*before.exchanges, *ours)
    records = (*before.records, replace(record, earlier=()))
    return EarlierParts(seen, records, kept, settled, session.dropped_cases)


def _judged_again(file: str, exchanges: Sequence[Exchange], record: RunRecord, checks: Checks) -> RunResult:
    quietly = replace(checks, progress=Progress())
    before, missing = replayed_parts(exchanges[: record.begins_at], record.earlier, quietly)
    session, replay = _session(exchanges, record, checks, before)
    with timed_by(replay):
        _run_again(session, replay, record, checks)
        replay.show_all_checks()
        own_requests = FOREIGN_REQUESTS if _is_of_other_contract(record.facts) else OUR_REQUESTS
        result = finish_run(session, record.facts.options, own_requests)
    return _as_recorded(result, record, _judged(file, record.facts, [*missing, *replay.missing]))


def _run_again(session: CheckSession, replay: Replay, record: RunRecord, checks: Checks) -> None:
    interruptions = record.facts.interruptions
    run_checks(session, checks.suite, StoppingAgain(interruptions, session), rules=checks.rules)
    session.interrupted |= any(interruption.check == EVERY_LANE for interruption in interruptions)
    _doubt(session, replay.missing)


def _session(
    exchanges: Sequence[Exchange], record: RunRecord, checks: Checks, before: EarlierParts
) -> tuple[CheckSession, Replay]:
    facts, catalogue = record.facts, checks.catalogue
    replay, transport = Replay(exchanges, record, before.exchanges, before.levers), Unconnected()
    clock = TargetClock(facts.target.levers, LeverCaller(transport, facts.target.api_key, replay))
    clock.ahead = timedelta(seconds=facts.clock_ahead_seconds)
    part = len(before.records) + 1
    run = Run(facts.seed, facts.started_at, facts.today, facts.marker, facts.options.read_only, part)
    selection = select(catalogue, facts.target, facts.options)
    session = CheckSession(catalogue, facts.target, run, selection, replay, transport, clock, checks.progress)
    session.go_on_after(before)
    session.carried_over = dict(facts.carried_over)
    from_plain(dict[str, str], facts.carried_over.get(CUT_SHORT, {}), CUT_SHORT)
    if any(interruption.check != EVERY_LANE for interruption in facts.interruptions):
        # The replay stops at the same place. The checks that were not reached follow from that.
        session.carried_over.pop(CUT_SHORT, None)
    return session, replay


def _doubt(session: CheckSession, missing: Sequence[Missing]) -> None:
    """Turns all evidence inconclusive that depends on a missing request, whatever the check concluded."""
    by_check = {lack.check: lack for lack in reversed(missing)}
    for row_id, found in session.evidence.items():
        session.evidence[row_id] = [_doubted(evidence, by_check.get(evidence.source)) for evidence in found]
    by_operation = {lack.operation_id: lack for lack in reversed(missing) if lack.operation_id}
    for row in session.catalogue:
        incomplete = [name for shape in row.shapes for name in shape.operations if name in by_operation]
        if incomplete and row.id in session.selection.decided:
            session.note([row.id], _inconclusive(by_operation[incomplete[0]], "recording"))


def _doubted(evidence: Evidence, missing: Missing | None) -> Evidence:
    return evidence if missing is None else _inconclusive(missing, evidence.source)


def _inconclusive(missing: Missing, source: str) -> Evidence:
    return Evidence(Finding.inconclusive, missing.sentence, source)


def _as_recorded(result: RunResult, record: RunRecord, judged: Judged) -> RunResult:
    """*result* with the facts that only the run itself could know."""
    facts = record.facts
    return replace(
        result,
        finished_at=facts.finished_at,
        cut_short=facts.cut_short,
        traffic=from_plain(Traffic, facts.traffic) if facts.traffic is not None else None,
        record=record,
        judged=judged,
    )


def _judged(file: str, facts: RunFacts, missing: Sequence[Missing]) -> Judged:
    notes = tuple(_notes(facts.digests, missing))
    return Judged(file, facts.started_at, len(missing), notes, _is_of_other_contract(facts))


def _is_of_other_contract(facts: RunFacts) -> bool:
    return facts.digests.contract != digests().contract


def _notes(then: Digests, missing: Sequence[Missing]) -> Iterable[str]:
    now = digests()
    differ = [
        words
        for words, item, other in (
            ("contract", then.contract, now.contract),
            ("requirements", then.requirements, now.requirements),
            ("checks", then.checks, now.checks),
        )
        if item != other
    ]
    if differ:
        yield (
            f"The run used other {' and '.join(differ)} than this version of the suite."
            " Verdicts may differ from the verdicts of the run."
        )
    if "contract" in differ:
        yield (
            "This result is therefore never conformant. `teesheet contract replay` shows which recorded exchanges a"
            " contract breaks."
        )
    if missing:
        yield (
            "The recording belongs to another version of the suite, or somebody changed it. The first missing request:"
            f" {missing[0].sentence}"
        )
