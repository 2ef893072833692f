"""Resumes a run that was cut short: what it decided stays, and a further part decides the rest."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from conformance.catalogue.requirements import Catalogue
from conformance.judging.recorded_run import Checks, replayed_parts
from conformance.recordings.digests import digests
from conformance.recordings.har_reading import RecordingError, read_archive
from conformance.recordings.masking import Masking
from conformance.recordings.plain import PlainError
from conformance.recordings.report_folder import EXCHANGES_FILE
from conformance.recordings.run_record import RunFacts, secrets_of, shown_target
from conformance.running.plugin import SUITE_FOLDER
from conformance.scope.selection import Options
from conformance.session.earlier import EarlierParts
from conformance.session.session import Progress
from conformance.target.connection import WireSettings
from conformance.target.target import Budgets, Target


class ResumeError(Exception):
    """The run cannot be resumed; the message is one sentence."""


@dataclass(frozen=True)
class Resumed:
    """A run to go on with: its *options*, its *seed*, and its *earlier* parts."""

    options: Options
    seed: int
    earlier: EarlierParts


def run_to_resume(
    folder: Path,
    target: Target,
    options: Options,
    seed: int | None,
    catalogue: Catalogue,
    rules: Sequence[Path] = (),
    progress: Progress | None = None,
    suite: Path = SUITE_FOLDER,
) -> Resumed:
    """The run in the report *folder*, to be resumed on *target*. *options* and *seed* are the choice of the user now.

    Its checks judge the recorded answers again, so nothing is sent. Raises `ResumeError` when the folder has no run,
    when the run went to its end, and when it was a run of another target, seed, selection or version of the suite.
    """
    file = folder / EXCHANGES_FILE
    if not file.is_file():
        raise ResumeError(f"{folder} has no {EXCHANGES_FILE}, so there is no run to resume.")
    try:
        archive = read_archive(file)
        if archive.record is None:
            raise ResumeError(f"{file} is the recording of another program, so there is no run to resume.")
        _refuse_another_run(archive.record.facts, target, options, seed)
        checks = Checks(catalogue, suite, rules, progress or Progress())
        earlier, _ = replayed_parts(archive.exchanges, archive.record.parts, checks)
    except (RecordingError, PlainError) as error:
        raise ResumeError(str(error)) from error
    facts = archive.record.facts
    return Resumed(replace(facts.options, fail_on=options.fail_on), facts.seed, earlier)


def _refuse_another_run(facts: RunFacts, target: Target, options: Options, seed: int | None) -> None:
    """Raises `ResumeError` unless a run with these *facts* can go on with what the user gives now."""
    if facts.cut_short is None and not facts.interruptions:
        raise ResumeError("That run went to its end, so nothing is left to do.")
    now = digests()
    if facts.digests.contract != now.contract:
        raise ResumeError("That run judged by another contract. Begin a new run.")
    if facts.digests != now:
        raise ResumeError("That run is of another version of the suite. Begin a new run.")
    if seed is not None and seed != facts.seed:
        raise ResumeError(f"That run has the seed {facts.seed}, not {seed}. Leave --seed out.")
    if (options.only and options.only != facts.options.only) or (options.read_only and not facts.options.read_only):
        raise ResumeError("That run decides other requirements. Leave --only and --read-only out.")
    _refuse_another_target(facts.target, _comparable(shown_target(target, Masking(secrets_of(target)))))


def _refuse_another_target(before: Target, now: Target) -> None:
    if before.base_url != now.base_url:
        raise ResumeError(f"That run judged {before.base_url}, not {now.base_url}.")
    changed = [name for name, value in vars(_comparable(before)).items() if value != getattr(now, name)]
    if changed:
        raise ResumeError(
            f"The target is declared in another way than for that run ({', '.join(changed)}). Begin a new run."
        )


def _comparable(target: Target) -> Target:
    """*target* without limits and patience, which may differ from part to part."""
    return replace(target, wire=WireSettings(key_header=target.wire.key_header), budgets=Budgets())
