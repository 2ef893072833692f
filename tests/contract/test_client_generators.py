"""What client generators cannot read, although OpenAPI allows it, is not in the documents. tests/clients runs them."""

from collections import Counter
from typing import Any

import pytest

from openapi.bundler import dereference

from .parts import Part, deliveries, operations, parts

SCHEMAS = ("schema", "property")
PLAIN = {"string", "number", "integer", "boolean", "array"}


def _components(document: dict[str, Any]) -> list[Part]:
    return [part for part in parts(document, "schema") if part.pointer.count("/") == 3]


def test_no_link_carries_a_body(any_document: dict[str, Any]) -> None:
    carrying = [part.pointer for part in parts(any_document, "link") if "requestBody" in part.node]

    assert carrying == []


def test_no_member_is_narrowed_by_all_of(any_document: dict[str, Any]) -> None:
    narrowed = {
        part.pointer: twice
        for part in parts(any_document, *SCHEMAS)
        if (twice := [name for name, count in _members(any_document, part.node).items() if count > 1])
    }

    assert narrowed == {}


def _members(document: dict[str, Any], schema: dict[str, Any]) -> Counter[str]:
    """How many branches of an allOf say something about each member. *schema* is a branch itself."""
    if "allOf" not in schema:
        return Counter()
    branches = [dereference(document, branch) for branch in schema["allOf"]]
    return Counter(name for branch in [schema, *branches] for name in branch.get("properties", {}))


def test_deliveries_share_no_tag_with_the_operations_of_the_service(document: dict[str, Any]) -> None:
    served = {tag for operation in operations(document) for tag in operation.node["tags"]}
    delivered = {tag for delivery in deliveries(document) for tag in delivery.node["tags"]}

    assert (delivered, served & delivered) == ({"deliveries"}, set())


def test_no_component_only_renames_another(any_document: dict[str, Any]) -> None:
    aliases = [part.name for part in _components(any_document) if "$ref" in part.node or len(_all_of(part)) == 1]

    assert aliases == []


def test_no_component_of_the_older_rendering_only_renames_another(document_30: dict[str, Any]) -> None:
    aliases = [part.name for part in _components(document_30) if "$ref" in part.node or len(_all_of(part)) == 1]

    assert aliases == []


def _all_of(part: Part) -> list[Any]:
    listed: list[Any] = part.node.get("allOf", [])
    return listed


def test_every_component_is_an_object_a_choice_or_a_closed_list(any_document: dict[str, Any]) -> None:
    plain = [
        part.name for part in _components(any_document) if part.node.get("type") in PLAIN and "enum" not in part.node
    ]

    assert plain == []


@pytest.mark.parametrize("version", ["document", "document_30"])
def test_no_truth_value_is_fixed(version: str, request: pytest.FixtureRequest) -> None:
    """A list of one truth value becomes an Enum that is true either way, or one that no value fits."""
    fixed = [
        part.pointer
        for part in parts(request.getfixturevalue(version), *SCHEMAS)
        if part.node.get("type") == "boolean" and {"const", "enum"} & part.node.keys()
    ]

    assert fixed == []


def test_every_object_with_members_has_a_name(document: dict[str, Any]) -> None:
    nameless = [
        part.pointer
        for part in parts(document, *SCHEMAS)
        if "properties" in part.node and not part.pointer.startswith("/components/schemas/")
    ]
    inside = [part.pointer for part in parts(document, "property") if "properties" in part.node]

    assert nameless + inside == []


def test_every_fixed_text_of_a_member_has_a_name_in_the_older_rendering(document_30: dict[str, Any]) -> None:
    nameless = [part.pointer for part in parts(document_30, "property") if len(part.node.get("enum", [])) == 1]

    assert nameless == []
