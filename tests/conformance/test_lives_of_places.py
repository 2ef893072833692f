"""Lives of places: their plans meet every pair of conditions within five seeds, and a wrong step is told apart."""

from collections.abc import Iterator
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.suite.invariants.life_plans import (
    BEGINNINGS,
    BOOKED,
    COMPLETED,
    CONFIRMED,
    GROWN,
    HELD,
    MOVES_BY,
    RELEASED,
    SHRUNK,
    LifePlan,
    plans_of,
    with_neighbours,
)
from conformance.suite.invariants.lives_of_places import TAKEN, LifeOfPlaces, SharedTeeTime
from conformance.target.target import Placement, Target
from tests.conformance.searched_courses import RUN

_TARGET = Target("http://target/api/v1", "key", hold_id=Placement("body", "holdId"))
_VALUES = {
    "way": tuple(BEGINNINGS),
    "players": (1, 2, 3, 4),
    "late": (False, True),
    "second": (False, True),
    "weekend": (False, True),
}
_IMPOSSIBLE = {(("way", GROWN), ("players", 4)), (("way", SHRUNK), ("players", 1))}
Pair = tuple[tuple[str, object], tuple[str, object]]


def _pairs_in(seed: int) -> Iterator[Pair]:
    for weekend in (False, True):
        for plan in plans_of(seed, _TARGET, weekend=weekend):
            facts = (plan.way, plan.players, plan.is_late, plan.is_of_second, weekend)
            yield from combinations(zip(_VALUES, facts, strict=True), 2)


def test_five_seeds_meet_every_pair() -> None:
    met = {pair for seed in range(1, 6) for pair in _pairs_in(seed)}

    names = combinations(_VALUES, 2)
    every = {((a, x), (b, y)) for a, b in names for x, y in product(_VALUES[a], _VALUES[b])}
    assert met == every - _IMPOSSIBLE


_WITHOUT_HOOKS = Target("http://target/api/v1", "key", hold_id=Placement("body", "holdId"), absent=frozenset({"hook"}))


@pytest.mark.parametrize(
    ("target", "barred"),
    [(Target("http://target/api/v1", "key"), {COMPLETED}), (_WITHOUT_HOOKS, {RELEASED, CONFIRMED})],
)
def test_a_target_without_a_way_has_no_life_of_it(target: Target, barred: set[str]) -> None:
    assert {plan.way for plan in plans_of(1, target, weekend=False)} == set(BEGINNINGS) - barred


@pytest.mark.parametrize("seed", range(1, 21))
def test_neighbours_fit_into_a_tee_time_at_any_moment(seed: int) -> None:
    plans = list(plans_of(seed, _TARGET, weekend=False))

    shared = with_neighbours(plans, RUN.random(f"neighbours {seed}"))

    assert [lives[0] for lives in shared] == plans
    assert sum(len(lives) > 1 for lives in shared) > 0
    for lives in shared:
        moves = [MOVES_BY.get(life.way, 0) for life in lives]
        assert all(life.players + move > 0 for life, move in zip(lives, moves, strict=True))
        assert sum(life.players + max(move, 0) for life, move in zip(lives, moves, strict=True)) <= 4


def _life(way: str, places: int) -> LifeOfPlaces:
    nothing: Any = None
    return LifeOfPlaces(LifePlan(way, places, is_late=False, is_of_second=False), nothing, nothing, places, places)


@pytest.mark.parametrize(
    ("showed", "free", "wrong"),
    [
        ([2, 2], [1, 1], (False, False)),
        ([2, 2], [2, 2], (True, False)),
        ([2, 2], [1, 0], (False, True)),
        # The step of the neighbour went wrong before: this step explains what is different now.
        ([4, 4], [3, 3], (False, False)),
        ([4, 4], [1, 1], (False, False)),
        ([4, 4], [4, 4], (True, False)),
    ],
)
def test_a_step_is_wrong_where_it_does_not_explain_the_places(
    showed: list[int], free: list[int], wrong: tuple[bool, bool]
) -> None:
    neighbour, life = _life(HELD, 2), _life(BOOKED, 1)
    tee_time: Any = SimpleNamespace(places=4)
    shared = SharedTeeTime(tee_time, [neighbour, life], showed)

    shared.note(life, TAKEN, free, shared.explained(1))

    seen = life.seen[TAKEN]
    assert (seen.too_many, seen.too_few) == wrong
    assert (seen.wanted, seen.of_neighbours, shared.showed) == (1, 2, free)


def test_nobody_acts_beside_a_refused_step() -> None:
    neighbour, life = _life(HELD, 2), _life(BOOKED, 1)
    tee_time: Any = SimpleNamespace(places=4)
    shared = SharedTeeTime(tee_time, [neighbour, life])

    assert shared.acting(1, TAKEN, tuple(BEGINNINGS)) is life
    neighbour.is_refused = True
    assert shared.acting(1, TAKEN, tuple(BEGINNINGS)) is None
