"""Covering arrays: every pair that exists is met, rules are kept, and other seeds meet other triples."""

from collections.abc import Sequence
from itertools import combinations, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.conditions.arrays import covering_array
from conformance.conditions.model import Case, Pair, Space, pairs_in

NAMES = ("day", "party", "course", "page", "asker")


@st.composite
def spaces(draw: st.DrawFn) -> Space:
    """Spaces of two to five conditions with up to four values, with rules and with a table."""
    names = NAMES[: draw(st.integers(2, len(NAMES)))]
    values = {name: tuple(f"{name} {number}" for number in range(draw(st.integers(1, 4)))) for name in names}
    ruled = st.lists(st.sampled_from(names), min_size=2, max_size=3, unique=True)
    rules = draw(st.lists(ruled, max_size=3))
    impossible = [{name: (draw(st.sampled_from(values[name])),) for name in rule} for rule in rules]
    columns = names[:2]
    lines = [dict(zip(columns, line, strict=True)) for line in product(*(values[name] for name in columns))]
    table = draw(st.lists(st.sampled_from(lines), max_size=len(lines)))
    return Space(values, impossible, [table])


def whole_cases(space: Space) -> list[Case]:
    """Every whole case that the rules and the table of *space* allow, found without the code under test."""
    cases = [dict(zip(space.values, line, strict=True)) for line in product(*space.values.values())]
    return [case for case in cases if not _is_forbidden(case, space) and _is_in_table(case, space.tables[0])]


def _is_forbidden(case: Case, space: Space) -> bool:
    return any(all(case[name] in values for name, values in rule.items()) for rule in space.impossible)


def _is_in_table(case: Case, table: Sequence[Case]) -> bool:
    return not table or any(line.items() <= case.items() for line in table)


def pairs_of(cases: Sequence[Case]) -> set[Pair]:
    """The pairs that *cases* meet together."""
    return {pair for case in cases for pair in pairs_in(case, case)}


def triples_of(cases: Sequence[Case]) -> set[tuple[tuple[str, str], ...]]:
    """The triples of values that *cases* meet together."""
    return {triple for case in cases for triple in combinations(case.items(), 3)}


@given(spaces())
@settings(max_examples=100, deadline=None)
def test_the_pairs_of_a_space_are_those_of_its_whole_cases(space: Space) -> None:
    assert space.pairs == pairs_of(whole_cases(space))


@given(spaces(), st.integers(0, 9))
@settings(max_examples=100, deadline=None)
def test_an_array_meets_every_pair_with_whole_cases_only(space: Space, seed: int) -> None:
    cases = covering_array(space, str(seed))

    assert pairs_of(cases) == space.pairs
    assert all(case in whole_cases(space) for case in cases)


@given(spaces(), st.integers(0, 9), st.randoms())
@settings(max_examples=50, deadline=None)
def test_an_array_meets_what_was_not_met_before_and_has_no_case_for_the_rest(
    space: Space, seed: int, source: Random
) -> None:
    met = {pair for pair in sorted(space.pairs) if source.random() < 0.5}

    cases = covering_array(space, str(seed), met)

    assert pairs_of(cases) | met == space.pairs
    assert len(cases) <= len(space.pairs - met)


@given(spaces(), st.integers(0, 9))
@settings(max_examples=50, deadline=None)
def test_an_array_has_never_more_cases_than_there_are_pairs(space: Space, seed: int) -> None:
    assert len(covering_array(space, str(seed))) <= len(space.pairs)


@given(spaces(), st.integers(0, 9))
@settings(max_examples=50, deadline=None)
def test_the_same_seed_gives_the_same_array(space: Space, seed: int) -> None:
    assert covering_array(space, str(seed)) == covering_array(space, str(seed))


def test_an_array_without_rules_stays_near_the_product_of_its_two_largest_conditions() -> None:
    values = {name: tuple(f"{name}{number}" for number in range(4)) for name in "abcdefgh"}

    sizes = [len(covering_array(Space(values), str(seed))) for seed in range(10)]

    assert max(sizes) <= 2 * 4 * 4


def test_each_seed_adds_triples_that_no_seed_before_had_met() -> None:
    values = {name: tuple(f"{name}{number}" for number in range(4)) for name in "abcdef"}
    arrays = [covering_array(Space(values), str(seed)) for seed in range(5)]

    met = [len(triples_of([case for array in arrays[: count + 1] for case in array])) for count in range(5)]

    assert met == sorted(set(met))
    assert met[-1] > 2 * met[0]
