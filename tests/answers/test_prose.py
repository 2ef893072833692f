"""The descriptions of the contract give the answers of the ledger, at the nodes that are marked."""

from functools import lru_cache

import pytest

from openapi.assumptions import assumptions
from openapi.bundler import contract
from openapi.concerns.marks import ids_in, nodes_of
from tests.answers.comparing import disagreement
from tests.answers.prose import SENTENCES, WITHOUT_A_SENTENCE

ROWS = assumptions()


@lru_cache(maxsize=1)
def descriptions() -> dict[str, str]:
    """Everything that the marked nodes of the contract say, by assumption."""
    said: dict[str, list[str]] = {assumption: [] for assumption in ROWS}
    for _, node in nodes_of(contract()):
        marks = [value for mark, value in node.items() if mark.startswith("x-assumption")]
        for assumption in [assumption for mark in marks for assumption in ids_in(mark)]:
            said[assumption].append(" ".join(str(node.get("description", "")).split()))
    return {assumption: "\n".join(texts) for assumption, texts in said.items()}


@pytest.mark.parametrize("assumption", SENTENCES)
def test_a_marked_description_gives_the_answer(assumption: str) -> None:
    _, sentence = SENTENCES[assumption]

    assert sentence in descriptions()[assumption]


@pytest.mark.parametrize("assumption", SENTENCES)
def test_the_sentence_gives_the_answer_of_the_ledger(assumption: str) -> None:
    word, _ = SENTENCES[assumption]

    assert disagreement(ROWS[assumption], word, "the contract says") is None


def test_every_assumption_has_a_sentence_or_says_what_takes_its_place() -> None:
    assert sorted([*SENTENCES, *WITHOUT_A_SENTENCE]) == list(ROWS)
