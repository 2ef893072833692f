"""What a comparison says about each labelled edit is what people say about it.

The default run compares every fifth edit. `pytest -m edits` compares all of them.
"""

from pathlib import Path

import pytest

from openapi.places import load_yaml
from tests.contract.labelled_edits import Edit, edits, wrong_labels

# Name of an edit -> why the comparison says something else about a server, generated code or behaviour.
DISPUTED = load_yaml(Path(__file__).parent / "edits" / "disputed.yaml")
ALL = [edit for part in ("open", "blind") for edit in edits(part)]
MOST_IMPORTANT = ("client", "receiver")
_STEP = 5


def _cases(chosen: list[Edit]) -> list[object]:
    return [pytest.param(edit, id=edit.name) for edit in chosen]


def _check(edit: Edit) -> None:
    """The verdicts for clients and receivers are right, and the others are right unless the edit is disputed."""
    wrong = wrong_labels(edit)

    assert {audience: said for audience, said in wrong.items() if audience in MOST_IMPORTANT} == {}, edit.why
    assert bool(wrong) == (edit.name in DISPUTED), wrong or "The edit is disputed, and the comparison agrees with it."


@pytest.mark.parametrize("edit", _cases(ALL[::_STEP]))
def test_every_fifth_edit_is_judged_as_people_judge_it(edit: Edit) -> None:
    _check(edit)


@pytest.mark.edits
@pytest.mark.parametrize("edit", _cases(ALL))
def test_an_edit_is_judged_as_people_judge_it(edit: Edit) -> None:
    _check(edit)


def test_every_disputed_edit_is_in_the_corpus() -> None:
    assert set(DISPUTED) - {edit.name for edit in ALL} == set()


def test_every_dispute_has_a_reason() -> None:
    assert [name for name, reason in DISPUTED.items() if len(str(reason).split()) < 5] == []


def test_no_two_edits_have_one_name() -> None:
    assert len({edit.name for edit in ALL}) == len(ALL)
