"""Laws that every comparison keeps, whatever the contracts say."""

import copy
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openapi.diff.comparing import compare
from openapi.diff.model import Comparison, Difference, Verdict
from openapi.references import dereference
from openapi.rendering import rendering_30
from openapi.versions import Version
from tests.contract.labelled_edits import FOLDER, base_document, compared, edits

BASES = ("contract", *sorted(file.stem for name in ("bases", "blind_bases") for file in (FOLDER / name).glob("*.yaml")))
SMALL_BASES = BASES[1:]
PREFIX = "#/components/schemas/"
# One comparison takes longer than Hypothesis allows without being asked.
SOME = settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
# Kinds of differences that say that a thing is new, and the kinds that say that it is gone.
PAIRS = {
    "member-added": "member-removed",
    "operation-added": "operation-removed",
    "delivery-added": "delivery-removed",
    "parameter-added": "parameter-removed",
    "media-type-added": "media-type-removed",
    "header-added": "header-removed",
    "server-added": "server-removed",
    "security-added": "security-removed",
    "link-added": "link-removed",
}
TURNED = PAIRS | {gone: new for new, gone in PAIRS.items()}


def between(old: Mapping[str, Any], new: Mapping[str, Any]) -> Comparison:
    """What a comparison says about two documents without ledgers."""
    return compare(Version("old", dict(old), None), Version("new", dict(new), None))


def beyond_codegen(comparison: Comparison) -> list[Difference]:
    """The differences that matter to anybody but generators."""
    return [
        item for item in comparison.differences if item.verdict or item.server or item.behaviour or not item.codegen
    ]


def renamed(document: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A document with other names for some of its schemas."""
    found: dict[str, Any] = _rewritten(document, {PREFIX + old: PREFIX + new for old, new in names.items()})
    schemas = found["components"]["schemas"]
    found["components"]["schemas"] = {names.get(name, name): schema for name, schema in schemas.items()}
    return found


def _rewritten(node: Any, references: Mapping[str, str]) -> Any:
    if isinstance(node, dict):
        return {
            key: references.get(value, value) if isinstance(value, str) else _rewritten(value, references)
            for key, value in node.items()
        }
    return [_rewritten(item, references) for item in node] if isinstance(node, list) else node


def schemas_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The schemas of a document by name."""
    return dict(document.get("components", {}).get("schemas", {}))


def inlined(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A document that writes out a schema wherever something refers to it."""
    return dict(_written_out(document, PREFIX + name, document))


def _written_out(node: Any, reference: str, document: Mapping[str, Any]) -> Any:
    if isinstance(node, dict) and node.get("$ref") == reference:
        beside = {key: value for key, value in node.items() if key != "$ref"}
        return {**copy.deepcopy(dereference(document, {"$ref": reference})), **beside}
    if isinstance(node, dict):
        return {key: _written_out(value, reference, document) for key, value in node.items()}
    return [_written_out(item, reference, document) for item in node] if isinstance(node, list) else node


@cache
def inlinable(base: str) -> tuple[str, ...]:
    """The schemas that do not lead back to themselves, and that no discriminator names."""
    schemas = schemas_of(base_document(base))
    return tuple(
        name
        for name, schema in schemas.items()
        if "discriminator" not in str(base_document(base)) and name not in _reached(schema, schemas)
    )


def _reached(schema: Any, schemas: Mapping[str, Any]) -> set[str]:
    found: set[str] = set()
    waiting = list(_references(schema))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(schemas.get(name))
    return found


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if str(node.get("$ref", "")).startswith(PREFIX):
            yield node["$ref"].removeprefix(PREFIX)
        for value in node.values():
            yield from _references(value)
    for item in node if isinstance(node, list) else ():
        yield from _references(item)


def extracted(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document in which the schema of every body and parameter has a name of its own."""
    found = copy.deepcopy(dict(document))
    named: dict[str, Any] = {}
    _extract(found.get("paths", {}), named)
    found.setdefault("components", {}).setdefault("schemas", {}).update(named)
    return found


def _extract(node: Any, named: dict[str, Any]) -> None:
    members = list(node.items()) if isinstance(node, dict) else list(enumerate(node)) if isinstance(node, list) else []
    for key, value in members:
        if key == "schema" and isinstance(value, dict) and "$ref" not in value:
            name = f"Extracted{len(named)}"
            named[name] = value
            node[key] = {"$ref": PREFIX + name}
        elif key not in ("example", "examples"):
            _extract(value, named)


@pytest.mark.parametrize("base", BASES)
def test_a_document_means_the_same_as_itself(base: str) -> None:
    document = base_document(base)

    assert between(document, copy.deepcopy(document)).differences == ()


@pytest.mark.parametrize("base", BASES)
def test_renaming_every_schema_changes_generated_names_alone(base: str) -> None:
    document = base_document(base)
    names = {name: f"{name}Renamed" for name in schemas_of(document)}

    assert beyond_codegen(between(document, renamed(document, names))) == []


@SOME
@given(st.data())
def test_renaming_some_schemas_changes_generated_names_alone(drawing: st.DataObject) -> None:
    document = base_document(drawing.draw(st.sampled_from(SMALL_BASES)))
    chosen = drawing.draw(st.sets(st.sampled_from(sorted(schemas_of(document))), min_size=1))

    assert beyond_codegen(between(document, renamed(document, {name: f"{name}Too" for name in chosen}))) == []


@SOME
@given(st.data())
def test_writing_out_a_schema_changes_nothing_but_generated_code(drawing: st.DataObject) -> None:
    base = drawing.draw(st.sampled_from([base for base in SMALL_BASES if inlinable(base)]))
    document = base_document(base)
    name = drawing.draw(st.sampled_from(inlinable(base)))

    assert beyond_codegen(between(document, inlined(document, name))) == []


@pytest.mark.parametrize("base", SMALL_BASES)
def test_naming_every_schema_changes_nothing_but_generated_code(base: str) -> None:
    document = base_document(base)

    assert beyond_codegen(between(document, extracted(document))) == []


@pytest.mark.parametrize("base", BASES)
def test_the_order_of_members_means_nothing(base: str) -> None:
    document = base_document(base)

    assert between(document, _turned_round(document)).differences == ()


def _turned_round(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: _turned_round(node[key]) for key in reversed(node)}
    return [_turned_round(item) for item in node] if isinstance(node, list) else node


def test_the_older_notation_of_the_contract_breaks_nobody() -> None:
    document = base_document("contract")

    found = between(document, rendering_30(document)).differences

    assert [(item.kind, item.part) for item in found if item.part != "info"] == []


REVERSIBLE = [edit for edit in edits("open") if edit.base != "contract" and not edit.name.startswith("version_")][::12]


@pytest.mark.parametrize("edit", [pytest.param(edit, id=edit.name) for edit in REVERSIBLE])
def test_reversing_a_change_swaps_what_is_new_and_what_is_gone(edit: Any) -> None:
    there = compared(edit)
    back = compared(type(edit)(**{**vars(edit), "reversed": not edit.reversed}))

    assert _paired(back) == sorted(TURNED[kind] for kind in _paired(there))


def _paired(comparison: Comparison) -> list[str]:
    return sorted(item.kind for item in comparison.differences if item.kind in TURNED)


@pytest.mark.parametrize("edit", [pytest.param(edit, id=edit.name) for edit in REVERSIBLE])
def test_every_break_has_a_witness(edit: Any) -> None:
    breaks = [item for item in compared(edit).differences if item.verdict is Verdict.BREAKING]

    assert [item.sentence for item in breaks if item.witness is None] == []
