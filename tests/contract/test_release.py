"""`teesheet contract release`: agencies and implementers read lists, and bad input is one sentence."""

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from openapi.cli import contract_commands
from openapi.versions import read_version
from tests.contract.small_releases import (
    Document,
    addition,
    break_,
    files,
    moved,
    numbered,
    release,
    released,
    sunset,
    words,
    write_contract,
)


def test_equal_documents_have_nothing_to_release(folder: Path) -> None:
    equal = released((), (), "--write")

    assert (equal.exit_code, equal.output) == (0, "Nothing to release: new says the same as old.\n")


def test_equal_documents_write_nothing(folder: Path) -> None:
    write_contract("old")
    write_contract("new")
    before = files("new")

    release("--write")

    assert files("new") == before


def test_agencies_see_the_request_that_breaks_and_its_last_day(folder: Path) -> None:
    drafted = released((), (break_, moved, numbered("2.0.0")), "--last-day", "2027-12-01")

    assert "`listCaddies`, query pageSize" in drafted.output
    assert "GET /caddies?pageSize=51" in drafted.output
    assert "The last day is 2027-12-01." in drafted.output


def test_a_mark_names_the_last_day_before_the_sunset(folder: Path) -> None:
    drafted = released((sunset,), (sunset, break_, moved, numbered("2.0.0")), "--last-day", "2028-06-01")

    (line,) = [line for line in drafted.output.splitlines() if "`listCaddies`, query pageSize" in line][:1]
    assert line.endswith("The last day is 2027-12-30.")


def test_a_deprecated_operation_has_its_last_day_in_the_list(folder: Path) -> None:
    drafted = released((), (sunset, numbered("1.1.0")))

    assert "It is deprecated now. The last day is 2027-12-30." in drafted.output


def test_implementers_see_their_work_with_the_rows_that_judge_it(folder: Path) -> None:
    def with_required_website(document: Document) -> None:
        course = document["components"]["schemas"]["Course"]
        course["properties"]["website"] = {"type": "string"}
        course["required"].append("website")
        document["info"]["version"] = "1.5.0"

    document = json.loads(json.dumps(read_version("published").document))
    with_required_website(document)
    Path("new").mkdir()
    Path("new/openapi.json").write_text(json.dumps(document), "utf-8")

    drafted = CliRunner().invoke(contract_commands, ["release", "published", "new"])

    implementers = drafted.output.partition("For implementers:")[2]
    assert "`getCourse`" in implementers
    assert "CRD-03" in implementers


def test_implementers_see_the_rows_about_a_parameter_and_no_others(folder: Path) -> None:
    document = json.loads(json.dumps(read_version("published").document))
    document["info"]["version"] = "2.0.0"
    document["servers"][0]["url"] = "/api/v2"
    parameters = document["paths"]["/travel/courses"]["get"]["parameters"]
    next(parameter for parameter in parameters if parameter.get("name") == "distance")["schema"]["maximum"] = 400
    Path("new").mkdir()
    Path("new/openapi.json").write_text(json.dumps(document), "utf-8")

    drafted = CliRunner().invoke(contract_commands, ["release", "published", "new"])

    assert "Rows: CRS-10, CRS-11, CRS-12, CRS-15." in drafted.output


def test_a_correction_of_words_has_no_lists(folder: Path) -> None:
    drafted = released((), (words, numbered("1.0.1")))

    assert ("Only words" in drafted.output, "For agencies" in drafted.output) == (True, False)


@pytest.mark.parametrize(
    "arguments",
    [
        ("none", "new"),
        ("old", "none"),
        ("old", "broken"),
        ("old", "structureless"),
        ("old", "unnumbered"),
        ("old", "new", "--number", "1.2"),
        ("old", "new", "--last-day", "soon"),
        ("old", "new", "--last-day", "2020-01-01"),
        ("old", "breaking", "--write"),
        ("old", "undated", "--write"),
        ("old", "misdated", "--write"),
        ("old", "unreadable", "--write"),
        ("old", "sunless"),
    ],
)
def test_bad_input_is_one_sentence(folder: Path, arguments: tuple[str, ...]) -> None:
    write_contract("old")
    write_contract("new", addition, numbered("1.1.0"))
    write_contract("broken", addition)
    Path("broken/openapi.json").write_text("{", "utf-8")
    write_contract("structureless", lambda document: document.update(paths=[]))
    write_contract("unnumbered", addition, numbered("first"))
    write_contract("breaking", break_, moved, numbered("2.0.0"))
    write_contract("sunless", sunset, numbered("1.1.0"), _wrong_sunset)
    _write_with_notes("undated", b"# Changes\n\n## 1.1.0\n\nYears.\n")
    _write_with_notes("misdated", b"# Changes\n\n## 1.1.0 (2026-02-31)\n\nYears.\n")
    _write_with_notes("unreadable", b"\xff\xfe")

    refused = CliRunner().invoke(contract_commands, ["release", *arguments])

    assert (refused.exit_code, type(refused.exception)) == (2, SystemExit)
    assert refused.output.strip().splitlines()[-1].endswith((".", ")"))


def _wrong_sunset(document: Document) -> None:
    document["paths"]["/caddies"]["get"]["x-sunset"] = "some day"


def _write_with_notes(name: str, notes: bytes) -> None:
    write_contract(name, addition, numbered("1.1.0"))
    Path(name, "CHANGELOG.md").write_bytes(notes)


def test_a_git_revision_is_drafted_and_never_written(folder: Path) -> None:
    write_contract("old")
    write_contract("openapi", addition, numbered("1.1.0"))
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.example"]
    subprocess.run([*git, "init", "-q", "."], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "caddies"], check=True)

    drafted, refused = (
        CliRunner().invoke(contract_commands, ["release", "old", "HEAD:openapi/openapi.json", *further])
        for further in ((), ("--write",))
    )

    assert (drafted.exit_code, refused.exit_code, "cannot be changed" in refused.output) == (0, 2, True)
