"""Reads the notation of OpenAPI 3.0 as the notation of 3.1. It knows the two notations, not the content of a contract.

Where 3.0 ignores a keyword, the result does not have it: keywords beside a reference, and `nullable` without a type.
"""

from collections.abc import Mapping
from typing import Any

from openapi.bundler import CHILDREN
from openapi.places import placed

_BOUNDS = (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum"))


def is_older(document: Mapping[str, Any]) -> bool:
    """Whether *document* is written in OpenAPI 3.0."""
    return str(document.get("openapi", "")).startswith("3.0")


def document_as_31(document: Mapping[str, Any]) -> dict[str, Any]:
    """*document*, a bundled contract, with every schema in the notation of 3.1. *document* does not change."""
    found: dict[str, Any] = _node(document, "root") if is_older(document) else dict(document)
    return found


def schema_as_31(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema object of OpenAPI 3.0 in the notation of 3.1. The schemas inside it stay as they are."""
    if isinstance(schema.get("$ref"), str):
        return placed({"$ref": schema["$ref"]}, schema)
    written = dict(schema)
    for bound, flag in _BOUNDS:
        exclusive = written.pop(flag, None)
        if exclusive is True and bound in written:
            written[flag] = written.pop(bound)
    if written.pop("nullable", None) is True and "type" in written:
        if "enum" in written and None in written["enum"] and len(written["enum"]) == 1:
            return placed({**written, "type": "null"}, schema)
        written["type"] = [written["type"], "null"]
    return placed(written, schema)


def _node(node: Any, kind: str) -> Any:
    if not isinstance(node, Mapping):
        return node
    written = schema_as_31(node) if kind == "schema" else node
    children = CHILDREN.get(kind, {})
    members = {name: _child(value, children[name]) if name in children else value for name, value in written.items()}
    return placed(members, node)


def _child(value: Any, kind: str) -> Any:
    shape, _, inner = kind.rpartition(":")
    if shape == "map" and isinstance(value, Mapping):
        return placed({name: _node(item, inner) for name, item in value.items()}, value)
    if shape == "list" and isinstance(value, list):
        return [_node(item, inner) for item in value]
    return _node(value, inner)
