"""Renders the bundled contract as OpenAPI 3.0.3, for tools that do not read a newer version.

Everything that 3.0 cannot express gets its nearest form: only the notation changes. The deliveries, for which 3.0
has no place, move to `x-webhooks`. This module knows the two dialects, not the content of this contract.
"""

from collections.abc import Callable
from typing import Any

from openapi.references import Schema, resolve

NOTE = (
    "This is the OpenAPI 3.0.3 rendering of the contract, generated from the OpenAPI 3.1 document.\n"
    "The webhook deliveries are under `x-webhooks`."
)

# Values of the interface itself. They look like nodes of the document but are not.
_PAYLOADS = frozenset({"example", "value"})
_SCHEMA_MAPS = ("properties",)
_SCHEMA_LISTS = ("allOf", "anyOf", "oneOf")
_SCHEMA_PLACES = ("items", "not", "additionalProperties")


def rendering_30(document: dict[str, Any]) -> dict[str, Any]:
    """*document*, a bundled OpenAPI 3.1 contract, as an OpenAPI 3.0.3 document. *document* does not change.

    It knows the keywords that the contract uses. A test allows the contract only these keywords.
    """
    named = _with_named_texts(document)
    rendered: dict[str, Any] = _node(named, named)
    rendered |= {"openapi": "3.0.3", "info": _title_page(document["info"])}
    if "webhooks" in rendered:
        rendered["x-webhooks"] = rendered.pop("webhooks")
    return rendered


def _with_named_texts(document: dict[str, Any]) -> dict[str, Any]:
    """*document* with a component, such as `BookingConfirmedDeliveryType`, for each member with a fixed text.

    3.0 writes a fixed text as a list of one value, and client generators give only numbers to lists without a name.
    """
    schemas: dict[str, Schema] = document.get("components", {}).get("schemas", {})
    named = dict(schemas)
    for owner, schema in schemas.items():
        fixed = {
            member: f"{owner}{member[0].upper()}{member[1:]}"
            for member, value in schema.get("properties", {}).items()
            if isinstance(value.get("const"), str)
        }
        if fixed:
            references = {member: {"$ref": f"#/components/schemas/{name}"} for member, name in fixed.items()}
            named[owner] = {**schema, "properties": {**schema["properties"], **references}}
            named |= {name: schema["properties"][member] for member, name in fixed.items()}
    if named == schemas:
        return document
    return {**document, "components": {**document["components"], "schemas": named}}


def _title_page(page: dict[str, Any]) -> dict[str, Any]:
    """The title page. 3.0 has no summary, and names a licence by its address."""
    rendered = {member: value for member, value in page.items() if member != "summary"}
    texts = [page.get("summary"), page.get("description"), NOTE]
    rendered["description"] = "\n\n".join(text.strip() for text in texts if text)
    licence = page.get("license", {})
    if "identifier" in licence:
        rendered["license"] = {
            "name": licence["name"],
            "url": f"https://spdx.org/licenses/{licence['identifier']}.html",
        }
    return rendered


def _node(document: dict[str, Any], node: Any) -> Any:
    if isinstance(node, list):
        return [_node(document, item) for item in node]
    if not isinstance(node, dict):
        return node
    if isinstance(node.get("$ref"), str):
        return _reference(document, node)
    return {member: _member(document, member, value) for member, value in node.items()}


def _member(document: dict[str, Any], member: str, value: Any) -> Any:
    if member in _PAYLOADS:
        return value
    if member == "schema":
        return _schema(value)
    if member == "schemas":
        return {name: _schema(item) for name, item in value.items()}
    return _node(document, value)


def _reference(document: dict[str, Any], node: dict[str, Any]) -> Any:
    """A reference outside a schema, or a copy of its target if 3.0 would ignore the keywords beside it."""
    if len(node) == 1:
        return node
    beside = {member: value for member, value in node.items() if member != "$ref"}
    return _node(document, {**resolve(document, node["$ref"][1:]), **beside})


def _schema(schema: Schema) -> Schema:
    rendered = {keyword: _keyword(keyword, value) for keyword, value in schema.items()}
    for step in _STEPS:
        rendered = step(rendered)
    return rendered


def _keyword(keyword: str, value: Any) -> Any:
    if keyword in _SCHEMA_MAPS:
        return {name: _schema(item) for name, item in value.items()}
    if keyword in _SCHEMA_LISTS:
        return [_schema(item) for item in value]
    if keyword in _SCHEMA_PLACES and isinstance(value, dict):
        return _schema(value)
    return value


def _nullable(schema: Schema) -> Schema:
    """Null is a type in 3.1, but a keyword beside a type in 3.0. Several types become alternatives."""
    types = schema.get("type")
    if types == "null":
        return {**schema, "type": "string", "nullable": True, "enum": [None]}
    if not isinstance(types, list):
        return schema
    rest = {keyword: value for keyword, value in schema.items() if keyword != "type"}
    permission = {"nullable": True} if "null" in types else {}
    named = [{"type": name, **permission} for name in types if name != "null"]
    return {**rest, **named[0]} if len(named) == 1 else {**rest, "anyOf": named}


def _const(schema: Schema) -> Schema:
    if "const" not in schema:
        return schema
    rest = {keyword: value for keyword, value in schema.items() if keyword != "const"}
    return {**rest, "enum": [schema["const"]]}


def _open_bounds(schema: Schema) -> Schema:
    """An exclusive bound is a number in 3.1, but a flag beside the bound in 3.0."""
    bounds = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
    open_bounds = {bound: flag for flag, bound in bounds.items() if flag in schema}
    return {
        **schema,
        **{bound: schema[flag] for bound, flag in open_bounds.items()},
        **dict.fromkeys(open_bounds.values(), True),
    }


def _one_example(schema: Schema) -> Schema:
    """3.0 allows one example of a schema. The first example is kept."""
    if "examples" not in schema:
        return schema
    rest = {keyword: value for keyword, value in schema.items() if keyword != "examples"}
    return {**rest, "example": schema["examples"][0]}


def _wrapped_reference(schema: Schema) -> Schema:
    """3.0 ignores keywords beside a reference in a schema, but reads them beside `allOf`."""
    if "$ref" not in schema or len(schema) == 1:
        return schema
    rest = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
    return {**rest, "allOf": [{"$ref": schema["$ref"]}, *schema.get("allOf", [])]}


_STEPS: tuple[Callable[[Schema], Schema], ...] = (
    _nullable,
    _const,
    _open_bounds,
    _one_example,
    _wrapped_reference,
)
