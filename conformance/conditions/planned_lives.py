"""Which pairs of conditions a planned life of a booking will meet, and lives that meet what is left. Pure."""

import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set

from conformance.conditions.families import BOOKING_LIVES, HOLDS, HOOKS, LARGER_HOLD
from conformance.conditions.lives import BookingLife
from conformance.conditions.model import Case, Family, Pair, Space, pairs_in

KEPT, CANCELLED = "kept", "cancelled"
_OWNER = "its agency"
_MORE = {"more players": 1, "fewer players": -1}
_LASTING = ("way", "holes", "terms", "week")
_CANDIDATES = 400

# A pair of a family, by its name.
FamilyPair = tuple[str, Pair]


def fewest_lives(
    space: Space, met: Mapping[str, Collection[Pair]], seed: str, most: int, *, seen_by_another: bool
) -> Sequence[Case]:
    """At most so many cases of *space* that together meet the most pairs of lives that are not *met*. Of cases that
    meet as many, those come first that meet the most pairs of holds and hooks.

    Another agency reads each booking at its end if it is *seen_by_another*.
    """
    drawn = _drawn(space, random.Random(seed))  # noqa: S311 - repeatable on purpose
    candidates = [(case, pairs_of(case, seen_by_another=seen_by_another)) for case in drawn]
    unmet = {(family, pair) for _, pairs in candidates for family, pair in pairs if pair not in met.get(family, ())}
    of_lives = {(family, pair) for family, pair in unmet if family == BOOKING_LIVES.name}
    chosen: list[Case] = []
    while of_lives and len(chosen) < most:
        best, pairs = max(candidates, key=lambda candidate: (len(of_lives & candidate[1]), len(unmet & candidate[1])))
        chosen.append(best)
        of_lives -= pairs
        unmet -= pairs
    return chosen


def with_lives(
    met: Mapping[str, Collection[Pair]], lives: Sequence[Case], *, seen_by_another: bool
) -> Mapping[str, Set[Pair]]:
    """The pairs that are *met* when these *lives* have been lived too, by family."""
    after: defaultdict[str, set[Pair]] = defaultdict(set, {family: set(pairs) for family, pairs in met.items()})
    for case in lives:
        for family, pair in pairs_of(case, seen_by_another=seen_by_another):
            after[family].add(pair)
    return after


def _drawn(space: Space, source: random.Random) -> Sequence[Case]:
    drawn = ({name: source.choice(values) for name, values in space.values.items()} for _ in range(_CANDIDATES))
    return [case for case in drawn if space.allows(case)]


def pairs_of(case: Case, *, seen_by_another: bool) -> frozenset[FamilyPair]:
    """The pairs that the requests of a life meet. *case* has its way, its course, its day, its changes and its end."""
    return frozenset(
        (family.name, pair)
        for family, met in (*_beginning(case), *_questions(case, seen_by_another=seen_by_another))
        for pair in pairs_in(met, family.values)
    )


def _beginning(case: Case) -> Iterator[tuple[Family, Case]]:
    asked = {name: case[name] for name in (*_LASTING[1:], "players") if name in case}
    if case["way"] == "from a hook":
        yield from ((HOOKS, {**asked, "step": step}) for step in ("created", "confirmed"))
    elif case["way"] in ("from a hold", LARGER_HOLD):
        yield HOLDS, {**asked, "players": str(int(case["players"]) + (case["way"] == LARGER_HOLD))}


def _questions(case: Case, *, seen_by_another: bool) -> Iterator[tuple[Family, Case]]:
    life = BookingLife(_OWNER, {name: case[name] for name in _LASTING if name in case}, int(case["players"]))
    changes = [change for change in (case["change"], case["then"]) if change not in ("none", "nothing")]
    asked: list[Case] = []
    for number, change in enumerate(changes):
        asked += [life.case("get", _OWNER)] if number else []
        asked.append(life.case("change", _OWNER))
        life = life.changed({"players": life.players + _MORE.get(change, 0)})
    if case["end"] == CANCELLED:
        asked += [life.case(question, _OWNER) for question in ("get", "cancel")]
        life = life.cancelled()
    asked += [life.case(question, _OWNER) for question in ("get", "list")]
    asked += [life.case("get", "")] if seen_by_another else []
    return ((BOOKING_LIVES, met) for met in asked)
