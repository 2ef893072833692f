"""Planned lives of bookings: they meet the pairs that they promise, and none is planned that meets nothing new."""

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

from conformance.conditions.coverage import pairs_met
from conformance.conditions.families import LARGER_HOLD, PARTIES
from conformance.conditions.model import Pair, Space
from conformance.conditions.planned_lives import CANCELLED, KEPT, fewest_lives, pairs_of
from conformance.recordings.har_reading import read_archive
from tests.mutants.tools.bench import Bench, bench

NO_PAIRS: Mapping[str, Collection[Pair]] = {}
SPACE = Space(
    {
        "way": ("plain", "from a hold", LARGER_HOLD, "from a hook"),
        "players": PARTIES,
        "week": ("weekday", "weekend"),
        "change": ("none", "more players", "fewer players", "other words"),
        "then": ("nothing", "other words"),
        "end": (KEPT, CANCELLED),
    },
    ({"change": ("more players",), "players": ("4",)}, {"change": ("fewer players",), "players": ("1",)}),
)


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with bench(tmp_path_factory.mktemp("planned lives")) as ready:
        yield ready


def test_lives_of_a_run_meet_the_pairs_that_they_promise(ready: Bench) -> None:
    ready.verdicts("clean", "--only", "BKX-10", "--seed", "3")

    archive = ready.folder / "clean" / "exchanges.har"
    found = pairs_met(read_archive(archive).exchanges)
    planned = carried(archive, "rare lives")
    met = {(family, pair) for family, pairs in found.items() for pair in pairs}
    assert len(planned) == 3
    for case in planned:
        assert pairs_of(case, seen_by_another=True) <= met


def carried(archive: Path, name: str) -> list[dict[str, str]]:
    facts = json.loads(archive.read_bytes())["log"]["_teesheet"]["facts"]
    found: list[dict[str, str]] = facts["carried_over"][name]
    return found


def test_all_pairs_are_met_by_as_many_lives_as_it_takes() -> None:
    lives = fewest_lives(SPACE, NO_PAIRS, "1", 100, seen_by_another=True)

    everything = pairs_of_all(lives)
    assert len(lives) < 40
    for case in fewest_lives(SPACE, NO_PAIRS, "2", 100, seen_by_another=True):
        assert pairs_of(case, seen_by_another=True) <= everything


def test_no_life_is_planned_for_pairs_that_are_met() -> None:
    met: dict[str, set[Pair]] = {}
    for family, pair in pairs_of_all(fewest_lives(SPACE, NO_PAIRS, "1", 100, seen_by_another=True)):
        met.setdefault(family, set()).add(pair)

    assert not fewest_lives(SPACE, met, "2", 8, seen_by_another=True)


def test_the_first_lives_meet_the_most_pairs() -> None:
    lives = fewest_lives(SPACE, NO_PAIRS, "1", 8, seen_by_another=False)

    known: set[tuple[str, Pair]] = set()
    gains = []
    for case in lives:
        pairs = pairs_of(case, seen_by_another=False)
        gains.append(len(pairs - known))
        known |= pairs
    assert len(lives) == 8
    assert gains == sorted(gains, reverse=True)


def pairs_of_all(lives: Collection[Mapping[str, str]]) -> set[tuple[str, Pair]]:
    return set().union(*(pairs_of(case, seen_by_another=True) for case in lives))
