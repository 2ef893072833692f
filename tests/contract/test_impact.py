"""`teesheet contract impact`: what each difference between two versions of the contract touches."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openapi.bundler import CONTRACT_FILE
from openapi.cli import contract_commands
from openapi.clones import TREE
from openapi.concerns import rooms

FOLDER = str(CONTRACT_FILE.parent)
NEXT_LINE = "\n  description: Number of players"


def said(*arguments: str) -> Result:
    """What the command says to its arguments."""
    return CliRunner().invoke(contract_commands, ["impact", *arguments])


@pytest.fixture(scope="module")
def fewer_players(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A copy of the contract in which a booking is for at most three players."""
    return edited(tmp_path_factory, "bookings.yaml", f"maximum: 4{NEXT_LINE}", f"maximum: 3{NEXT_LINE}")


@pytest.fixture(scope="module")
def shorter_requests(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A copy of the contract in which special requests have at most 1,000 characters."""
    return edited(tmp_path_factory, "bookings.yaml", "maxLength: 2000", "maxLength: 1000")


def edited(folders: pytest.TempPathFactory, file: str, before: str, after: str) -> str:
    """A copy of the contract with one text replaced in a file of its schemas."""
    copy = folders.mktemp("edited") / "contract"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("dist", "released", "*.py", "__pycache__"))
    schemas = copy / "schemas" / file
    text = schemas.read_text("utf-8")
    assert text.count(before) == 1
    schemas.write_text(text.replace(before, after), "utf-8")
    return str(copy)


@pytest.fixture(scope="module")
def of_players(fewer_players: str) -> dict[str, Any]:
    """The difference of the requests, as JSON."""
    differences = json.loads(said(FOLDER, fewer_players, "--format", "json").stdout)["differences"]
    (difference,) = [difference for difference in differences if difference["part"] == "body /players"]
    return dict(difference)


def names(difference: dict[str, Any], kind: str) -> list[str]:
    return [touched["name"] for touched in difference["touches"] if touched["kind"] == kind]


def test_the_rows_about_a_member_are_touched(of_players: dict[str, Any]) -> None:
    assert {"BKC-12", "BKC-19", "BKC-21", "BKU-07"} <= set(names(of_players, "must row"))


def test_rows_about_other_members_of_bookings_are_not_touched(of_players: dict[str, Any]) -> None:
    rows = [*names(of_players, "must row"), *names(of_players, "should row")]

    assert set(rows) <= {"BKC-05", "BKC-12", "BKC-19", "BKC-21", "BKC-22", "BKU-01", "BKU-07"}


def test_the_checks_of_the_rows_are_touched(of_players: dict[str, Any]) -> None:
    assert "test_bookings.test_one_to_four_players_are_accepted" in names(of_players, "check")


def test_handlers_code_and_columns_are_touched(of_players: dict[str, Any]) -> None:
    assert names(of_players, "handler") == ["createBooking", "createBookingHook", "updateBooking"]
    assert names(of_players, "code") == ["bookings.booking_request", "bookings.update_booking"]
    assert names(of_players, "column") == ["booking_hooks.players", "bookings.players"]


def test_examples_of_the_new_version_are_touched(of_players: dict[str, Any], fewer_players: str) -> None:
    examples = [touched for touched in of_players["touches"] if touched["kind"] == "example"]

    assert "bookingUpdate" in [example["name"] for example in examples]
    assert all(example["file"].startswith(fewer_players) for example in examples)


def test_mutants_name_the_member(of_players: dict[str, Any]) -> None:
    assert "BKC-05.three" in names(of_players, "mutant")
    assert "BKC-05.course" not in names(of_players, "mutant")


def test_trips_of_clients_and_pages_are_touched(of_players: dict[str, Any]) -> None:
    assert "hey_api.ts" in names(of_players, "client")
    assert "README" in names(of_players, "page")


def test_a_changed_keyword_touches_its_assumption_and_no_other(shorter_requests: str) -> None:
    differences = json.loads(said(FOLDER, shorter_requests, "--format", "json").stdout)["differences"]
    (asked,) = [difference for difference in differences if difference["part"] == "body /specialRequests"]

    assert names(asked, "assumption") == ["A-36", "A-35"]


def test_an_assumption_that_this_installation_does_not_know_is_touched(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    other = edited(tmp_path_factory, "bookings.yaml", "x-assumption: A-27", "x-assumption: A-99")

    differences = json.loads(said(FOLDER, other, "--format", "json").stdout)["differences"]

    assert [names(difference, "assumption") for difference in differences] == [["A-27", "A-99"]]


def test_every_place_names_a_line_that_exists(of_players: dict[str, Any]) -> None:
    beyond = [
        touched
        for touched in of_players["touches"]
        if not 0 < touched["line"] <= len((TREE / touched["file"]).read_text("utf-8").splitlines())
    ]

    assert beyond == []


def test_the_text_begins_with_a_summary_and_fits_the_terminal(fewer_players: str) -> None:
    text = said(FOLDER, fewer_players).stdout

    assert text.startswith("2 differences touch ")
    assert "breaking for agencies that call: createBooking and 2 more, body /players." in text
    assert [line for line in text.splitlines() if len(line) > 80 and " " in line.strip()] == []


def test_markdown_folds_every_difference(fewer_players: str) -> None:
    text = said(FOLDER, fewer_players, "--format", "markdown").stdout

    assert text.count("<details>") == text.count("</details>") == 2


def test_equal_versions_touch_nothing() -> None:
    same = said(FOLDER, FOLDER)

    sentence = f"No differences between {FOLDER} and {FOLDER}: nothing is touched."
    assert (same.exit_code, " ".join(same.stdout.split())) == (0, sentence)


def test_a_wheel_says_that_pages_and_tests_are_not_installed(
    fewer_players: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "TREE", tmp_path)

    shown = " ".join(said(FOLDER, fewer_players).stdout.split())

    assert "Not installed here: documentation, tests." in shown
    assert "mutants" not in shown


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "has no exchanges.har. Name the report folder of a run: teesheet check --report DIR."),
        ({"exchanges.har": "{"}, "is not JSON, or was cut off"),
        ({"exchanges.har": '{"log": {"entries": []}}'}, "holds no exchange, so there is nothing to judge."),
    ],
    ids=["no recording", "cut off", "empty"],
)
def test_a_run_that_cannot_be_read_is_one_sentence(files: dict[str, str], sentence: str, tmp_path: Path) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content, "utf-8")

    refused = said(FOLDER, FOLDER, "--run", str(tmp_path))

    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert sentence in refused.stderr


def test_a_version_that_does_not_exist_is_one_sentence() -> None:
    refused = said(FOLDER, "nowhere")

    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
