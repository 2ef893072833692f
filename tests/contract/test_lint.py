"""`teesheet contract lint`: a line for each finding, three formats, and one sentence where input cannot be read."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from openapi_spec_validator import OpenAPIV31SpecValidator

from openapi.bundler import CONTROL_FILE, bundle
from openapi.cli import contract_commands
from openapi.lint.catalogue import RULES
from openapi.lint.documents import Document
from openapi.lint.rules import RuleSet, findings_of
from tests.contract.caddies import CADDIES

FOREIGN = """openapi: 3.1.0
info: {title: Caddies, version: 1.0.0}
paths:
  /caddies:
    get:
      operationId: listCaddies
      tags: [caddies]
      summary: List caddies.
      description: Returns the caddies.
      responses:
        '204': {description: no caddy}
tags:
  - {name: caddies, description: A caddy carries the clubs.}
"""


def linted(*arguments: str | Path) -> Result:
    """What the command prints about its arguments."""
    return CliRunner().invoke(contract_commands, ["lint", *map(str, arguments)])


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A document of somebody else, with two findings, in the working directory."""
    monkeypatch.chdir(tmp_path)
    file = Path("caddies.yaml")
    file.write_text(FOREIGN, "utf-8")
    return file


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the small contract in the working directory."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(CADDIES, "small")
    return Path("small") / "openapi.yaml"


def replaced(file: Path, old: str, new: str) -> None:
    """Replaces a text that is in the file."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_both_documents_are_checked_by_the_rules_for_them() -> None:
    both = linted()

    of_contract = sum(rule.rule_set is RuleSet.CONTRACT for rule in RULES.values())
    assert (both.exit_code, both.output.splitlines()) == (
        0,
        [
            f"interface: no findings. Checked by {len(RULES)} rules of these sets: validity, style, contract.",
            f"control: no findings. Checked by {len(RULES) - of_contract} rules of these sets: validity, style.",
        ],
    )


def test_the_control_plane_is_checked_without_the_rules_of_the_interface() -> None:
    checked = linted(CONTROL_FILE)

    assert (checked.exit_code, "of these sets: validity, style." in checked.output) == (0, True)


def test_findings_are_sorted_lines_with_file_line_and_rule(foreign: Path) -> None:
    found = linted(foreign)

    assert (found.exit_code, [line.rsplit(": ", 1)[0] for line in found.output.splitlines()[:2]]) == (
        1,
        [
            "caddies.yaml:8: summary-without-full-stop",
            "caddies.yaml:11: description-in-sentences: The description is not a whole sentence",
        ],
    )


def test_the_last_line_counts_the_findings(foreign: Path) -> None:
    assert linted(foreign).output.splitlines()[-1].startswith("caddies.yaml: 2 findings. Checked by ")


def test_a_finding_in_the_ledger_names_the_line_of_its_row(small: Path) -> None:
    replaced(small.parent / "assumptions.yaml", "reason: A player calls the caddy.", "reason: ''")

    assert linted(small).output.startswith("small/assumptions.yaml:9: ledger-row-is-complete: ")


def test_a_missing_stated_name_is_found_in_the_list_of_stated_names(small: Path) -> None:
    replaced(small.parent / "stated.yaml", "parameters: [page, pageSize]", "parameters: [page, pageSize, sort]")

    assert linted(small).output.startswith("small/stated.yaml:10: stated-thing-exists: ")


def test_a_new_field_without_a_mark_is_a_finding(small: Path) -> None:
    field = "        tip: {type: string, description: Tip., examples: [five]}\n"
    replaced(small, "        name: {type: [string, 'null']", field + "        name: {type: [string, 'null']")

    assert "answer-member-is-stated-or-marked: `data.tip` is neither stated nor marked" in linted(small).output


def test_only_the_named_rules_are_checked(foreign: Path) -> None:
    found = linted(foreign, "--rule", "summary-without-full-stop")

    assert (found.exit_code, found.output.count("\n"), "Checked by 1 rule of" in found.output) == (1, 2, True)


def test_an_unknown_rule_is_refused_with_a_near_name(foreign: Path) -> None:
    refused = linted(foreign, "--rule", "summary-without-stop")

    assert (refused.exit_code, "Did you mean summary-without-full-stop?" in refused.output) == (2, True)


def test_the_other_rules_wait_until_a_document_is_valid(foreign: Path) -> None:
    replaced(foreign, "description: no caddy", "say: nothing")

    found = linted(foreign)

    assert (found.exit_code, found.output.splitlines()[-1]) == (
        1,
        "caddies.yaml: 1 finding. The other rules wait until the document is valid OpenAPI.",
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("players: 4\n", "caddies.yaml is not an OpenAPI document"),
        (FOREIGN.replace("{description: no caddy}", "{$ref: '#/components/responses/None'}"), "caddies.yaml:11: "),
        (FOREIGN.replace("openapi: 3.1.0", "openapi: 3.1.0\nswagger: '2.0'"), "caddies.yaml:2: "),
        (FOREIGN.replace("openapi: 3.1.0", "openapi: 3.2.0"), "caddies.yaml:1: OpenAPI 3.2.0 is not supported."),
        ("openapi: 3.1.0\n  broken: [\n", "caddies.yaml:2: "),
    ],
    ids=["no OpenAPI", "a broken reference", "two versions", "a newer version", "broken YAML"],
)
def test_what_cannot_be_read_is_one_sentence_with_its_line(foreign: Path, text: str, sentence: str) -> None:
    foreign.write_text(text, "utf-8")

    refused = linted(foreign)

    assert (refused.exit_code, refused.output.count("\n"), sentence in refused.output) == (2, 1, True)


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    refused = linted(tmp_path / "none.yaml")

    assert (refused.exit_code, refused.output.count("\n"), "none.yaml" in refused.output) == (2, 1, True)


def test_json_has_every_finding_with_its_place(foreign: Path) -> None:
    printed = json.loads(linted(foreign, "--format", "json").output)

    assert [(item["rule"], item["file"], item["line"]) for item in printed["documents"][0]["findings"]] == [
        ("summary-without-full-stop", "caddies.yaml", 8),
        ("description-in-sentences", "caddies.yaml", 11),
    ]


def sarif_run(*arguments: str | Path) -> dict[str, Any]:
    """The one run in the SARIF that the command prints."""
    log = json.loads(linted(*arguments, "--format", "sarif").output)
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    run: dict[str, Any] = log["runs"][0]
    return run


def test_sarif_places_every_finding_and_says_why_its_rule_exists(foreign: Path) -> None:
    run = sarif_run(foreign)

    rules = run["tool"]["driver"]["rules"]
    result = run["results"][0]
    assert rules[result["ruleIndex"]] == {
        "id": "summary-without-full-stop",
        "shortDescription": {"text": RULES["summary-without-full-stop"].why},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": ["style"]},
    }
    assert result["locations"] == [
        {"physicalLocation": {"artifactLocation": {"uri": "caddies.yaml"}, "region": {"startLine": 8}}}
    ]


def test_sarif_suppresses_what_a_waiver_excuses(foreign: Path) -> None:
    replaced(foreign, "      tags:", "      x-lint-waiver: {summary-without-full-stop: We like it.}\n      tags:")

    suppressed = [result for result in sarif_run(foreign)["results"] if "suppressions" in result]

    assert [item["suppressions"] for item in suppressed] == [[{"kind": "inSource", "justification": "We like it."}]]


def test_a_waiver_excuses_its_node_and_is_counted(foreign: Path) -> None:
    replaced(foreign, "      tags:", "      x-lint-waiver: {summary-without-full-stop: We like it.}\n      tags:")

    assert linted(foreign).output.splitlines()[-1].startswith("caddies.yaml: 1 finding, 1 excused. ")


def test_a_waiver_excuses_no_other_node(foreign: Path) -> None:
    replaced(
        foreign, "  - {name: caddies", "  - {x-lint-waiver: {summary-without-full-stop: We like it.}, name: caddies"
    )

    rules = {line.split(": ")[1] for line in linted(foreign).output.splitlines()[:-1]}

    assert rules == {"summary-without-full-stop", "description-in-sentences", "waiver-excuses-something"}


INVALID = {
    "a path parameter that no parameter describes": ("  /caddies:", "  /caddies/{id}:"),
    "an answer without a description": ("{description: no caddy}", "{}"),
    "an unknown member": ("      summary: List caddies.", "      title: List caddies"),
    "a wrong type of schema": ("tags:\n  - ", "components: {schemas: {Caddy: {type: caddy}}}\ntags:\n  - "),
    "a wrong default": (
        "tags:\n  - ",
        "components: {schemas: {Caddy: {type: integer, default: Bo}}}\ntags:\n  - ",
    ),
    "no title": ("title: Caddies, ", ""),
    "a tag twice": ("tags:\n  - ", "tags:\n  - {name: caddies}\n  - "),
}


@pytest.mark.parametrize("case", INVALID)
def test_lint_finds_what_openapi_spec_validator_refuses(foreign: Path, case: str) -> None:
    replaced(foreign, *INVALID[case])
    document = bundle(foreign)

    rules = [rule for rule in RULES.values() if rule.rule_set is RuleSet.VALIDITY]

    assert list(OpenAPIV31SpecValidator(document).iter_errors()) != []
    assert [finding for rule in rules for finding in findings_of(rule, Document(document))] != []
