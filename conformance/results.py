"""The result of a run as one value.

Reports and the terminal only render it; outcome and exit code follow from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from conformance.catalogue import Level, Requirement
from conformance.exchanges import Exchange
from conformance.verdicts import Verdict


class Outcome(StrEnum):
    """What a run says about a target in one word."""

    conformant = "conformant"
    violation = "violation"
    incomplete = "incomplete"
    error = "error"


EXIT_CODES: dict[Outcome, int] = {
    Outcome.conformant: 0,
    Outcome.violation: 1,
    Outcome.incomplete: 3,
    Outcome.error: 4,
}

# Usage, configuration or an unreachable target: there is no run and so no outcome.
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
    """The verdict on one row. *exchanges* are places in the recording, the telling ones first.

    *known* is the row of the baseline behind the verdict `known`, and None with any other.
    """

    row: Requirement
    selected: bool
    verdict: Verdict
    message: str
    expected: str | None
    actual: str | None
    exchanges: tuple[int, ...]
    known: KnownFailure | None = None


@dataclass(frozen=True)
class Contract:
    """Which contract the suite was written for."""

    title: str
    version: str
    sha256: str


@dataclass(frozen=True)
class Leftover:
    """Something this run created and could not remove, with the reason."""

    kind: str
    id: str
    reason: str


@dataclass(frozen=True)
class RunResult:
    """Everything a report says. *contract* is None when the contract cannot be loaded; *stale_baseline* has a sentence
    for each row of the baseline that no longer tells the truth.
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

    @property
    def outcome(self) -> Outcome:
        """The outcome, decided here and nowhere else."""
        return outcome_of(self.rows, self.faults)

    @property
    def exit_code(self) -> int:
        """The exit code that goes with the outcome; a stale baseline counts like a violation."""
        if self.stale_baseline and self.outcome is not Outcome.error:
            return EXIT_CODES[Outcome.violation]
        return EXIT_CODES[self.outcome]

    def count(self, verdict: Verdict, area: str | None = None) -> int:
        """How many rows have *verdict*, in one area or in all."""
        return sum(1 for one in self.rows if one.verdict is verdict and area in (None, one.row.area))


def outcome_of(rows: Sequence[RowResult], faults: Sequence[str]) -> Outcome:
    """Only selected rows count. Our own faults come first, then violations, then what stayed undecided."""
    selected = [one for one in rows if one.selected]
    verdicts = {one.verdict for one in selected}
    if faults or Verdict.broken in verdicts:
        return Outcome.error
    if Verdict.fail in verdicts:
        return Outcome.violation
    undecided = {Verdict.untested, Verdict.inconclusive}
    if any(one.row.level is Level.must and one.verdict in undecided for one in selected):
        return Outcome.incomplete
    ran = {Verdict.pass_, Verdict.known, Verdict.warn, Verdict.info}
    return Outcome.conformant if verdicts & ran else Outcome.incomplete
