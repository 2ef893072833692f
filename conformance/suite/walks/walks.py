"""The walks of one run: which programs are drawn for its rows, and who plays them."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise, zip_longest

from conformance.asking.levers import TargetClock
from conformance.evidence.exchanges import Exchange
from conformance.recordings import moments
from conformance.recordings.recording import Recording
from conformance.scope.lanes import Lane, running_in, side_by_side
from conformance.scope.run import Run
from conformance.target.target import Target
from conformance.walks.arena import Parties
from conformance.walks.commands import CommandNeed, Program, Theme
from conformance.walks.generation import draw_programs
from conformance.walks.player import Played, play
from conformance.walks.rows import ROWS
from conformance.walks.walking import Budget, Play, played_once

# About as many as the budget lets play.
_PROGRAMS_OF_A_THEME = 3
_PROGRAMS_ABOUT_ONE_THEME = 20
# A run about one theme can spend the requests of the other themes.
_REQUESTS_ABOUT_ONE_THEME = 240
# The checks after the walks send about 135 requests, and nearly twice as many where changes show late. Walks must not
# use these requests.
_REQUESTS_OF_LATER_CHECKS = 290
# A program finds a day. Most commands send a request, and then read the tee sheet if the program looks.
_REQUESTS_OF_A_PROGRAM = 1


@dataclass(frozen=True)
class PlayingHere:
    """Plays programs for the agencies of this run."""

    parties: Parties
    recording: Recording
    patience: float

    def sent(self) -> int:
        """How many exchanges these walks have recorded here. Walks in other lanes do not count."""
        return len(self._own())

    def _own(self) -> Sequence[Exchange]:
        """The exchanges of this check in this lane, in their order."""
        recording, racer = self.recording, moments.racer()
        check = recording.current_check
        caused = (recording.exchanges[index] for index in dict.fromkeys(recording.of_check(check)))
        return [exchange for exchange in caused if (exchange.check, exchange.racer) == (check, racer)]

    def play(self, program: Program, patience: float, may_go_on: Callable[[], bool]) -> Played:
        """What one play of *program* on a fresh arena came to."""
        return play(program, self.parties, patience, may_go_on)

    def telling(self, first: int) -> tuple[int, ...]:
        """The places of the exchanges from *first* on, without reads that the next one repeats."""
        recorded = self._own()[first:]
        repeated = [_is_read_again(exchange, following) for exchange, following in pairwise(recorded)]
        return tuple(exchange.index for exchange, again in zip(recorded, [*repeated, False], strict=True) if not again)


def _is_read_again(exchange: Exchange, following: Exchange) -> bool:
    return exchange.request.method == "GET" and exchange.request == following.request


def play_in_lanes(
    programs: Sequence[Program], playing: PlayingHere, lanes: Sequence[Lane], clock: TargetClock, budget: Budget
) -> list[Play]:
    """What came of *programs*, in their order. Each lane plays some of them, whole, and moves the clock in its turn.

    No lane knows what another lane has sent, so the number of programs follows from the usual requests of their
    commands.
    """
    chosen = _affordable(programs, min(budget.requests, budget.most_requests))
    check, is_replay = playing.recording.current_check, playing.recording.is_replay

    def play_in(lane: Lane, own: Sequence[Program]) -> list[Play]:
        try:
            with running_in(lane):
                playing.recording.current_check = check
                ends_at = moments.monotonic() + budget.seconds
                return [played_once(program, playing, lambda: moments.monotonic() < ends_at) for program in own]
        finally:
            leave_the_clock()

    dealt = [(lane, chosen[place :: len(lanes)]) for place, lane in enumerate(lanes[: len(chosen)])]
    with clock.divided_by(len(dealt)) as leave_the_clock:
        acts = [moments.as_racer(lane.name, partial(play_in, lane, own)) for lane, own in dealt]
        by_lane = [act() for act in acts] if is_replay else side_by_side(acts)
    return [play for plays in zip_longest(*by_lane) for play in plays if play is not None]


def _affordable(programs: Sequence[Program], requests: float) -> Sequence[Program]:
    """The first of *programs* that usually need no more than this number of *requests*, but at least one."""
    usual = accumulate(_REQUESTS_OF_A_PROGRAM + sum(1 + command.looks for command in program) for program in programs)
    return programs[: max(1, sum(needed <= requests for needed in usual))]


def themes_for(rows: Collection[str], target: Target, *, can_cancel_groups: bool) -> Sequence[Theme]:
    """The themes that can decide one of *rows* here. Groups only where they can be given back."""
    barred = {
        Theme.hooks: "hook" in target.absent,
        Theme.groups: "group" in target.absent or not can_cancel_groups,
    }
    return [theme for theme in Theme if not barred.get(theme) and not set(ROWS[theme]).isdisjoint(rows)]


def budget_for(themes: Sequence[Theme], requests_left: int) -> Budget:
    """What the walks of this run may cost, when all remaining checks together may send *requests_left* requests."""
    most = max(requests_left - _REQUESTS_OF_LATER_CHECKS, 0)
    if len(themes) == 1:
        return Budget(requests=_REQUESTS_ABOUT_ONE_THEME, most_requests=most)
    return Budget(most_requests=most)


def needs_met(target: Target) -> frozenset[CommandNeed]:
    """What commands may need and this target has."""
    met = {
        CommandNeed.rival: target.second_api_key is not None,
        CommandNeed.hold_id: target.hold_id is not None,
        CommandNeed.clock: target.levers.clock_advance is not None,
        CommandNeed.hooks: "hook" not in target.absent,
    }
    return frozenset(need for need, is_met in met.items() if is_met)


def programs_for(themes: Sequence[Theme], has: frozenset[CommandNeed], run: Run) -> Sequence[Program]:
    """Programs of all *themes* in turn, drawn from the seed of the run."""
    count = _PROGRAMS_ABOUT_ONE_THEME if len(themes) == 1 else _PROGRAMS_OF_A_THEME
    return draw_programs(themes, has, count, run.random("walks").randrange(2**32))
