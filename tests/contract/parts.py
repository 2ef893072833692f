"""Reads a bundled OpenAPI document part by part, so that a test can say something about all of them.

It finds the parts by a grammar of its own, not by the one of the bundler: a part that the bundler overlooks is
found here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from openapi.bundler import METHODS, dereference, escape

# Kind of part -> member -> what stands there: a part, `*` a map of parts, `+` a list of parts.
GRAMMAR: dict[str, dict[str, str]] = {
    "document": {"paths": "*path_item", "webhooks": "*path_item", "components": "components", "tags": "+tag"},
    "components": {
        "schemas": "*schema",
        "parameters": "*parameter",
        "headers": "*header",
        "responses": "*response",
        "requestBodies": "*request_body",
        "examples": "*example",
        "links": "*link",
        "securitySchemes": "*security_scheme",
    },
    "path_item": {"parameters": "+parameter"} | dict.fromkeys(METHODS, "operation"),
    "operation": {"parameters": "+parameter", "requestBody": "request_body", "responses": "*response"},
    "request_body": {"content": "*media_type"},
    "response": {"headers": "*header", "content": "*media_type", "links": "*link"},
    "parameter": {"schema": "schema"},
    "header": {"schema": "schema"},
    "media_type": {"schema": "schema", "examples": "*example"},
    "schema": {
        "properties": "*property",
        "items": "schema",
        "additionalProperties": "schema",
        "not": "schema",
        "allOf": "+schema",
        "anyOf": "+schema",
        "oneOf": "+schema",
    },
}
GRAMMAR["property"] = GRAMMAR["schema"]


@dataclass(frozen=True)
class Part:
    """One part of a document: its kind, its JSON pointer and what stands there. References are not followed."""

    kind: str
    pointer: str
    node: dict[str, Any]

    @property
    def name(self) -> str:
        """Last step of the pointer: the name of a component, a property, a status."""
        return self.pointer.rpartition("/")[2]


def parts(document: dict[str, Any], *kinds: str) -> list[Part]:
    """Every part of the named kinds, once, in the order of the document."""
    return [part for part in _walk(Part("document", "", document)) if part.kind in kinds]


def own_parts(document: dict[str, Any], *kinds: str) -> list[Part]:
    """Every part of the named kinds that is written out where it stands, references left out."""
    return [part for part in parts(document, *kinds) if "$ref" not in part.node]


def operations(document: dict[str, Any]) -> list[Part]:
    """The operations that the service serves, deliveries left out."""
    return [part for part in parts(document, "operation") if part.pointer.startswith("/paths/")]


def deliveries(document: dict[str, Any]) -> list[Part]:
    """The operations that the service calls at a receiver."""
    return [part for part in parts(document, "operation") if part.pointer.startswith("/webhooks/")]


def schemas_below(document: dict[str, Any], schema: dict[str, Any]) -> list[dict[str, Any]]:
    """*schema* and every schema that it contains or refers to, each once."""
    found: list[dict[str, Any]] = []
    open_schemas = [schema]
    while open_schemas:
        each = open_schemas.pop()
        if each in found:
            continue
        found.append(each)
        referred = [dereference(document, each)] if "$ref" in each else []
        open_schemas += referred + [child.node for child in _children(Part("schema", "", each))]
    return found


def request_schemas(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Every schema that takes part in a request body of the service."""
    return _schemas_of(document, [operation.node.get("requestBody", {}) for operation in operations(document)])


def answer_schemas(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Every schema that takes part in an answer of the service."""
    answers = [answer for operation in operations(document) for answer in operation.node["responses"].values()]
    return _schemas_of(document, [dereference(document, answer) for answer in answers])


def _schemas_of(document: dict[str, Any], bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    media_types = [media for body in bodies for media in body.get("content", {}).values()]
    return schemas_below(document, {"allOf": [media["schema"] for media in media_types]})


def _walk(part: Part) -> Iterator[Part]:
    yield part
    for child in _children(part):
        yield from _walk(child)


def _children(part: Part) -> Iterator[Part]:
    for member, kind in GRAMMAR.get(part.kind, {}).items():
        value = part.node.get(member)
        pointer = f"{part.pointer}/{escape(member)}"
        if kind[0] == "*":
            yield from (Part(kind[1:], f"{pointer}/{escape(n)}", item) for n, item in (value or {}).items())
        elif kind[0] == "+":
            yield from (Part(kind[1:], f"{pointer}/{n}", item) for n, item in enumerate(value or []))
        elif isinstance(value, dict):
            yield Part(kind, pointer, value)
