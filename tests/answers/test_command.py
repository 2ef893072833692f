"""`teesheet contract answer`: the list, one assumption, and what has to move for another answer."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openapi import assumptions as ledger
from openapi.assumptions import assumptions, assumptions_of
from openapi.cli import contract_commands
from openapi.clones import TREE
from openapi.concerns import rooms
from openapi.places import ContractError
from tests.answers import probes  # noqa: F401 - registers the probes.
from tests.answers.registry import PROBES

ROW = {
    "heading": "Errors",
    "question": "Which?",
    "answer": "One.",
    "chosen": "one",
    "reason": "It is.",
    "alternatives": {"two": "Two"},
}


def said(*arguments: str) -> Result:
    """What the command says to its arguments."""
    return CliRunner().invoke(contract_commands, ["answer", *arguments], catch_exceptions=False)


@cache
def json_of(*arguments: str) -> Any:
    """The JSON of the command."""
    return json.loads(said(*arguments, "--format", "json").stdout)


def places(room: str, kind: str, *arguments: str) -> list[str]:
    """The names of the places of one kind in a room."""
    return [place["name"] for place in json_of(*arguments)["places"][room] if place["kind"] == kind]


def test_the_list_fits_80_columns_and_names_every_assumption() -> None:
    lines = said().stdout.splitlines()

    assert [line for line in lines if len(line) > 80] == []
    assert [line[:4] for line in lines if line.startswith("A-")] == list(assumptions())


def test_the_list_shows_our_answer_in_one_word() -> None:
    assert "\nA-13  refuse  " in said().stdout


def test_the_list_as_json_has_every_assumption() -> None:
    assert [row["id"] for row in json_of()] == list(assumptions())


@pytest.mark.parametrize("assumption", assumptions())
def test_every_assumption_is_marked_in_the_contract_and_has_a_test(assumption: str) -> None:
    found = json_of(assumption)["places"]

    assert {"ledger", "mark"} <= {place["kind"] for place in found["contract"]}
    assert found["tests"] != []


@pytest.mark.parametrize("assumption", PROBES)
def test_every_assumption_that_a_probe_asks_for_has_a_place_in_the_sandbox(assumption: str) -> None:
    assert json_of(assumption)["places"]["sandbox"] != []


@pytest.mark.parametrize("assumption", assumptions())
def test_every_place_names_a_line_that_exists(assumption: str) -> None:
    everywhere = [place for found in json_of(assumption)["places"].values() for place in found]

    beyond = [place for place in everywhere if not 0 < place["line"] <= len(_lines(place["file"]))]

    assert beyond == []


def _lines(file: str) -> list[str]:
    return (TREE / file).read_text("utf-8").splitlines()


def test_another_answer_shows_the_setting_of_the_sandbox_and_its_command() -> None:
    shown = said("A-13", "clamp").stdout

    assert """-d '{"alternatives": {"pageSize": "clamp"}}'""" in shown
    assert "alternatives.clamped_query" in shown


def test_an_answer_that_no_setting_gives_says_so() -> None:
    assert "No setting of the sandbox gives this answer." in said("A-59", "offset").stdout


def test_another_answer_says_which_operations_and_deliveries_meet_it() -> None:
    noticed = json_of("A-50", "id-alone")["noticedBy"]

    assert (noticed["sent"], noticed["read"], "bookingConfirmed" in noticed["received"]) == ([], [], True)


def test_a_parameter_of_a_component_concerns_the_requests_that_refer_to_it() -> None:
    noticed = json_of("A-13", "clamp")["noticedBy"]

    assert noticed == {
        "sent": ["searchCourses", "listTeeTimes", "checkAvailability", "listBookings"],
        "read": [],
        "received": [],
    }


def test_the_transition_table_is_a_place_of_its_sources() -> None:
    assert "bookings.TRANSITIONS" in places("sandbox", "code", "A-32", "refuse")


def test_a_range_of_assumptions_names_those_in_between() -> None:
    assert "events" in places("sandbox", "code", "A-51", "unsigned")


def test_a_variation_is_a_place_of_its_answer() -> None:
    assert "phone echoed" in places("tests", "variation", "A-35", "phone-shown")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("A-99",), "there is no assumption A-99. Ids run from A-01 to A-66."),
        (("A-6",), "there is no assumption A-6. Did you mean 'A-06'?"),
        (("holds",), "there is no assumption holds. Ids run from A-01 to A-66."),
        (("A-13", "clmp"), "A-13 has no answer clmp. Did you mean 'clamp'?"),
        (("A-13", "x"), "A-13 has no answer x. Known: clamp."),
        (("A-13", "refuse"), "A-13 has the answer refuse already. Its alternatives are: clamp."),
    ],
    ids=" ".join,
)
def test_what_does_not_exist_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    refused = said(*arguments)

    assert (refused.exit_code, refused.stdout, refused.stderr) == (2, "", f"teesheet contract: {sentence}\n")


def test_an_id_in_small_letters_is_understood() -> None:
    assert said("a-13").stdout == said("A-13").stdout


def test_rooms_that_are_not_installed_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(rooms, "TREE", tmp_path)

    shown = said("A-13", "clamp")

    assert (shown.exit_code, "Not installed here: documentation, tests." in shown.stdout) == (0, True)


@pytest.mark.parametrize(
    "changes",
    [{"chosen": "two"}, {"alternatives": ["Two"]}, {"reasons": "It is."}],
    ids=["a word for two answers", "alternatives without words", "an unknown key"],
)
def test_a_row_that_is_wrong_is_named(changes: dict[str, Any]) -> None:
    with pytest.raises(ContractError, match=r"^assumptions\.yaml: A-01 "):
        assumptions_of({"A-01": ROW | changes})


def test_a_ledger_that_is_wrong_ends_the_command_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "assumptions.yaml").write_text("A-01: {heading: Errors}\n", "utf-8")
    monkeypatch.setattr(ledger, "ASSUMPTIONS_FILE", tmp_path / "assumptions.yaml")
    ledger.assumptions.cache_clear()

    refused = said("A-01")
    ledger.assumptions.cache_clear()

    assert (refused.exit_code, refused.stderr.count("\n"), "assumptions.yaml: A-01 needs" in refused.stderr) == (
        2,
        1,
        True,
    )
