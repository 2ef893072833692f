"""The number of a release follows from the differences, and the rule of the ledger forbids lower numbers."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openapi.bundler import CONTRACT_FILE
from openapi.diff.comparing import compare
from openapi.diff.model import Comparison, Difference, Side, Verdict
from openapi.release.rule import RULE, WORDS, Number, NumberPart, Row, demanded_step, raised, words_changed
from openapi.versions import read_version
from tests.contract.small_releases import (
    Document,
    Edit,
    addition,
    behaviour,
    break_,
    delivery_break,
    moved,
    numbered,
    released,
    words,
)


@pytest.mark.parametrize(
    ("edits", "number"),
    [
        ((words,), "1.0.1"),
        ((addition,), "1.1.0"),
        ((behaviour,), "1.1.0"),
        ((words, addition), "1.1.0"),
        ((break_, moved), "2.0.0"),
        ((delivery_break, moved), "2.0.0"),
    ],
)
def test_the_number_that_the_rule_demands_is_accepted(folder: Path, edits: tuple[Edit, ...], number: str) -> None:
    drafted = released((), (*edits, numbered(number)))

    assert (drafted.exit_code, f"## {number} (2026-11-30)" in drafted.output) == (0, True)


@pytest.mark.parametrize(
    ("edits", "number", "demanded"),
    [
        ((words,), "1.0.0", "1.0.1"),
        ((addition,), "1.0.9", "1.1.0"),
        ((behaviour,), "1.0.1", "1.1.0"),
        ((break_,), "1.9.0", "2.0.0"),
        ((break_, moved), "1.9.0", "2.0.0"),
    ],
)
def test_a_lower_number_is_refused_with_the_lowest_one(
    folder: Path, edits: tuple[Edit, ...], number: str, demanded: str
) -> None:
    refused = released((), (*edits, numbered(number)))

    assert (refused.exit_code, demanded in refused.output, refused.output.count("\n")) == (1, True, 1)


def test_a_major_version_without_an_address_of_its_own_is_refused(folder: Path) -> None:
    refused = released((), (break_, numbered("2.0.0")))

    assert (refused.exit_code, "ends with `v1` as before" in refused.output) == (1, True)


def test_a_number_that_has_another_content_is_refused(folder: Path) -> None:
    released((), (addition, numbered("1.1.0")), "--write")

    refused = released((), (addition, words, numbered("1.1.0")), "--write")

    assert (refused.exit_code, "released with another content" in refused.output) == (1, True)


def test_an_undecided_difference_has_no_number(folder: Path) -> None:
    def with_pattern(pattern: str) -> Edit:
        def edit(document: Document) -> None:
            name = document["components"]["schemas"]["CaddyRequest"]["properties"]["name"]
            name["pattern"] = pattern

        return edit

    undecided = released((with_pattern("^[a-z]+$"),), (with_pattern("^(?!zzzzzzzzzz)[a-z]+$"),))

    assert (undecided.exit_code, "undecided" in undecided.output) == (3, True)


def _difference(verdict: Verdict, behaviour: str, server: str) -> Difference:
    return Difference(
        "values-changed", Side.ANSWER, "a", "b", "c", ("a",), None, None, verdict, server=server, behaviour=behaviour
    )


DIFFERENCES = st.builds(_difference, st.sampled_from(Verdict), st.sampled_from(["", "x"]), st.sampled_from(["", "x"]))


@given(st.lists(DIFFERENCES), DIFFERENCES, st.booleans())
def test_a_further_difference_never_lowers_the_number(
    differences: list[Difference], further: Difference, has_words: bool
) -> None:
    before = demanded_step(Comparison("a", "b", tuple(differences)), has_words)
    after = demanded_step(Comparison("a", "b", (*differences, further)), has_words)

    assert raised(Number(1, 2, 3), before) <= raised(Number(1, 2, 3), after)


@given(st.permutations(NumberPart), st.tuples(*[st.integers(0, 99)] * 3))
def test_a_higher_step_gives_a_higher_number(steps: list[NumberPart], parts: tuple[int, int, int]) -> None:
    number = Number(*parts)

    assert sorted(steps) == sorted(steps, key=lambda step: raised(number, step))


@pytest.mark.parametrize("row", [*RULE, WORDS], ids=lambda row: row.name)
def test_the_ledger_states_each_row_of_the_rule(row: Row) -> None:
    answer = (read_version(str(CONTRACT_FILE.parent)).assumptions or {})["A-54"]["answer"]

    (sentence,) = [sentence for sentence in answer.split(". ") if row.name.split()[-1] in sentence]
    assert row.step.name.lower() in sentence


def test_the_number_in_the_tree_is_what_its_differences_demand() -> None:
    """To mend: `teesheet contract release published openapi --number X.Y.Z --write`, then `python -m openapi`."""
    published, tree = read_version("published"), read_version(str(CONTRACT_FILE.parent))
    numbers = [Number(*map(int, version.number.split("."))) for version in (published, tree)]

    step = demanded_step(compare(published, tree), words_changed(published, tree))

    assert numbers[1] >= raised(numbers[0], step)
