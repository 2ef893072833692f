"""A document that cannot be used is refused with its file, its line and a sentence."""

from pathlib import Path

import pytest

from openapi.bundler import bundle
from openapi.lint.running import lint_version
from openapi.places import ContractError, load_yaml
from openapi.versions import read_version


def test_a_key_that_stands_twice_is_refused_with_its_file_and_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("players: 3\nplayers: 4\n", "utf-8")

    with pytest.raises(ContractError, match=r"broken\.yaml:2: .*'players' occurs twice"):
        load_yaml(broken)


def test_a_reference_that_leads_nowhere_is_refused_with_both_files(tmp_path: Path) -> None:
    root = tmp_path / "root.yaml"
    root.write_text("openapi: 3.1.0\npaths:\n  /caddies: {$ref: caddies.yaml#/caddies}\n", "utf-8")
    (tmp_path / "caddies.yaml").write_text("caddy: {}\n", "utf-8")

    with pytest.raises(ContractError, match=r"root\.yaml:3: caddies\.yaml#/caddies does not exist"):
        bundle(root)


def test_a_file_that_is_missing_is_refused_by_name(tmp_path: Path) -> None:
    root = tmp_path / "root.yaml"
    root.write_text("openapi: 3.1.0\npaths:\n  /caddies: {$ref: caddies.yaml#/caddies}\n", "utf-8")

    with pytest.raises(ContractError, match=r"root\.yaml:3: the file of the reference caddies\.yaml#/caddies does not"):
        bundle(root)


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("", r"root\.yaml is empty\. An OpenAPI document is an object with the member openapi\."),
        ("# Only a comment.\n", r"root\.yaml is empty\."),
        ("- caddies\n", r"root\.yaml is a list\. An OpenAPI document is an object"),
        ("Caddies for players\n", r"root\.yaml is plain text\. An OpenAPI document is an object"),
        ("3.1\n", r"root\.yaml is one value\. An OpenAPI document is an object"),
        ("paths: {}\n", r"root\.yaml is not an OpenAPI document\. Its first file needs the member openapi\."),
        ("swagger: '2.0'\n", r"root\.yaml:1: the document is Swagger 2\.0\. Convert it to OpenAPI 3 first"),
        ("openapi: 3.1.0\nx-a: &a\n  b: *a\n", r"root\.yaml:2: this part contains itself by an alias"),
        ("openapi: 3.1.0\nx-a: &a {b: 1}\nx-c:\n  <<: *a\n", r"root\.yaml:4: the key << is no member"),
        ("openapi: 3.1.0\nx-a: !caddy Bo\n", r"root\.yaml:2: the tag !caddy has no value in JSON"),
        ("openapi: 3.1.0\nx-a: !!binary aGFsbG8=\n", r"root\.yaml:2: the tag !!binary has no value in JSON"),
        (f"openapi: 3.1.0\nx-a: {'7' * 5000}\n", r"root\.yaml: a number has more digits"),
        ("openapi: 3.2.0\npaths: {}\n", r"root\.yaml:1: OpenAPI 3\.2\.0 is not supported"),
        ("openapi: 3.1.0\nswagger: '2.0'\n", r"root\.yaml:2: the document has two versions"),
        ("openapi: 3.1.0\npaths:\n  /a: {$ref: '#/paths/~1b'}\n", r"root\.yaml:3: #/paths/~1b does not exist"),
        ("openapi: 3.1.0\npaths:\n  /a: {$ref: '#/paths/~1a'}\n", r"root\.yaml:3: .*leads back to itself"),
        ("openapi: 3.1.0\npaths:\n  /a: {$ref: 'root.yaml#/paths/~1a'}\n", r"root\.yaml:3: .*leads back to itself"),
        ("openapi: 3.1.0\npaths:\n  /a: {$ref: 'https://a.example/b'}\n", r"root\.yaml:3: .*another machine"),
        ("openapi: 3.1.0\npaths:\n  /a: {$ref: older.yaml#/a}\n", r"older\.yaml:1: this file is OpenAPI 3\.0\.3, but"),
        ("openapi: 3.1.0\npaths: [\n", r"root\.yaml:3: .*did not find"),
    ],
)
def test_a_document_that_cannot_be_used_is_refused_with_file_and_line(tmp_path: Path, text: str, mistake: str) -> None:
    root = tmp_path / "root.yaml"
    root.write_text(text, "utf-8")
    (tmp_path / "older.yaml").write_text("openapi: 3.0.3\na: {}\n", "utf-8")

    with pytest.raises(ContractError, match=mistake):
        bundle(root)


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("", r"root\.json is empty\."),
        ("[]", r"root\.json is a list\."),
        (f'{{"openapi": {"[" * 100_000}', r"root\.json: the values are nested in more than 200 levels"),
        (f'{{"openapi": {"[" * 300}{"]" * 300}}}', r"root\.json: the values are nested in more than 200 levels"),
        (f'{{"openapi": {"7" * 5000}}}', r"root\.json: a number has more digits"),
    ],
)
def test_a_json_document_that_cannot_be_used_is_refused_in_our_words(tmp_path: Path, text: str, mistake: str) -> None:
    root = tmp_path / "root.json"
    root.write_text(text, "utf-8")

    with pytest.raises(ContractError, match=mistake):
        bundle(root)


def doubled(levels: int) -> str:
    """A YAML file in which each level repeats the level above nine times."""
    rows = [f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 9)}]\n" for level in range(1, levels)]
    return "".join(["a0: &a0 [Bo]\n", *rows])


def test_aliases_that_stand_for_very_many_values_are_refused_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "laughs.yaml"
    file.write_text(doubled(10), "utf-8")

    with pytest.raises(
        ContractError, match=r"laughs\.yaml:7: the aliases in this part repeat more than 200,000 values"
    ):
        load_yaml(file)


def test_some_aliases_are_read(tmp_path: Path) -> None:
    file = tmp_path / "aliases.yaml"
    file.write_text(doubled(5), "utf-8")

    assert load_yaml(file)["a1"] == [["Bo"]] * 9


@pytest.mark.parametrize("nested", ["[" * 100_000, "- " * 300 + "Bo", "{a: " * 300 + "Bo" + "}" * 300])
def test_values_that_are_nested_very_deeply_are_refused_with_their_line(tmp_path: Path, nested: str) -> None:
    file = tmp_path / "deep.yaml"
    file.write_text(f"# Deep.\n{nested}\n", "utf-8")

    with pytest.raises(ContractError, match=r"deep\.yaml:2: the values are nested in more than 200 levels"):
        load_yaml(file)


def test_levels_that_aliases_add_count_too(tmp_path: Path) -> None:
    file = tmp_path / "deep.yaml"
    first, second = "{a: " * 150 + "Bo" + "}" * 150, "{a: " * 150 + "*first" + "}" * 150
    file.write_text(f"first: &first {first}\nsecond: {second}\n", "utf-8")

    with pytest.raises(ContractError, match=r"deep\.yaml:1: the values are nested in more than 200 levels"):
        load_yaml(file)


def test_whatever_can_be_read_can_be_linted(tmp_path: Path) -> None:
    """The deepest document that is read leaves enough of the stack for every rule."""
    file = tmp_path / "deep.yaml"
    schema = "{type: array, items: " * 194 + "{type: string}" + "}" * 194
    file.write_text(
        f"openapi: 3.1.0\ninfo: {{title: Deep, version: 1.0.0}}\ncomponents: {{schemas: {{Deep: {schema}}}}}\n"
    )

    report = lint_version(read_version(str(file)), "deep")

    assert {finding.rule for finding in report.findings} == {"component-is-object-or-choice", "schema-described"}
