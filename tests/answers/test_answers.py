"""The ledger, the sandbox and the other answers agree: a probe asks for each assumption and sees a word of its row."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from conformance.wire.transport import HttpTransport
from mock_server.domain.world_settings import ALTERNATIVES
from openapi.assumptions import Assumption, assumptions
from tests.answers import probes  # noqa: F401 - registers the probes.
from tests.answers.asking import Asker, asker
from tests.answers.comparing import disagreement, places_of
from tests.answers.other_answers import OTHER_ANSWERS
from tests.answers.registry import NOT_ON_THE_WIRE, PROBES
from tests.conforming.tools.draws import VariedTransport
from tests.conforming.tools.variation import Variation
from tests.conforming.variations import EVERY_VARIATION
from tests.sandbox.servers import Server

ROWS = assumptions()
VARIATIONS = {variation.name: variation for variation in EVERY_VARIATION}
CHOICES = [(item.name, choice) for item in ALTERNATIVES.values() for choice in item.choices]
FLIPS = [(row.id, word) for row in ROWS.values() for word in row.alternatives]


@pytest.fixture(scope="session")
def asking(sandbox: Server) -> Iterator[Callable[..., Asker]]:
    """An agency in a fresh world of the sandbox, with variations around the sandbox."""
    wire = HttpTransport(30.0)
    yield lambda *varied: asker(VariedTransport(wire, varied), sandbox.address)
    wire.close()


def flipped(row: Assumption, word: str) -> Assumption:
    """The row with another answer chosen, and ours among the alternatives."""
    others = {other: text for other, text in row.alternatives.items() if other != word}
    return replace(row, answer=row.text(word), chosen=word, alternatives={row.chosen: row.answer, **others})


@pytest.mark.parametrize("assumption", PROBES)
def test_the_sandbox_gives_the_answer_of_the_ledger(assumption: str, asking: Callable[..., Asker]) -> None:
    row = ROWS[assumption]

    seen = PROBES[assumption](asking())

    assert disagreement(row, seen, "the sandbox answers") is None


@pytest.mark.parametrize("assumption", NOT_ON_THE_WIRE)
def test_an_answer_that_no_request_shows_is_the_answer_of_the_ledger(assumption: str) -> None:
    row = ROWS[assumption]

    assert disagreement(row, NOT_ON_THE_WIRE[assumption].said, "the contract says") is None


def test_every_assumption_has_a_probe_or_a_reason_why_no_answer_shows_it() -> None:
    assert sorted([*PROBES, *NOT_ON_THE_WIRE]) == list(ROWS)


@pytest.mark.parametrize(("setting", "choice"), CHOICES)
def test_a_world_that_is_set_to_another_answer_gives_it(
    setting: str, choice: str, asking: Callable[..., Asker]
) -> None:
    asks = asking()
    asks.control("PATCH", "/settings", {"alternatives": {setting: choice}})

    assert PROBES[ALTERNATIVES[setting].assumption](asks) == choice


@pytest.mark.parametrize("name", OTHER_ANSWERS)
def test_a_conforming_target_with_another_answer_is_recognised(name: str, asking: Callable[..., Asker]) -> None:
    assumption, word = OTHER_ANSWERS[name]
    varied: Variation = VARIATIONS[name]

    assert PROBES[assumption](asking(varied)) == word


@pytest.mark.parametrize(("name", "assumption", "word"), [(name, *given) for name, given in OTHER_ANSWERS.items()])
def test_another_answer_is_an_alternative_of_its_row(name: str, assumption: str, word: str) -> None:
    assert word in ROWS[assumption].alternatives


@pytest.mark.parametrize("name", ALTERNATIVES)
def test_a_setting_begins_with_the_answer_of_the_ledger_and_offers_its_alternatives(name: str) -> None:
    row, choices = ROWS[ALTERNATIVES[name].assumption], ALTERNATIVES[name].choices

    assert (choices[0], set(choices) - set(row.values)) == (row.chosen, set())


@pytest.mark.parametrize(("assumption", "word"), FLIPS)
def test_a_flipped_answer_disagrees_with_the_sandbox_and_names_the_places(assumption: str, word: str) -> None:
    row = ROWS[assumption]

    said = disagreement(flipped(row, word), row.chosen, "the sandbox answers")
    places = places_of(assumption)

    assert said is not None
    assert places
    assert [place for place in places if place not in said] == []
