"""Reserved last names: found in any case, and a misspelt one is refused with the names there are."""

import pytest

from mock_server.domain.magic import MAGIC_NAMES, PREFIX, MagicEffect, MagicName, asks_for, magic_of, require_known
from mock_server.domain.refusals import MagicUnknown

each_name = pytest.mark.parametrize("magic", MAGIC_NAMES, ids=lambda magic: magic.name)
MISSPELT = ["Sandbox-Confirm", "Sandbox-", "sandbox-declined", "SANDBOX-SLOW ", "Sandbox-Slow-Slow"]
ORDINARY = ["Lindqvist", "Sandbox", "Sandboxer", "My-Sandbox-Slow", " Sandbox-Slow", ""]


@each_name
def test_a_reserved_name_begins_with_the_prefix(magic: MagicName) -> None:
    assert magic.name.startswith(PREFIX)


@each_name
@pytest.mark.parametrize("spell", [str, str.lower, str.upper])
def test_a_reserved_name_is_found_in_any_case(magic: MagicName, spell: type[str]) -> None:
    assert magic_of(spell(magic.name)) is magic


@each_name
def test_a_reserved_name_is_known(magic: MagicName) -> None:
    require_known(magic.name)


@each_name
def test_a_reserved_name_says_in_a_sentence_what_it_does(magic: MagicName) -> None:
    assert magic.summary.endswith(".")


def test_every_effect_has_one_name() -> None:
    assert sorted(magic.effect for magic in MAGIC_NAMES) == sorted(MagicEffect)


@pytest.mark.parametrize("last_name", MISSPELT)
def test_a_misspelt_name_is_refused_with_the_names_there_are(last_name: str) -> None:
    with pytest.raises(MagicUnknown, match=r"one of Sandbox-Confirms, .*Sandbox-Webhook-Bad-Signature\."):
        require_known(last_name)


@pytest.mark.parametrize("last_name", ORDINARY)
def test_other_names_ask_for_nothing(last_name: str) -> None:
    require_known(last_name)

    assert magic_of(last_name) is None


@pytest.mark.parametrize(
    ("last_name", "asks"), [("sandbox-silent", True), ("Sandbox-Confirms", False), ("Lindqvist", False)]
)
def test_an_effect_is_asked_for_by_its_own_name_alone(last_name: str, asks: bool) -> None:
    assert asks_for(last_name, MagicEffect.COURSE_SILENT) is asks
