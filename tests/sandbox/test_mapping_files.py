"""Mapping files: a name that does not exist is refused with its line and the nearest name."""

import re
from pathlib import Path

import pytest

from mock_server.candidates.reading import CandidateUnusable
from mock_server.candidates.start import offers_of
from tests.sandbox.second_versions import named_beside

WRONG_MAPPINGS = {
    "unknown schema": ("schemas: {Boking: {}}", "mapping.yaml:1: 'Boking' is no schema", "Did you mean 'Booking'?"),
    "unknown rule": ("schemas:\n  Booking: {renames: {}}", "mapping.yaml:2: 'renames' is no rule.", "'rename'?"),
    "unknown member of the first contract": (
        "schemas:\n  Booking:\n    rename: {plaiers: numberOfPlayers}",
        "mapping.yaml:3: 'plaiers' is no member of the first contract.",
        "Did you mean 'players'?",
    ),
    "unknown member of the second contract": (
        "schemas:\n  Booking:\n    rename: {players: numberOfPlayer}",
        "mapping.yaml:3: 'numberOfPlayer' is no member of Booking in the second contract.",
        "Did you mean 'numberOfPlayers'?",
    ),
    "unknown source": (
        "schemas:\n  Booking:\n    from: {leadName: leadPlayer/lastNam}",
        "'lastNam' is no member of the first contract.",
        "Did you mean 'lastName'?",
    ),
    "unknown operation": (
        "operations:\n  listReservation: {}",
        "mapping.yaml:2: 'listReservation' is no operation of the second contract.",
        "Did you mean 'listReservations'?",
    ),
    "unknown code": (
        "operations:\n  listReservations: {as: listBooking}",
        "'listBooking' is no operation of the first contract.",
        "Did you mean 'listBookings'?",
    ),
    "no map": ("schemas: [Booking]", "mapping.yaml:1: The part schemas is a map of names.", ""),
    "unknown part": ("schema: {}", "mapping.yaml:1: 'schema' is no part of a mapping file.", "'schemas'?"),
    "bad YAML": ("schemas: {Booking: ", "mapping.yaml:", ""),
}


@pytest.mark.parametrize("case", WRONG_MAPPINGS)
def test_a_mapping_with_an_unknown_name_is_refused(second: Path, tmp_path: Path, case: str) -> None:
    text, reason, hint = WRONG_MAPPINGS[case]
    mapping = tmp_path / "mapping.yaml"
    mapping.write_text(text)

    with pytest.raises(CandidateUnusable, match=re.escape(reason)) as refused:
        offers_of(named_beside(second, mapping), print)

    assert hint in str(refused.value)


def test_the_mapping_of_the_page_is_accepted(second: Path, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "sandbox.md").read_text("utf-8")
    mapping = tmp_path / "mapping.yaml"
    mapping.write_text(page.split("```yaml\nschemas:")[1].split("```")[0].join(["schemas:", ""]))

    translation = offers_of(named_beside(second, mapping), print).first.translation

    assert translation.first_id("listReservations") == "listBookings"
