"""The words a check speaks in, and the one function that turns what was found into a verdict.

A check returns when its requirement holds and raises one of the exceptions below when it does not, or when it
cannot tell. Whatever else leaves a check is our own fault. Nothing here knows HTTP or pytest's runner.
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
    """What one check, one shape or one precondition says about a row."""

    broken = "broken"
    violated = "violated"
    untested = "untested"
    inconclusive = "inconclusive"
    advisory = "advisory"
    observed = "observed"
    held = "held"
    absent = "absent"


class Recorded(Protocol):
    """Something that stands in the recording, such as an answer."""

    @property
    def index(self) -> int:
        """Its place there."""


Seen = Recorded | int | Sequence[Recorded | int]


def places_of(seen: Seen) -> tuple[int, ...]:
    """The places in the recording of what a check compared, each once."""
    several = seen if isinstance(seen, Sequence) else (seen,)
    return tuple(dict.fromkeys(item if isinstance(item, int) else item.index for item in several))


class Judgement(Exception):
    """What a check raises to say anything but "it holds": one of the kinds below, each with its *finding*."""

    finding = Finding.untested


class Violation(Judgement):
    """The target does not do what the row says: fail for a must, serious or warn for a should.

    *seen* are the answers that were compared, or the places of their exchanges, the one to repeat first; where a check
    leaves them out, they are those that its words name. *program* are the exchanges, in their order, that bring it
    about when they are repeated.
    """

    finding = Finding.violated

    def __init__(self, expected: str, actual: str, seen: Seen = (), *, program: tuple[int, ...] = ()) -> None:
        super().__init__(f"Expected: {expected}. Actual: {actual}.")
        self.expected = expected
        self.actual = actual
        self.seen = places_of(seen)
        self.program = program


class Advisory(Judgement):
    """Worth a warning and no more, whatever the level of the row."""

    finding = Finding.advisory


class Untested(Judgement):
    """A precondition was not met, or the evidence is empty and proves nothing."""


class NoEvidence(Judgement):
    """The check had nothing to look at and says nothing: other checks decide its rows."""

    finding = Finding.held


class CutShort(Untested):
    """The run is over before its end, so this request was not sent."""


class Inconclusive(Judgement):
    """The check ran and cannot tell: interference, a time-out, a rate limit, a refused control twin."""

    finding = Finding.inconclusive


class AnswerLost(Inconclusive):
    """A gateway or a broken connection kept the answer to a request, and nobody knows what the request did."""


class NotApplicable(Judgement):
    """The target declares that it does not have the capability."""

    finding = Finding.absent


class Observed(Judgement):
    """What the target does at a point the specification leaves open: information, never a judgement."""

    finding = Finding.observed


def or_else(make: Callable[[], M], otherwise: N) -> M | N:
    """What *make* makes, and *otherwise* where that cannot be had. A run that is cut short stays so: `CutShort`."""
    try:
        return make()
    except CutShort:
        raise
    except Judgement:
        return otherwise


def expect(condition: bool, expected: str, actual: object, seen: Seen = ()) -> None:
    """Raise `Violation` unless *condition* holds; *actual* is shown as JSON unless it is text. *seen* as there."""
    if not condition:
        raise Violation(expected, actual if isinstance(actual, str) else shown(actual), seen)


def shown(value: object) -> str:
    """*value* as a reader of a report wants it: JSON, prices as they came, at most 300 characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 300 else f"{text[:300]} ..."


def counted(names: Collection[str]) -> str:
    """How many *names* there are, and the first five of them, for a message: `2: crs_1, crs_2`."""
    in_order = sorted(names)
    return f"{len(in_order)}: {', '.join(in_order[:_MOST_NAMED])}{' ...' if len(in_order) > _MOST_NAMED else ''}"


def verifies(*requirement_ids: str, closing: bool = False, moves_clock_minutes: int = 0) -> pytest.MarkDecorator:
    """Marks a check with the requirement it decides, normally one.

    A *closing* check runs after all others and judges what the run recorded (fixture `exchanges`). One that moves the
    clock of the target says by about how much at most: the less, the earlier it runs among its kind.
    """
    return pytest.mark.verifies(*requirement_ids, closing=closing, moves_clock_minutes=moves_clock_minutes)


def exercises(*operation_ids: str, writes: bool = False) -> pytest.MarkDecorator:
    """Marks a step of the tour: it only makes valid requests, so that shapes have answers to look at."""
    return pytest.mark.exercises(*operation_ids, writes=writes)


@dataclass(frozen=True)
class Evidence:
    """One finding about one row, with the exchanges (places in the recording) that show it.

    *program* are the exchanges that bring it about, in order; empty where one request is enough. *proof* are those that
    the check named itself.
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
    """The verdict on a row, the sentence that explains it, and the evidence that decided (None without
    any).
    """

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
    Finding.absent: Verdict.skip,
}


def decide(row: Requirement, evidence: Sequence[Evidence]) -> Decision:
    """The verdict on *row*: the worst that its evidence says, within what its level permits.

    An excluded row is always skipped. An open row is information, whatever was seen, unless a check of ours
    broke. A decided row without evidence is our fault.
    """
    if row.level is Level.excluded:
        return Decision(Verdict.skip, row.reason or "")
    if row.level is Level.open:
        return _decide_open(evidence)
    if not evidence:
        return Decision(Verdict.broken, f"No check decides {row.id}.")
    verdict, worst = min(
        ((_verdict(row, evidence_item), evidence_item) for evidence_item in evidence),
        key=lambda pair: LADDER.index(pair[0]),
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
