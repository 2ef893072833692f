"""The result of a run as one value.

Reports and the terminal only render it; outcome and exit code follow from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from conformance.catalogue.requirements import Level, Requirement
from conformance.conditions.coverage import FamilyCoverage
from conformance.contracts.own_requests import BadRequest
from conformance.contracts.under_test import Contract
from conformance.evidence.exchanges import Exchange
from conformance.evidence.verdicts import Verdict
from conformance.recordings.run_record import RunRecord
from conformance.results.generated import GeneratedTraffic
from conformance.scope.selection import FailOn
from conformance.target.target import About
from conformance.wire.pace import Traffic


class Outcome(StrEnum):
    """The outcome of a run in one word. `finding`: no must is violated, but a should that counts is violated."""

    conformant = "conformant"
    violation = "violation"
    finding = "finding"
    incomplete = "incomplete"
    error = "error"


EXIT_CODES: dict[Outcome, int] = {
    Outcome.conformant: 0,
    Outcome.violation: 1,
    Outcome.finding: 1,
    Outcome.incomplete: 3,
    Outcome.error: 4,
}

# Which violated shoulds end a run with 1.
COUNTED: dict[FailOn, frozenset[Verdict]] = {
    FailOn.must: frozenset(),
    FailOn.serious: frozenset({Verdict.serious}),
    FailOn.should: frozenset({Verdict.serious, Verdict.warn}),
}

# Wrong usage, a wrong configuration or an unreachable target: there is no run and so no outcome.
EXIT_NOT_STARTED = 2


@dataclass(frozen=True)
class KnownFailure:
    """A row of the baseline: *owner* accepts that requirement *id* fails, up to and with the day *until*."""

    id: str
    reason: str
    owner: str
    until: date


@dataclass(frozen=True)
class RowResult:
    """The verdict on one row. *exchanges* are places in the recording, the most important first.

    *known* is the row of the baseline behind the verdict `known`, and None with any other verdict. *program* are the
    exchanges that together lead to the finding, in order; empty when one exchange is enough. *left_out* rows are not
    part of the profile of the run. *proof* are the exchanges that prove the finding; the first is the one to repeat.
    """

    row: Requirement
    selected: bool
    verdict: Verdict
    message: str
    expected: str | None
    actual: str | None
    exchanges: tuple[int, ...]
    known: KnownFailure | None = None
    program: tuple[int, ...] = ()
    left_out: bool = False
    proof: tuple[int, ...] = ()


# The kind of what stays behind when the run moved the clock of the target.
CLOCK = "clock"


@dataclass(frozen=True)
class Leftover:
    """A thing that this run created and could not remove, or a clock that it moved, with the reason."""

    kind: str
    id: str
    reason: str

    @property
    def is_thing(self) -> bool:
        """Whether it is a thing that the run created."""
        return self.kind != CLOCK


@dataclass(frozen=True)
class Judged:
    """The recording behind a result: the name of its *file*, the start of the recorded run in *began_at* (None when
    unknown), the number of *missing* requests, and *notes* on how far the result can be trusted. *by_other_contract*
    says that the contract that judges is not the contract of the recorded run.
    """

    file: str
    began_at: datetime | None
    missing: int
    notes: tuple[str, ...]
    by_other_contract: bool = False


@dataclass(frozen=True)
class RunResult:
    """The contents of a report. *contract* is None when the contract cannot be loaded. *stale_baseline* has a sentence
    for each row of the baseline that is no longer true. *record* has the facts for judging the run again, None when
    there are none. *judged* is None unless the result was judged from a recording. *generated* is None when no traffic
    was generated. *accepted_attempts* do not fit the contract, and the target accepted them. *coverage* has the
    families of which the run sent a request. *about* is the implementation that the operator named. *dropped_cases* are
    checks that the run dropped to save requests.
    """

    target: str
    contract: Contract | None
    seed: int
    marker: str
    read_only: bool
    only: tuple[str, ...]
    started_at: datetime
    finished_at: datetime
    versions: tuple[tuple[str, str], ...]
    rows: tuple[RowResult, ...]
    exchanges: tuple[Exchange, ...]
    leftovers: tuple[Leftover, ...]
    faults: tuple[str, ...]
    interrupted: bool
    stale_baseline: tuple[str, ...] = ()
    cut_short: str | None = None
    traffic: Traffic | None = None
    record: RunRecord | None = None
    judged: Judged | None = None
    generated: GeneratedTraffic | None = None
    accepted_attempts: tuple[BadRequest, ...] = ()
    fail_on: FailOn = FailOn.serious
    coverage: tuple[FamilyCoverage, ...] = ()
    about: About | None = None
    dropped_cases: tuple[str, ...] = ()

    @property
    def profile(self) -> str:
        """The profile that the run decides: `read-only` or `full`."""
        return "read-only" if self.read_only else "full"

    @property
    def requests(self) -> int:
        """How many requests the run sent, as every report says it. Judged traffic of another program: its exchanges."""
        return len(self.exchanges) if self.traffic is None else self.traffic.requests

    @property
    def outcome(self) -> Outcome:
        """The outcome, decided here and nowhere else."""
        doubted = self.judged is not None and (self.judged.missing > 0 or self.judged.by_other_contract)
        return outcome_of(self.rows, self.faults, cut_short=self.cut_short is not None or doubted, fail_on=self.fail_on)

    @property
    def exit_code(self) -> int:
        """The exit code that goes with the outcome; a stale baseline counts like a violation."""
        if self.stale_baseline and self.outcome is not Outcome.error:
            return EXIT_CODES[Outcome.violation]
        return EXIT_CODES[self.outcome]

    def count(self, verdict: Verdict, area: str | None = None) -> int:
        """How many rows have *verdict*, in one area or in all."""
        return sum(1 for row in self.rows if row.verdict is verdict and area in (None, row.row.area))


def outcome_of(
    rows: Sequence[RowResult],
    faults: Sequence[str],
    *,
    cut_short: bool = False,
    fail_on: FailOn = FailOn.serious,
) -> Outcome:
    """The outcome of *rows*, of which only selected rows count. Faults of the suite come first, then violated musts,
    then violated shoulds that *fail_on* counts, then undecided musts. A run that was cut short is never conformant,
    and neither is a recording that lacks requests or belongs to another contract.
    """
    selected = [row for row in rows if row.selected]
    verdicts = {row.verdict for row in selected}
    if faults or Verdict.broken in verdicts:
        return Outcome.error
    if Verdict.fail in verdicts:
        return Outcome.violation
    if verdicts & COUNTED[fail_on]:
        return Outcome.finding
    if cut_short:
        return Outcome.incomplete
    undecided = {Verdict.untested, Verdict.inconclusive}
    if any(row.row.level is Level.must and row.verdict in undecided for row in selected):
        return Outcome.incomplete
    ran = {Verdict.pass_, Verdict.known, Verdict.serious, Verdict.warn, Verdict.info}
    return Outcome.conformant if verdicts & ran else Outcome.incomplete
