"""Collects the facts of a run that its recording contains beside the exchanges."""

from dataclasses import replace

from conformance.evidence.exchanges import CLEAN_UP
from conformance.recordings.digests import digests
from conformance.recordings.plain import plain
from conformance.recordings.run_record import (
    EVERY_LANE,
    FORMAT,
    Interruption,
    Note,
    RunFacts,
    RunRecord,
    masked_json,
    shown_target,
)
from conformance.results.run_result import RunResult
from conformance.scope.selection import Options
from conformance.session.session import CheckSession


def known_at_the_start(session: CheckSession, options: Options) -> RunFacts:
    """The facts of a run whose first check has not begun."""
    return RunFacts(
        format=FORMAT,
        seed=session.run.seed,
        marker=session.run.marker,
        started_at=session.run.started_at,
        finished_at=session.run.started_at,
        today=session.run.today,
        clock_ahead_seconds=session.clock.ahead.total_seconds(),
        options=options,
        target=shown_target(session.target, session.recording.masking),
        digests=digests(),
        interruptions=(),
        cut_short=None,
        traffic=None,
        notes=(),
        carried_over={},
    )


def interruptions_of(session: CheckSession) -> tuple[Interruption, ...]:
    """The check in which the user stopped the run; empty when nobody stopped it. Valid right after the checks ended."""
    if not session.interrupted:
        return ()
    if session.lanes > 1:
        # The checks that were under way, or not reached, are kept as cut short.
        return (Interruption(EVERY_LANE, decided=True),)
    check = session.recording.current_check
    return (Interruption(check, decided=check in session.ended),)


def record_of(session: CheckSession, facts: RunFacts, result: RunResult) -> RunRecord:
    """The facts that the recording of a finished run contains beside its exchanges."""
    recording = session.recording
    notes = tuple(
        Note(place.check, place.racer, kind, tuple(values)) for (place, kind), values in recording.notes.items()
    )
    in_clean_up = () if recording.is_complete else (Interruption(CLEAN_UP, decided=False),)
    complete = replace(
        facts,
        interruptions=facts.interruptions + in_clean_up,
        finished_at=result.finished_at,
        cut_short=result.cut_short,
        traffic=plain(result.traffic),
        notes=notes,
        carried_over=masked_json(session.carried_over, recording.masking),
    )
    earlier = session.earlier
    return RunRecord(
        complete,
        tuple(recording.lever_exchanges[len(earlier.levers) :]),
        tuple(recording.deliveries),
        earlier.records,
        len(earlier.exchanges),
    )
