"""What the commands suggest for an unknown word."""

import pytest

from openapi.spelling import did_you_mean

_IDS = [
    *(f"PAG-{number:02}" for number in range(1, 25)),
    *(f"VER-{number:02}" for number in range(1, 4)),
    "ENV-01",
]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("PAG-3", "PAG-03"),
        ("pag-03", "PAG-03"),
        ("PAG03", "PAG-03"),
        ("pag_003", "PAG-03"),
        ("PAG-31", "PAG-13"),
        ("PAG-144", "PAG-14"),
    ],
    ids=["no zero", "small letters", "no hyphen", "two zeros", "digits exchanged", "one digit too many"],
)
def test_an_id_that_is_written_differently_is_suggested(written: str, meant: str) -> None:
    assert did_you_mean(written, _IDS) == f" Did you mean {meant!r}?"


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("PAG-99", "Ids run from PAG-01 to PAG-24."),
        ("PAG-33", "Ids run from PAG-01 to PAG-24."),
        ("PAG-122", "Ids run from PAG-01 to PAG-24."),
        ("PAG-x", "Ids run from PAG-01 to PAG-24."),
        ("NOPE-1", "Ids begin with ENV, PAG, VER."),
        ("VAR-01", "Ids begin with ENV, PAG, VER."),
        ("ENV-07", "The only id is ENV-01."),
    ],
    ids=["far", "one other digit", "two ids fit", "no number", "other letters", "letters alike", "one id"],
)
def test_an_id_that_only_looks_alike_is_not_suggested(written: str, sentence: str) -> None:
    assert did_you_mean(written, _IDS) == f" {sentence}"


def test_the_range_is_shown_when_there_is_one_group() -> None:
    assert did_you_mean("holds", ["A-01", "A-02", "A-66"]) == " Ids run from A-01 to A-66."


def test_a_word_that_is_no_id_is_compared_by_its_letters() -> None:
    assert did_you_mean("clmp", ["clamp", "refuse"]) == " Did you mean 'clamp'?"
