"""How lives of places go: which way each takes places, for whom, and which of them share a tee time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from conformance.suite.arranged.booked import PLACES
from conformance.suite.invariants.kept_places import BOOKING, HOLD, HOOK
from conformance.target.target import Target

HELD, COMPLETED = "a hold", "a completed hold"
RELEASED, CONFIRMED = "a released hook", "a confirmed hook"
BOOKED, GROWN, SHRUNK = "a booking", "a booking that grows", "a booking that shrinks"
# What takes the places first. With the ways in this order, neighbours get other players and hours.
BEGINNINGS: Mapping[str, str] = {
    HELD: HOLD,
    RELEASED: HOOK,
    COMPLETED: HOLD,
    GROWN: BOOKING,
    CONFIRMED: HOOK,
    SHRUNK: BOOKING,
    BOOKED: BOOKING,
}
_MOST_NEIGHBOURS = 3
# The neighbour that has as many players, the one that begins otherwise, and the one of another agency.
_TWIN, _OTHER_BEGINNING, _OTHER_AGENCY = 0, 1, 2
MOVES_BY: Mapping[str, int] = {GROWN: 1, SHRUNK: -1}


@dataclass(frozen=True)
class LifePlan:
    """How a life goes: the *way* it takes places, for how many *players*, after noon or before, for which agency."""

    way: str
    players: int
    is_late: bool
    is_of_second: bool


def plans_of(seed: int, target: Target, *, weekend: bool) -> Iterator[LifePlan]:
    """The plans of one day: every way that the target has, under other conditions with each *seed*."""
    for number, (way, beginning) in enumerate(BEGINNINGS.items()):
        is_barred = beginning in (HOLD, HOOK) and beginning.removeprefix("a ") in target.absent
        if is_barred or (way == COMPLETED and target.hold_id is None):
            continue
        turn, move = 2 * seed + weekend + 3 * number, MOVES_BY.get(way, 0)
        players = min(max(turn % PLACES + 1, 1 - move), PLACES - max(move, 0))
        is_late, is_of_second = turn // PLACES + number, number + weekend + seed + seed // PLACES
        yield LifePlan(way, players, bool(is_late % 2), bool(is_of_second % 2))


def with_neighbours(plans: Sequence[LifePlan], source: Random) -> list[list[LifePlan]]:
    """The *plans* by the tee times that they share. Some small parties get a neighbour, drawn from *source*: a second
    life of a way that another plan has. Most neighbours begin alike, most for the same agency: programs confuse these.
    """
    shared = [[plan] for plan in plans]
    small = [lives for lives in shared if _most_places(lives[0]) < PLACES]
    for number, lives in enumerate(source.sample(small, min(_MOST_NEIGHBOURS, len(small)))):
        (first,) = lives
        alike = [plan.way for plan in plans if BEGINNINGS[plan.way] == BEGINNINGS[first.way]]
        way = source.choice([plan.way for plan in plans] if number == _OTHER_BEGINNING else alike)
        left, move = PLACES - _most_places(first), MOVES_BY.get(way, 0)
        fitting = [players for players in range(max(1, 1 - move), left + 1) if players + move <= left]
        if fitting:
            is_of_second = first.is_of_second ^ (number == _OTHER_AGENCY)
            is_twin = number == _TWIN and first.players in fitting
            players = first.players if is_twin else source.choice(fitting)
            lives.append(LifePlan(way, players, first.is_late, is_of_second))
    return shared


def _most_places(plan: LifePlan) -> int:
    """The most places that the life takes at a time."""
    return plan.players + max(MOVES_BY.get(plan.way, 0), 0)
