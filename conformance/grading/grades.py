"""The verdict of each row, and the outcome of a whole grade. Pure; reports only render it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from conformance.evidence.exchanges import Exchange
from conformance.grading.calls import ClientTraffic
from conformance.grading.judgements import JUDGED_ROWS
from conformance.grading.observations import JUDGEMENTS, Observation
from conformance.grading.rows import GradeLevel, Row, load_rows

_MOST_FINDINGS = 5
# A flood of calls fills the journal. The calls of a flood show it, whatever the client sent before them.
_FLOODS = ("ACV-05", "ACV-08", "ACV-11")


class GradeVerdict(StrEnum):
    """The verdict of a row, worst first. `not observed`: no situation of the row occurred, so nothing is known."""

    failed = "fail"
    warned = "warn"
    inconclusive = "inconclusive"
    unobserved = "not observed"
    passed = "pass"


class GradeOutcome(StrEnum):
    """The outcome of a grade in one word."""

    passed = "pass"
    failed = "fail"
    incomplete = "incomplete"


EXIT_CODES: Mapping[GradeOutcome, int] = {GradeOutcome.passed: 0, GradeOutcome.failed: 1, GradeOutcome.incomplete: 3}


@dataclass(frozen=True)
class GradeFinding:
    """One wrong act. *scenario* is empty where a recording was judged. *calls* are places in the exchanges of it."""

    scenario: str
    sentence: str
    calls: tuple[int, ...]


@dataclass(frozen=True)
class RowGrade:
    """The verdict of a row. *right* and *wrong* count its acts; *findings* are the first wrong ones."""

    row: Row
    verdict: GradeVerdict
    right: int
    wrong: int
    findings: tuple[GradeFinding, ...]


@dataclass(frozen=True)
class Stage:
    """What happened in one scenario, or in a recording: its exchanges, and what the program of the client returned.

    *trouble* is a sentence about a scenario in which the client could not be judged: it never called, crashed or hung.
    """

    name: str
    title: str
    exchanges: tuple[Exchange, ...]
    observed: Mapping[str, Sequence[Observation]]
    exit_code: int | None = None
    seconds: float = 0.0
    trouble: str = ""
    happened: tuple[str, ...] = ()


@dataclass(frozen=True)
class Grade:
    """The grade of a client. *what* is the command or the recording. *contract* is its number and digest."""

    what: str
    contract: str
    version: str
    finished_at: datetime
    stages: tuple[Stage, ...]
    rows: tuple[RowGrade, ...]

    @property
    def outcome(self) -> GradeOutcome:
        """`fail` when a must is violated, `incomplete` when no row was observed or a scenario could not be judged."""
        if any(row.verdict is GradeVerdict.failed for row in self.rows):
            return GradeOutcome.failed
        is_observed = any(row.verdict in (GradeVerdict.passed, GradeVerdict.warned) for row in self.rows)
        return (
            GradeOutcome.passed
            if is_observed and not any(stage.trouble for stage in self.stages)
            else GradeOutcome.incomplete
        )

    @property
    def exit_code(self) -> int:
        """0 pass, 1 fail, 3 incomplete."""
        return EXIT_CODES[self.outcome]

    def of(self, verdict: GradeVerdict) -> list[RowGrade]:
        """The rows with this verdict."""
        return [row for row in self.rows if row.verdict is verdict]


def observed_in(traffic: ClientTraffic) -> Mapping[str, Sequence[Observation]]:
    """What every judgement says about *traffic*, by row."""
    return {row: found for row in JUDGED_ROWS if (found := list(JUDGEMENTS[row](traffic)))}


def shown_without_a_beginning(observed: Mapping[str, Sequence[Observation]]) -> Mapping[str, Sequence[Observation]]:
    """The findings that hold although the first calls of the client are missing."""
    return {
        row: wrong for row in _FLOODS if (wrong := [found for found in observed.get(row, ()) if not found.is_right])
    }


def rows_of(stages: Sequence[Stage]) -> tuple[RowGrade, ...]:
    """The verdict of each row over all *stages*."""
    seen: defaultdict[str, list[tuple[str, Observation]]] = defaultdict(list)
    for stage in stages:
        for row, observations in stage.observed.items():
            seen[row] += [(stage.name, observation) for observation in observations]
    return tuple(_grade_of(row, seen[row.id]) for row in load_rows())


def _grade_of(row: Row, seen: Iterable[tuple[str, Observation]]) -> RowGrade:
    seen = list(seen)
    wrong = [(stage, observation) for stage, observation in seen if not observation.is_right]
    # Five findings of five scenarios show more than five findings of one scenario.
    firsts = list(
        {(stage, observation.sentence): (stage, observation) for stage, observation in reversed(wrong)}.values()
    )
    findings = tuple(
        GradeFinding(stage, observation.sentence, observation.calls) for stage, observation in reversed(firsts)
    )
    return RowGrade(
        row, _verdict(row, len(seen), len(wrong)), len(seen) - len(wrong), len(wrong), findings[:_MOST_FINDINGS]
    )


def _verdict(row: Row, seen: int, wrong: int) -> GradeVerdict:
    if wrong:
        return GradeVerdict.failed if row.level is GradeLevel.must else GradeVerdict.warned
    return GradeVerdict.passed if seen else GradeVerdict.unobserved
