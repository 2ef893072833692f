"""Reads a bundled OpenAPI document part by part, so that a rule can say something about all of them.

It finds the parts by a grammar of its own, not by the grammar of the bundler: a part that the bundler overlooks is
found here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from openapi.bundler import METHODS
from openapi.references import escape

_SCHEMAS_INSIDE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
_LISTS_OF_SCHEMAS = ("allOf", "anyOf", "oneOf", "prefixItems")
_MAPS_OF_SCHEMAS = ("patternProperties", "dependentSchemas", "$defs")

# Kind of part -> member -> the kind of its value: a part, `*` a map of parts, `+` a list of parts.
GRAMMAR: dict[str, dict[str, str]] = {
    "document": {
        "info": "info",
        "servers": "+server",
        "paths": "*path_item",
        "webhooks": "*path_item",
        "components": "components",
        "tags": "+tag",
    },
    "components": {
        "schemas": "*schema",
        "parameters": "*parameter",
        "headers": "*header",
        "responses": "*response",
        "requestBodies": "*request_body",
        "examples": "*example",
        "links": "*link",
        "securitySchemes": "*security_scheme",
        "pathItems": "*path_item",
    },
    "path_item": {"parameters": "+parameter"} | dict.fromkeys(METHODS, "operation"),
    "operation": {
        "parameters": "+parameter",
        "requestBody": "request_body",
        "responses": "*response",
    },
    "request_body": {"content": "*media_type"},
    "response": {"headers": "*header", "content": "*media_type", "links": "*link"},
    "parameter": {"schema": "schema", "content": "*media_type", "examples": "*example"},
    "header": {"schema": "schema", "content": "*media_type", "examples": "*example"},
    "media_type": {"schema": "schema", "examples": "*example"},
    "schema": {
        "properties": "*property",
        **dict.fromkeys(_SCHEMAS_INSIDE, "schema"),
        **dict.fromkeys(_LISTS_OF_SCHEMAS, "+schema"),
        **dict.fromkeys(_MAPS_OF_SCHEMAS, "*schema"),
    },
}
GRAMMAR["property"] = GRAMMAR["schema"]


@dataclass(frozen=True)
class DocumentPart:
    """One part of a document: its kind, its JSON pointer and its content. References are not followed."""

    kind: str
    pointer: str
    node: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Last step of the pointer: the name of a component, a property, a status."""
        return self.pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")

    def __str__(self) -> str:
        """The part in a sentence, such as: The property `players`."""
        shown = self.node.get("name", self.node.get("operationId", self.name))
        return f"The {self.kind.replace('_', ' ')} `{shown}`"


def walk(document: Mapping[str, Any]) -> Iterator[DocumentPart]:
    """Every part of *document*, once, in the order of the document."""
    return _walk(DocumentPart("document", "", document))


def _walk(part: DocumentPart) -> Iterator[DocumentPart]:
    yield part
    for child in children(part):
        yield from _walk(child)


def children(part: DocumentPart) -> Iterator[DocumentPart]:
    """The parts directly inside *part*. A value that is not an object, such as the schema `true`, is not a part."""
    for member, kind in GRAMMAR.get(part.kind, {}).items():
        pointer = f"{part.pointer}/{escape(member)}"
        for at, value in _values(part.node.get(member), kind[0]):
            if isinstance(value, Mapping):
                yield DocumentPart(kind.lstrip("*+"), pointer + at, value)


def _values(value: Any, shape: str) -> Iterator[tuple[str, Any]]:
    """The values of a member, each with the rest of its pointer."""
    if shape == "*":
        yield from ((f"/{escape(name)}", item) for name, item in value.items()) if isinstance(value, Mapping) else ()
    elif shape == "+":
        yield from ((f"/{place}", item) for place, item in enumerate(value)) if isinstance(value, list) else ()
    else:
        yield "", value
