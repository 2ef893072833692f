"""Lint takes steps in proportion to the size of a document: a document twice as long takes twice as many steps."""

import gc
import json
import re
import sys
from collections.abc import Callable
from functools import cache, cached_property, partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from openapi.bundler import bundle
from openapi.lint.catalogue import FIRST, RULES
from openapi.lint.documents import Document
from openapi.lint.mending import mend
from openapi.lint.rules import Rule, findings_of
from openapi.lint.running import Located, lint_version
from openapi.places import Place, load_yaml
from openapi.structure import structure_errors
from openapi.versions import read_version
from tests.contract.caddies import CADDIES

SMALL = bundle(CADDIES / "openapi.yaml")
BESIDE = load_yaml(CADDIES / "assumptions.yaml"), load_yaml(CADDIES / "stated.yaml")
NAMES = re.compile(
    r"(/caddies|\b(?:list|create|get)Cadd(?:y|ies)|caddyBooked|caddy\.booked|crs_1|#/components/\w+/\w+)\b"
)
SHARED = [cached for cached in vars(Document) if isinstance(vars(Document)[cached], cached_property)]
# The second doubling of a document may add twice what the first adds: 4 times is a square. The rest is for noise.
MOST_GROWTH = 2.2


def copied(content: Any, number: int) -> Any:
    """A copy of *content* whose operations, components, kinds, courses and assumptions have names of their own."""
    text = NAMES.sub(rf"\g<1>{number}", json.dumps(content))
    return json.loads(re.sub(r"A-0([12])", lambda row: f"A-{2 * number + int(row[1]):02}", text))


@cache
def crowd(copies: int) -> Document:
    """The small contract so many times side by side. Each copy has a tag, a code and a waiver that excuses nothing."""
    document: dict[str, Any] = {**SMALL, "paths": {}, "webhooks": {}, "components": {}, "tags": [*SMALL["tags"]]}
    ledger, stated = {}, {**BESIDE[1], "operations": {}, "deliveries": {}, "silences": []}
    for number in range(copies):
        copy, rows, states = (copied(content, number) for content in (SMALL, *BESIDE))
        copy["paths"][f"/caddies{number}"]["get"]["x-lint-waiver"] = {"part-described": "Nothing needs it."}
        for section, parts in copy["components"].items():
            named = {f"{name}{number}": part for name, part in parts.items()}
            document["components"].setdefault(section, {}).update(named)
        for section in ("paths", "webhooks"):
            document[section] |= copy[section]
        document["tags"].append({"name": f"tag{number}", "description": "A tag of a copy."})
        ledger |= rows
        for section in ("operations", "deliveries"):
            stated[section] |= states[section]
        stated["silences"] += states["silences"]
    codes = [f"refused_{number}" for number in range(copies)]
    document["components"]["schemas"]["Problem"] = {"properties": {"code": {"type": "string", "enum": codes}}}
    return Document(document, ledger, stated, {"openapi.yaml": "- 12:30 \n" * copies})


def steps_of(function: Callable[[], object]) -> int:
    """How many instructions of Python a call runs."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    gc.disable()  # Callbacks of the collector are no steps of the call.
    sys.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(before)
        gc.enable()
    return count


def fresh(document: Document) -> Document:
    """The document before any rule asked."""
    return Document(document.content, document.ledger, document.stated, document.files)


def read(document: Document) -> Document:
    """The document after everything that its rules share was computed."""
    for shared in SHARED:
        getattr(document, shared)
    return document


def assert_in_proportion(of: Callable[[int], Callable[[], object]]) -> None:
    """Asserts that a call takes twice the steps for twice the size. *of* prepares the call for a size."""
    of(2)()  # Whatever Python keeps from the first call is no step of the others.
    steps = {size: steps_of(of(size)) for size in (6, 12, 24)}
    few, some, many = steps.values()
    assert many - some <= MOST_GROWTH * (some - few), steps


# The structure is judged by a library, whose steps are none of Python.
@pytest.mark.parametrize("rule", [pytest.param(rule, id=name) for name, rule in RULES.items() if name != FIRST[0]])
def test_each_rule_takes_steps_in_proportion(rule: Rule) -> None:
    assert_in_proportion(lambda copies: partial(findings_of, rule, read(crowd(copies))))


@pytest.mark.parametrize("shared", SHARED)
def test_what_rules_share_takes_steps_in_proportion(shared: str) -> None:
    assert_in_proportion(lambda copies: partial(getattr, fresh(crowd(copies)), shared))


def test_faults_and_their_waivers_take_steps_in_proportion(tmp_path: Path) -> None:
    """No operation has a tag, and a waiver excuses every second one."""
    waiver = ", x-lint-waiver: {operation-has-known-tag: It is old.}"

    def lint(operations: int) -> Callable[[], object]:
        file = tmp_path / f"{operations}.yaml"
        items = [f"  /caddies{i}: {{get: {{responses: {{}}{waiver * (i % 2)}}}}}\n" for i in range(operations)]
        file.write_text(f"openapi: 3.1.0\ninfo: {{title: Caddies, version: 1.0.0}}\npaths:\n{''.join(items)}", "utf-8")
        return partial(lint_version, read_version(str(file)), "caddies")

    assert_in_proportion(lint)


def test_structural_errors_take_steps_in_proportion() -> None:
    def judging(paths: int) -> Callable[[], object]:
        wrong = {f"/caddies{number}": {"get": {"parameters": 5}} for number in range(paths)}
        return partial(structure_errors, {"openapi": "3.1.0", "paths": wrong})

    assert_in_proportion(judging)


def test_mending_takes_steps_in_proportion(tmp_path: Path) -> None:
    def mending(members: int) -> Callable[[], object]:
        file = tmp_path / f"{members}.yaml"
        file.write_text("".join(f"m{i}: {{description: Bo, examples: [10:20]}} \n" for i in range(members)), "utf-8")
        rules = ("description-in-sentences", "text-is-quoted", "line-is-tidy", "property-has-example")
        places = [(Place(str(file), line), rule) for line in range(1, members + 1) for rule in rules]
        return partial(mend, [Located(place, rule, "", "/description") for place, rule in places])

    assert_in_proportion(mending)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("/caddies/{id}", "/caddies/best"),
        ("/caddies/{caddy-id}", "/caddies/best"),
        ("/{noun}/{id}", "/caddies/best"),
        ("/caddies/{id}.json", "/caddies/best.json"),
        ("/caddies/{id}", "/caddies/{other}"),
    ],
)
def test_a_template_hides_a_later_path(earlier: str, later: str) -> None:
    document = Document({"paths": {"/other": {}, earlier: {}, later: {}}})

    hidden = findings_of(RULES["literal-path-first"], document)

    assert [finding.sentence.split("`")[1::2] for finding in hidden] == [[earlier, later]]


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("/caddies/best", "/caddies/{id}"),
        ("/caddies/{id}", "/caddies/"),
        ("/caddies/{id}", "/caddies/best/bag"),
        ("/caddies/{id}.json", "/caddies/best.xml"),
        ("/caddies/{id}/bag", "/caddies/best"),
    ],
)
def test_no_path_hides_a_path_that_it_does_not_match(earlier: str, later: str) -> None:
    document = Document({"paths": {earlier: {}, later: {}}})

    assert findings_of(RULES["literal-path-first"], document) == []
