"""Planned lives of bookings: they meet the pairs that they promise, and none is planned that meets nothing new."""

import json
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pytest

from conformance.conditions.coverage import pairs_met
from conformance.conditions.families import BOOKING_LIVES, LARGER_HOLD, PARTIES
from conformance.conditions.model import Pair, Space
from conformance.conditions.planned_lives import CANCELLED, KEPT, fewest_lives, pairs_of, with_lives
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


def test_all_pairs_of_lives_are_met_by_as_many_lives_as_it_takes() -> None:
    lives = fewest_lives(SPACE, NO_PAIRS, "1", 100, seen_by_another=True)

    everything = pairs_of_lives(lives)
    assert len(lives) < 30
    for case in fewest_lives(SPACE, NO_PAIRS, "2", 100, seen_by_another=True):
        assert pairs_of_lives([case]) <= everything


def test_no_life_is_planned_for_pairs_that_are_met() -> None:
    met = with_lives(NO_PAIRS, fewest_lives(SPACE, NO_PAIRS, "1", 100, seen_by_another=True), seen_by_another=True)

    assert not fewest_lives(SPACE, met, "2", 8, seen_by_another=True)


def test_the_pairs_that_lives_leave_are_those_that_none_of_them_promises() -> None:
    before = {"holds": {(("players", "1"), ("week", "weekend"))}}
    lives = fewest_lives(SPACE, NO_PAIRS, "1", 3, seen_by_another=True)

    after = with_lives(before, lives, seen_by_another=True)

    promised = {found for case in lives for found in pairs_of(case, seen_by_another=True)}
    of_before = {("holds", pair) for pair in before["holds"]}
    assert {(family, pair) for family, pairs in after.items() for pair in pairs} == promised | of_before
    assert before == {"holds": {(("players", "1"), ("week", "weekend"))}}


def test_the_first_lives_meet_the_most_pairs() -> None:
    lives = fewest_lives(SPACE, NO_PAIRS, "1", 8, seen_by_another=False)

    known: set[tuple[str, Pair]] = set()
    gains = []
    for case in lives:
        pairs = {found for found in pairs_of(case, seen_by_another=False) if found[0] == BOOKING_LIVES.name}
        gains.append(len(pairs - known))
        known |= pairs
    assert len(lives) == 8
    assert gains == sorted(gains, reverse=True)


def pairs_of_lives(lives: Collection[Mapping[str, str]]) -> set[tuple[str, Pair]]:
    found = set().union(*(pairs_of(case, seen_by_another=True) for case in lives))
    return {(family, pair) for family, pair in found if family == BOOKING_LIVES.name}
