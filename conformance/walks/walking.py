"""Walks: plays programs until the budget is used, and turns each deviation into a finding that is short and confirmed.

The first deviation of a row counts, with its program. The walk shrinks the program, then
repeats it: a deviation that never comes back may have come from somebody else on a live tee sheet.
"""

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from conformance.recordings import moments
from conformance.walks.beliefs import Deviation
from conformance.walks.commands import Program, in_words
from conformance.walks.player import Played
from conformance.walks.shrinking import shrunk

_REPETITIONS = 3
# A deviation that comes back once may have come from somebody else twice.
_ENOUGH = 2
_MOST_IN_VAIN = 2


class Playing(Protocol):
    """Plays programs on one target."""

    @property
    def patience(self) -> float:
        """How many seconds the target may take to show a change."""

    def sent(self) -> int:
        """How many exchanges the run has recorded."""

    def play(self, program: Program, patience: float, may_go_on: Callable[[], bool]) -> Played:
        """The result of one play of *program* on a fresh arena."""

    def telling(self, first: int) -> tuple[int, ...]:
        """The places of the exchanges from *first* on that lead to the deviation again."""


@dataclass(frozen=True)
class Budget:
    """The limits of walks. Ordinary walks and the shrinking of each finding have separate limits.

    Four or five programs fit into the requests: more programs would find more, but a whole run plans
    3,000 requests. Shrinking happens only after a deviation, so it may take longer. After *most_requests* no program
    begins. One finding takes at most half of the requests that are left.
    """

    requests: int = 110
    seconds: float = 20.0
    shrinking_requests: int = 400
    shrinking_seconds: float = 15.0
    findings: int = 4
    most_requests: float = math.inf


@dataclass(frozen=True)
class Found:
    """A deviation with the shortest program found for it.

    *exchanges* are the places of the last play that showed it. It was *seen* in this number of the *repeated*
    repetitions.
    """

    row: str
    expected: str
    actual: str
    program: Program
    exchanges: tuple[int, ...]
    seen: int
    repeated: int

    @property
    def is_confirmed(self) -> bool:
        """Whether the deviation came back often enough."""
        return self.seen >= _ENOUGH

    @property
    def story(self) -> str:
        """The deviation and its program, in a sentence."""
        often = "" if self.seen == self.repeated else f", in {self.seen} of {self.repeated} repetitions"
        return f"{self.actual}{often}, after: {in_words(self.program)}"


@dataclass(frozen=True)
class Walks:
    """What the walks of one run found, by row, and how many programs were played."""

    found: Mapping[str, Found]
    played: int


@dataclass(frozen=True)
class Play:
    """One program that was played. *exchanges* lead to its deviation, and are empty without a deviation."""

    result: Played
    exchanges: tuple[int, ...]


class _Spent:
    """Says whether a number of requests or seconds is used up."""

    def __init__(self, playing: Playing, requests: float, seconds: float) -> None:
        self._playing = playing
        self._last_request = playing.sent() + requests
        self._deadline = moments.monotonic() + seconds

    def may_go_on(self) -> bool:
        return self._playing.sent() < self._last_request and moments.monotonic() < self._deadline

    def extended_by(self, requests: int, seconds: float) -> None:
        self._last_request += requests
        self._deadline += seconds


def walk(programs: Iterable[Program], playing: Playing, rows: Collection[str], budget: Budget | None = None) -> Walks:
    """Plays *programs* in turn as long as the budget lasts.

    Deviations from other rows than *rows* do not count. Walks end early when programs keep ending in one that is known:
    it would hide what else there may be, and each costs the time that a change may take to show.
    """
    allowed = budget or Budget()
    spent = _Spent(playing, allowed.requests, allowed.seconds)
    most = playing.sent() + allowed.most_requests

    def plays() -> Iterator[Play]:
        for program in programs:
            if not spent.may_go_on() or playing.sent() >= most:
                return
            yield played_once(program, playing, spent.may_go_on)

    return judged(plays(), playing, rows, allowed, spent.extended_by)


def played_once(program: Program, playing: Playing, may_go_on: Callable[[], bool]) -> Play:
    """*program*, played as far as it *may_go_on*."""
    first = playing.sent()
    result = playing.play(program, playing.patience, may_go_on)
    return Play(result, playing.telling(first) if result.deviation else ())


def judged(
    plays: Iterable[Play],
    playing: Playing,
    rows: Collection[str],
    allowed: Budget,
    took: Callable[[int, float], None] = lambda _requests, _seconds: None,
) -> Walks:
    """What *plays* found for *rows*: the first deviation of each row, looked into by *playing* its program again.

    *took* gets the requests and the seconds of each such look.
    """
    most = playing.sent() + allowed.most_requests
    found: dict[str, Found] = {}
    played = in_vain = 0
    for play in plays:
        played += 1
        row = play.result.deviation.row if play.result.deviation else ""
        if row in rows and row not in found:
            began_at, sent = moments.monotonic(), playing.sent()
            inquiry = _Inquiry(playing, min(allowed.shrinking_requests, (most - sent) / 2), allowed.shrinking_seconds)
            found[row] = inquiry.finding(play.result, play.exchanges)
            took(playing.sent() - sent, moments.monotonic() - began_at)
        elif play.result.deviation is not None:
            in_vain += 1
        if len(found) >= allowed.findings or in_vain >= _MOST_IN_VAIN:
            break
    return Walks(found, played)


class _Inquiry:
    """Looks into one deviation: shrinks the program and repeats it."""

    def __init__(self, playing: Playing, requests: float, seconds: float) -> None:
        self._playing = playing
        self._spent = _Spent(playing, requests, seconds)

    def finding(self, first: Played, exchanges: tuple[int, ...]) -> Found:
        """The deviation of *first*, shortened and confirmed."""
        deviation = first.deviation
        assert deviation is not None
        found = _found(deviation, first.program, exchanges)
        short = self._repeated(replace(found, program=shrunk(first.program, self._shows(deviation.row))))
        # Without patience, a shrunk program may deviate only because the target is slow.
        return short if short.is_confirmed or short.program == found.program else self._repeated(found)

    def _shows(self, row: str) -> Callable[[Program], bool]:
        def shows(candidate: Program) -> bool:
            if not self._spent.may_go_on():
                return False
            # Shrinking has no patience: the full wait for each candidate would take too long.
            played = self._playing.play(candidate, 0.0, self._spent.may_go_on)
            return played.deviation is not None and played.deviation.row == row

        return shows

    def _repeated(self, found: Found) -> Found:
        """*found* as its repetitions show it, until no more of them can confirm it."""
        seen = repeated = 0
        patience = self._playing.patience
        while repeated < _REPETITIONS and seen + _REPETITIONS - repeated >= _ENOUGH:
            first = self._playing.sent()
            played = self._playing.play(found.program, patience, lambda: True)
            repeated += 1
            if played.deviation is not None and played.deviation.row == found.row:
                seen += 1
                found = _found(played.deviation, found.program, self._playing.telling(first))
                # The answer stayed wrong for the whole wait, so later repetitions wait less.
                patience = min(patience, 0.5)
        return replace(found, seen=seen, repeated=repeated)


def _found(deviation: Deviation, program: Program, exchanges: tuple[int, ...]) -> Found:
    return Found(deviation.row, deviation.expected, deviation.actual, program, exchanges, 0, 0)
