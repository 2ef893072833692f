"""Plays programs on a target in memory, for tests of walks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

from conformance.asking.client import Agency
from conformance.discovery import BookingDesk, BookingHookDesk, CourseFinder, GroupDesk, MovableClock, TeeTimeFinder
from conformance.recordings.recording import Recording
from conformance.scope.run import new_run
from conformance.target.levers import GroupPayloads, HookPayloads
from conformance.target.target import CourseFacts, Placement
from conformance.walks.arena import Parties
from conformance.walks.commands import CommandNeed, Program, Theme
from conformance.walks.experience import Experience
from conformance.walks.generation import draw_programs
from conformance.walks.player import Played, play
from tests.conformance.walked_target import WalkedTarget
from tests.conformance.walked_values import BASE_URL

EVERYTHING = frozenset(CommandNeed)

_TODAY = datetime(2026, 5, 1, tzinfo=UTC)


@cache
def programs(theme: Theme) -> Sequence[Program]:
    """Some programs of *theme*."""
    return draw_programs([theme], EVERYTHING, 24, 1)


class _Clock(MovableClock):
    def __init__(self, target: WalkedTarget) -> None:
        self._walked = target

    def advance(self, by: timedelta) -> datetime:
        self._walked.now += by
        return self._walked.now


def parties_of(target: WalkedTarget) -> tuple[Parties, Recording]:
    """Two agencies that act on *target*, and what is recorded of it."""
    recording, run = Recording({}), new_run(7, _TODAY, _TODAY.date(), read_only=False)
    first, second = (
        Agency(f"{name} agency", name, BASE_URL, target, recording, read_only=False) for name in ("first", "second")
    )
    bookings, rival_desk = (BookingDesk(item, run, Placement("body", "holdId")) for item in (first, second))
    example = {"courseId": "{course_id}", "date": "{date}", "teeTime": "{time}", "players": "{players}"}
    hooks = BookingHookDesk(first, bookings, HookPayloads(body=example, id="data.id"))
    tee_times = TeeTimeFinder(first, run, CourseFinder(first, run, CourseFacts()))
    groups = GroupDesk(first, run, GroupPayloads())
    parties = Parties(first, bookings, hooks, groups, tee_times, _Clock(target), second, rival_desk)
    return parties, recording


def play_on(target: WalkedTarget, program: Program) -> Played:
    """What one play of *program* on *target* comes to. Nothing shows late there, so nobody waits."""
    return play(program, parties_of(target)[0], 0.0)


class PlayingOnFresh:
    """Plays each program on a target of its own, as *make* makes it, and knows what was *seen* of it before."""

    patience = 0.0

    def __init__(self, make: Callable[[], WalkedTarget], seen: Experience) -> None:
        self._make = make
        self._seen = seen
        self._targets: list[WalkedTarget] = []

    def sent(self) -> int:
        """How many requests all targets have seen."""
        return sum(target.requests for target in self._targets)

    def play(self, program: Program, patience: float, may_go_on: Callable[[], bool]) -> Played:
        """What one play of *program* came to."""
        self._targets.append(self._make())
        parties, _ = parties_of(self._targets[-1])
        return play(program, replace(parties, seen=self._seen), patience, may_go_on)

    def telling(self, first: int) -> tuple[int, ...]:
        """The exchanges from *first* on."""
        return tuple(range(first, self.sent()))
