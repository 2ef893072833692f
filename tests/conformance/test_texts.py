"""How texts are compared, and the texts that hold many traps at once."""

from random import Random

import pytest

from conformance.suite.arranged.trap_texts import trap_names, trap_reference, trap_requests
from conformance.walks.values import lines, text_difference

_LONGEST_NAME = 100


@pytest.mark.parametrize(
    ("found", "wanted", "difference"),
    [
        ("a b", "a <i> b", 'at character 3 it has "a b", where "a <i> b" was sent'),
        ("golf", "golf & more", 'at character 5 it has "golf", where "golf & more" was sent'),
        ("x" * 40 + "a", "x" * 40 + "b", 'at character 41 it has "xxxxxxxxa", where "xxxxxxxxb" was sent'),
    ],
)
def test_a_difference_is_named_by_its_first_character(found: str, wanted: str, difference: str) -> None:
    assert text_difference(found, wanted) == difference


def test_the_ends_of_lines_and_the_form_of_accents_make_no_difference() -> None:
    assert lines("Zoe\u0308 \r\n a") == lines(" Zo\u00eb\n a ")


@pytest.mark.parametrize("found", ["two trolleys", "two  trolleys\n", "twotrolleys"])
def test_a_line_that_is_no_line_any_more_makes_a_difference(found: str) -> None:
    assert lines(found) != lines("two\ntrolleys")


@pytest.mark.parametrize("trap", ["<b>", "&amp;", '"', "'", "\\", "%", "{", "  ", "\n", "\U0001f3cc", "\u0303", "null"])
def test_special_requests_hold_every_trap_whatever_the_seed_is(trap: str) -> None:
    assert all(trap in trap_requests(Random(seed)) for seed in range(20))  # noqa: S311 - repeatable on purpose


def test_traps_keep_the_beginning_of_a_reference_and_fit_its_length() -> None:
    texts = [trap_reference("tsc-1-f0001", Random(seed)) for seed in range(20)]  # noqa: S311 - repeatable on purpose

    assert all(text.startswith("tsc-1-f0001 ") and len(text) <= _LONGEST_NAME for text in texts)


def test_names_with_traps_fit_their_length() -> None:
    names = [name for seed in range(20) for name in trap_names(Random(seed)).values()]  # noqa: S311 - as above

    assert max(map(len, names)) <= _LONGEST_NAME
