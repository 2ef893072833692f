"""The judgements that a check can raise, and the function that turns evidence into a verdict.

A check returns when its requirement holds. It raises one of the exceptions below when the requirement does not hold, or
when the check cannot decide. Any other exception is our own fault. This module knows neither HTTP nor pytest's runner.
"""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

import pytest

from conformance.catalogue.requirements import Gravity, Level, Requirement

_MOST_NAMED = 5

M = TypeVar("M")
N = TypeVar("N")


class Verdict(StrEnum):
    """Worst first: the order of the members is the ladder.

    `serious` is a violated should whose gravity is serious; `warn` is one whose gravity is minor, or an advisory.
    `known` is a failure that the baseline of the run accepts; no evidence alone leads to it.
    """

    broken = "broken"
    fail = "fail"
    serious = "serious"
    untested = "untested"
    inconclusive = "inconclusive"
    known = "known"
    warn = "warn"
    info = "info"
    pass_ = "pass"  # noqa: S105 - a verdict, not a password
    skip = "skip"


LADDER: tuple[Verdict, ...] = tuple(Verdict)


class Finding(StrEnum):
    """The result of one check, one shape or one precondition for a row."""

    broken = "broken"
    violated = "violated"
    untested = "untested"
    inconclusive = "inconclusive"
    advisory = "advisory"
    observed = "observed"
    held = "held"
    silent = "silent"
    absent = "absent"


class Recorded(Protocol):
    """An object with a place in the recording, such as an answer."""

    @property
    def index(self) -> int:
        """Its place there."""


Seen = Recorded | int | Sequence[Recorded | int]


def places_of(seen: Seen) -> tuple[int, ...]:
    """The places in the recording of the answers that a check compared, without repeats."""
    several = seen if isinstance(seen, Sequence) else (seen,)
    return tuple(dict.fromkeys(item if isinstance(item, int) else item.index for item in several))


class Judgement(Exception):
    """A check raises a judgement when it does not simply hold: one of the kinds below, each with its *finding*."""

    finding = Finding.untested


class Violation(Judgement):
    """The target does not do what the row says: fail for a must, serious or warn for a should.

    *seen* are the compared answers, or the places of their exchanges; the first is the one to repeat. When a check does
    not give them, they are the exchanges that its message names. *program* are the exchanges that lead to the violation
    again when somebody repeats them in their order.
    """

    finding = Finding.violated

    def __init__(self, expected: str, actual: str, seen: Seen = (), *, program: tuple[int, ...] = ()) -> None:
        super().__init__(f"Expected: {expected}. Actual: {actual}.")
        self.expected = expected
        self.actual = actual
        self.seen = places_of(seen)
        self.program = program


class Advisory(Judgement):
    """The target deserves only a warning, whatever the level of the row."""

    finding = Finding.advisory


class Untested(Judgement):
    """A precondition was not met, or the evidence is empty and proves nothing."""


class NoEvidence(Judgement):
    """The check had nothing to judge: other checks decide its rows. A row that no other check decides is untested."""

    finding = Finding.silent


class CutShort(Untested):
    """The run was cut short, so this request was not sent."""


class Inconclusive(Judgement):
    """The check ran but cannot decide: interference, a time-out, a rate limit, or a refused control twin."""

    finding = Finding.inconclusive


class AnswerLost(Inconclusive):
    """The answer to a request was lost at a gateway or with the connection. Its effect is unknown."""


class NotApplicable(Judgement):
    """The target declares that it does not have the capability."""

    finding = Finding.absent


class HeldAtLast(Judgement):
    """The requirement holds, and the report says what an earlier look showed."""

    finding = Finding.held


class Observed(Judgement):
    """What the target does at an open point of the specification: information, never a fault."""

    finding = Finding.observed


def or_else(make: Callable[[], M], otherwise: N) -> M | N:
    """The result of *make*, or *otherwise* when it raises a `Judgement`. Raises `CutShort` when the run is over."""
    try:
        return make()
    except CutShort:
        raise
    except Judgement:
        return otherwise


def expect(condition: bool, expected: str, actual: object, seen: Seen = ()) -> None:
    """Raises `Violation` unless *condition* holds; *actual* is shown as JSON unless it is text. *seen* is its proof."""
    if not condition:
        raise Violation(expected, actual if isinstance(actual, str) else shown(actual), seen)


def shown(value: object) -> str:
    """*value* for a reader of a report: JSON, prices as they came, at most 300 characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 300 else f"{text[:300]} ..."


def counted(names: Collection[str]) -> str:
    """How many *names* there are, and the first five of them, for a message: `2: crs_1, crs_2`."""
    in_order = sorted(names)
    return f"{len(in_order)}: {', '.join(in_order[:_MOST_NAMED])}{' ...' if len(in_order) > _MOST_NAMED else ''}"


def verifies(*requirement_ids: str, closing: bool = False, moves_clock_minutes: int = 0) -> pytest.MarkDecorator:
    """Marks a check with the requirement it decides, normally one.

    A *closing* check runs after all others and judges the recorded exchanges (fixture `exchanges`). A check that moves
    the clock of the target gives the largest move in *moves_clock_minutes*. Checks with smaller moves run earlier.
    """
    return pytest.mark.verifies(*requirement_ids, closing=closing, moves_clock_minutes=moves_clock_minutes)


def exercises(
    *operation_ids: str, writes: bool = False, rows: Sequence[str] = (), spare: bool = False
) -> pytest.MarkDecorator:
    """Marks a step of the tour: it only sends valid requests, so that shapes have answers to judge.

    *rows* are further requirements for which the step has to run, as ids or as beginnings of ids. A run of all rows
    does not need a *spare* step, because the checks of other rows get such answers.
    """
    return pytest.mark.exercises(*operation_ids, writes=writes, rows=tuple(rows), spare=spare)


# The message of a check that found nothing wrong and has nothing to add.
HELD = "Held."


@dataclass(frozen=True)
class Evidence:
    """One finding about one row, with the exchanges (places in the recording) that show it.

    *program* are the exchanges that together lead to the finding, in order; empty when one request is enough. *proof*
    are the exchanges that the check named itself.
    """

    finding: Finding
    message: str
    source: str
    expected: str | None = None
    actual: str | None = None
    exchanges: tuple[int, ...] = ()
    program: tuple[int, ...] = ()
    proof: tuple[int, ...] = ()


@dataclass(frozen=True)
class Decision:
    """The verdict on a row, the sentence that explains it, and the deciding evidence (None without any evidence)."""

    verdict: Verdict
    message: str
    deciding: Evidence | None = None


_VERDICT_OF: dict[Finding, Verdict] = {
    Finding.broken: Verdict.broken,
    Finding.violated: Verdict.fail,
    Finding.untested: Verdict.untested,
    Finding.inconclusive: Verdict.inconclusive,
    Finding.advisory: Verdict.warn,
    Finding.observed: Verdict.info,
    Finding.held: Verdict.pass_,
    Finding.silent: Verdict.untested,
    Finding.absent: Verdict.skip,
}


def decide(row: Requirement, evidence: Sequence[Evidence]) -> Decision:
    """The verdict on *row*: the worst verdict of its evidence that its level permits, with the first message that says
    more than `HELD`. Silent checks count only when all are silent.

    An excluded row is always skipped. An open row is always information, unless one of our checks broke. A decided row
    without evidence is our fault.
    """
    if row.level is Level.excluded:
        return Decision(Verdict.skip, row.reason or "")
    speaking = [evidence_item for evidence_item in evidence if evidence_item.finding is not Finding.silent]
    if row.level is Level.open:
        return _decide_open(speaking)
    if not evidence:
        return Decision(Verdict.broken, f"No check decides {row.id}.")
    verdict, worst = min(
        ((_verdict(row, evidence_item), evidence_item) for evidence_item in speaking or evidence),
        key=lambda pair: (LADDER.index(pair[0]), pair[1].message == HELD),
    )
    return Decision(verdict, worst.message, worst)


def _verdict(row: Requirement, evidence: Evidence) -> Verdict:
    if evidence.finding is Finding.violated and row.level is not Level.must:
        return Verdict.serious if row.gravity is Gravity.serious else Verdict.warn
    return _VERDICT_OF[evidence.finding]


def _decide_open(evidence: Sequence[Evidence]) -> Decision:
    broken = [evidence_item for evidence_item in evidence if evidence_item.finding is Finding.broken]
    if broken:
        return Decision(Verdict.broken, broken[0].message, broken[0])
    if not evidence:
        return Decision(Verdict.info, "The specification leaves this open. Not recorded in this run.")
    return Decision(Verdict.info, " ".join(evidence_item.message for evidence_item in evidence), evidence[0])
