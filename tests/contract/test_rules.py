"""Our documents keep every rule, and every rule checks something in them."""

import json

import pytest

from openapi.lint.catalogue import RULES
from openapi.lint.documents import Document
from openapi.lint.parts import walk
from openapi.lint.rules import RuleSet, findings_of

# These rules select only faults, or parts that our documents do not have. test_rules_fail.py breaks them.
SELECTS_FAULTS = {
    "openapi-valid",
    "schema-valid",
    "line-is-tidy",
    "text-is-quoted",
    "member-described-once",
    "waiver-has-reason",
    "waiver-names-a-rule",
    "waiver-excuses-something",
}
FOR_THE_INTERFACE = [name for name, rule in RULES.items() if rule.rule_set is RuleSet.CONTRACT]
FOR_BOTH = [name for name, rule in RULES.items() if rule.rule_set is not RuleSet.CONTRACT]


@pytest.mark.parametrize("rule", RULES)
def test_the_interface_keeps_the_rule(read_documents: dict[str, Document], rule: str) -> None:
    assert findings_of(RULES[rule], read_documents["interface"]) == []


@pytest.mark.parametrize("rule", FOR_BOTH)
def test_the_control_plane_keeps_the_rule(read_documents: dict[str, Document], rule: str) -> None:
    assert findings_of(RULES[rule], read_documents["control"]) == []


@pytest.mark.parametrize("rule", sorted(set(RULES) - SELECTS_FAULTS))
def test_the_rule_checks_something_in_the_interface(read_documents: dict[str, Document], rule: str) -> None:
    assert list(RULES[rule].subjects(read_documents["interface"])) != []


def test_rules_say_why_in_a_sentence() -> None:
    assert [name for name, rule in RULES.items() if not (rule.why[0].isupper() and rule.why.endswith("."))] == []


@pytest.mark.parametrize("name", ["interface", "control"])
def test_the_rules_reach_every_reference_of_a_document(read_documents: dict[str, Document], name: str) -> None:
    content = read_documents[name].content

    reached = [part for part in walk(content) if "$ref" in part.node]

    assert len(reached) == json.dumps(content).count('"$ref"')
