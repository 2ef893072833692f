"""A version of the contract is found under each of its names, and knows where everything is written."""

import json
from pathlib import Path

import pytest

from openapi.bundler import CONTRACT_FILE, contract
from openapi.places import ContractError
from openapi.versions import RELEASED_FOLDER, read_version


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("openapi/openapi.yaml", "1.1.0"),
        ("openapi", "1.1.0"),
        ("HEAD", "1.1.0"),
        ("HEAD~1", "1.0.0"),
        ("HEAD~1:openapi/openapi.yaml", "1.0.0"),
    ],
)
def test_a_version_is_found_under_each_of_its_names(repository: Path, name: str, number: str) -> None:
    assert read_version(name).number == number


def test_the_newest_release_has_a_name_of_its_own() -> None:
    assert read_version("published").document == json.loads(
        (RELEASED_FOLDER / contract()["info"]["version"] / "openapi.json").read_bytes()
    )


@pytest.mark.parametrize("number", [folder.name for folder in RELEASED_FOLDER.iterdir() if folder.is_dir()])
def test_a_release_is_found_under_its_number(number: str) -> None:
    assert read_version(number).document == json.loads((RELEASED_FOLDER / number / "openapi.json").read_bytes())


def test_an_unknown_number_is_refused_with_the_releases() -> None:
    with pytest.raises(ContractError, match=r"^9\.9\.9 is not a file.* the newest release of 1\.2\.0, .* and "):
        read_version("9.9.9")


def test_a_file_of_a_revision_is_named_with_the_revision(repository: Path) -> None:
    version = read_version("HEAD~1")

    assert str(version.place("/components/schemas/Caddy/properties/name")) == "HEAD~1:openapi/caddies.yaml:11"


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        ("/info/version", "openapi.yaml:4"),
        ("/paths/~1travel~1courses/get/operationId", "paths/courses.yaml:7"),
        ("/components/schemas/BookingRequest/properties/holdId", "schemas/bookings.yaml:"),
    ],
)
def test_a_version_knows_file_and_line_of_its_parts(pointer: str, place: str) -> None:
    assert f"openapi/{place}" in str(read_version(str(CONTRACT_FILE)).place(pointer))


def test_a_bundled_document_knows_its_lines_too(tmp_path: Path) -> None:
    bundled = tmp_path / "bundled.json"
    bundled.write_text('{"openapi": "3.1.0",\n "info": {"title": "\\ud83c\\udfcc",\n  "version": "1.0.0"}}', "utf-8")

    version = read_version(str(bundled))

    assert (version.document["info"]["title"], version.place("/info/version").line) == ("\U0001f3cc", 3)


@pytest.mark.parametrize(
    "name", ["no-such-revision", "--help", "HEAD:nowhere/openapi.yaml", "HEAD:openapi/none.yaml", "."]
)
def test_a_name_of_nothing_is_one_sentence(repository: Path, name: str) -> None:
    with pytest.raises(ContractError, match=r"^[^\n]+\.$"):
        read_version(name)


def test_the_ledger_beside_a_contract_belongs_to_its_version() -> None:
    assert "A-13" in (read_version("published").assumptions or {})
