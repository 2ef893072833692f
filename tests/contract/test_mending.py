"""`teesheet contract lint --fix` mends what is mechanical, keeps comments and layout, and does nothing twice."""

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openapi.bundler import CONTRACT_FILE, bundle
from openapi.cli import contract_commands

HEAD = """# Caddies, as the club knows them.
openapi: 3.1.0
info: {title: Caddies, version: 1.0.0}
paths: {}
components:
  schemas:
    Caddy:
      type: object
      description: A caddy.
      properties:
"""


def mended(file: Path) -> Result:
    """What the command prints when it mends a file."""
    return CliRunner().invoke(contract_commands, ["lint", str(file), "--fix"])


BLOCK = "\n          "
MECHANICAL = {
    "const": (" {description: Name., const: Bo}", " {description: Name., const: Bo, examples: [Bo]}"),
    "enum": (" {description: Name., enum: ['5']}", " {description: Name., enum: ['5'], examples: ['5']}"),
    "const in a block": (
        f"{BLOCK}const: Bo  # The first caddy.{BLOCK}description: Name.",
        f"{BLOCK}const: Bo  # The first caddy.{BLOCK}examples: [Bo]{BLOCK}description: Name.",
    ),
    "stop": (" {description: Name, examples: [Bo]}", " {description: Name., examples: [Bo]}"),
    "stop in quotes": (" {description: 'Name: it', examples: [Bo]}", " {description: 'Name: it.', examples: [Bo]}"),
    "stop in a block": (
        f"{BLOCK}description: |{BLOCK}  The name.{BLOCK}  It is short{BLOCK}examples: [Bo]",
        f"{BLOCK}description: |{BLOCK}  The name.{BLOCK}  It is short.{BLOCK}examples: [Bo]",
    ),
    "date": (" {description: Day., examples: [2027-03-02]}", " {description: Day., examples: ['2027-03-02']}"),
    "time of day": (" {description: Time., examples: [10:20]}", " {description: Time., examples: ['10:20']}"),
    "truth value": (" {description: Name., examples: [no]}", " {description: Name., examples: ['no']}"),
    "space": (" {description: Name., examples: [Bo]}  ", " {description: Name., examples: [Bo]}"),
}


@pytest.mark.parametrize(("written", "expected"), MECHANICAL.values(), ids=MECHANICAL)
def test_a_mechanical_finding_is_mended_where_it_is(tmp_path: Path, written: str, expected: str) -> None:
    file = tmp_path / "caddies.yaml"
    file.write_text(f"{HEAD}        name:{written}\n", "utf-8")

    result = mended(file)

    assert (result.exit_code, file.read_text("utf-8")) == (0, f"{HEAD}        name:{expected}\n")


def test_every_mended_finding_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "caddies.yaml"
    file.write_text(f"{HEAD}        name: {{type: string, const: Bo, description: Name}}", "utf-8")

    printed = mended(file).stderr

    assert sorted(re.findall(r"caddies\.yaml:(\d+): ([\w-]+): mended\.", printed)) == [
        ("11", "description-in-sentences"),
        ("11", "line-is-tidy"),
        ("11", "property-has-example"),
    ]


def test_a_file_without_findings_stays_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "openapi"
    shutil.copytree(CONTRACT_FILE.parent, folder, ignore=shutil.ignore_patterns("dist", "released", "__pycache__"))

    result = mended(folder / "openapi.yaml")

    assert (result.exit_code, result.stderr) == (0, "")
    assert [file for file in CONTRACT_FILE.parent.rglob("*/*.yaml") if not _is_same(file, folder)] == []


def _is_same(file: Path, folder: Path) -> bool:
    return (folder / file.relative_to(CONTRACT_FILE.parent)).read_bytes() == file.read_bytes()


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "caddies.yaml")

    file = tmp_path / "caddies.yaml"
    file.write_text(f"{HEAD}        name: {{type: string, const: Bo, description: Name}}", "utf-8")
    monkeypatch.setattr(Path, "write_bytes", refuse)

    refused = mended(file)

    assert (refused.exit_code, refused.stderr) == (
        2,
        "teesheet contract: caddies.yaml cannot be changed (permission denied).\n",
    )


@pytest.mark.parametrize("name", ["published", "HEAD"])
def test_only_files_are_mended(name: str) -> None:
    refused = CliRunner().invoke(contract_commands, ["lint", name, "--fix"])

    assert (refused.exit_code, refused.stderr) == (
        2,
        f"teesheet contract: {name} is not a file or a folder, and --fix changes only files.\n",
    )


JSON = """{"openapi": "3.1.0", "info": {"title": "Caddies", "version": "1.0.0"}, "paths": {}, "components": {"schemas":
{"Caddy": {"properties": {"name": {"const": "Bo", "description": "Name"}}}}}}"""


@pytest.mark.parametrize(
    ("name", "text"),
    [("caddies.json", JSON), ("caddies.yaml", f"{HEAD}        name: {{description: Name, const: Bo}}\n# \u2028\n")],
    ids=["JSON", "other line breaks"],
)
def test_a_file_of_another_notation_is_not_mended(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text, "utf-8")

    result = mended(file)

    assert (result.exit_code, result.stderr, file.read_text("utf-8")) == (1, "", text)


def test_windows_line_breaks_stay(tmp_path: Path) -> None:
    file = tmp_path / "caddies.yaml"
    written = f"{HEAD}        name:\n          const: Bo \n          description: Name\n"
    file.write_bytes(written.replace("\n", "\r\n").encode())

    mended(file)

    expected = f"{HEAD}        name:\n          const: Bo\n          examples: [Bo]\n          description: Name.\n"
    assert file.read_bytes().decode() == expected.replace("\n", "\r\n")


TEXTS = st.sampled_from(["Name", "Name.", "'Name: it'", '"Name of a caddy"', "a name", "Name of (a) caddy", "'It''s'"])
VALUES = st.sampled_from(["Bo", "'5'", "2027-03-02", "no", '"on"', "5", "Ünö", "true", "0"])
KEYWORDS = st.sampled_from(["const: {}", "enum: [{}]", "examples: [{}]", "enum: [{}, Al]"])


@st.composite
def properties(draw: st.DrawFn) -> str:
    """A property in one of several layouts, with or without what a rule wants."""
    members = [f"description: {draw(TEXTS)}", draw(KEYWORDS).format(draw(VALUES))]
    name = draw(st.sampled_from(["name", "'no'", "yes", "tip  "]))
    space = draw(st.sampled_from(["", "  ", "  # Said once.", " # Said twice.  "]))
    if draw(st.booleans()):
        return f"        {name.strip()}: {{{', '.join(draw(st.permutations(members)))}}}{space}\n"
    lines = "".join(f"          {member}{space}\n" for member in draw(st.permutations(members)))
    return f"        {name.strip()}:{space}\n{lines}"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(written=properties(), ending=st.sampled_from(["", "\n"]))
def test_mending_twice_changes_nothing_and_keeps_comments_and_meaning(
    tmp_path: Path, written: str, ending: str
) -> None:
    file = tmp_path / "caddies.yaml"
    file.write_text(HEAD + written.rstrip("\n") + ending, "utf-8")
    before = bundle(file)

    mended(file)
    once = file.read_text("utf-8")
    mended(file)

    assert file.read_text("utf-8") == once
    assert re.findall("# [A-Z][a-z ]+\\.", once) == re.findall("# [A-Z][a-z ]+\\.", HEAD + written)
    assert _meaning(bundle(file)) == _meaning(before)


def _meaning(document: object) -> object:
    """A document without what --fix may add: full stops and examples, and the kind of a text that got quotes."""
    if isinstance(document, dict):
        return {str(name): _meaning(value) for name, value in document.items() if name != "examples"}
    return [_meaning(item) for item in document] if isinstance(document, list) else str(document).rstrip(".")
