"""Shapes: the form that every documented answer of the run must have, as rows of data.

A shape names operations, a place in their answers and a JSON Schema (2020-12, formats asserted). The suite compares a
shape with every successful answer of the run, whichever check asked for the answer. This module sends no request.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import jsonschema_rs

from conformance.catalogue.operations import OPERATION_IDS
from conformance.text.spelling import did_you_mean

_MEMBERS = ("operations", "query", "course", "where", "at", "schema", "advisory_schema")

# JSON Schema passes over a keyword it does not know, so a typo would silently judge nothing.
_SCHEMAS_UNDER = ("items", "not", "contains", "if", "then", "else")
_KEYWORDS = frozenset(
    {"type", "required", "properties", "minItems", "maxItems", "minLength", "pattern", "format", "enum", "const"}
    | {"minimum", "maximum", "multipleOf", "anyOf", *_SCHEMAS_UNDER}
)
_FORMATS = frozenset({"date"})


class ShapeError(Exception):
    """A shape in the catalogue is wrong; the message says where, and names a near spelling."""


@dataclass(frozen=True)
class Shape:
    """One shape.

    *at* are places like `/data/*/id`, `*` being every item of an array; where a parent is absent there is
    nothing to judge. What breaks *schema* violates the row, what breaks *advisory_schema* warns. An answer
    counts only when the request carried the parameters in *query*, when its path names a course that the
    target lists as *course* (online or offline), and when its body fits *where*.
    """

    operations: tuple[str, ...]
    query: tuple[str, ...]
    course: str | None
    where: Mapping[str, Any] | None
    at: tuple[str, ...]
    schema: Mapping[str, Any] | None
    advisory_schema: Mapping[str, Any] | None

    @cached_property
    def validator(self) -> jsonschema_rs.Draft202012Validator | None:
        """Judges *schema*, or None when the shape only warns."""
        return _compile(self.schema)

    @cached_property
    def advisory_validator(self) -> jsonschema_rs.Draft202012Validator | None:
        """Judges *advisory_schema*, or None when the shape never warns."""
        return _compile(self.advisory_schema)

    @cached_property
    def where_validator(self) -> jsonschema_rs.Draft202012Validator | None:
        """Says which bodies count, or None when all do."""
        return _compile(self.where)


def _compile(schema: Mapping[str, Any] | None) -> jsonschema_rs.Draft202012Validator | None:
    return None if schema is None else jsonschema_rs.Draft202012Validator(dict(schema), validate_formats=True)


def read_shapes(node: Any) -> tuple[Shape, ...]:
    """The shapes of one row, written as one block or a list of blocks.

    Raises `ShapeError` at the first typo.
    """
    return tuple(_read_shape(block) for block in (node if isinstance(node, list) else [node]))


def _read_shape(block: Any) -> Shape:
    if not isinstance(block, dict):
        raise ShapeError(f"a block must be a mapping, not {block!r}.")
    for member in block:
        if member not in _MEMBERS:
            raise ShapeError(f"unknown member {member!r}.{did_you_mean(str(member), _MEMBERS)}")
    if not block.keys() & {"schema", "advisory_schema"}:
        raise ShapeError("a block needs a schema or an advisory_schema.")
    for name in ("where", "schema", "advisory_schema"):
        if name in block:
            _refuse_typos_in(block[name])
    return Shape(
        operations=_operations(block.get("operations")),
        query=_query(block.get("query", [])),
        course=_course(block.get("course")),
        where=block.get("where"),
        at=_places(block.get("at", "")),
        schema=block.get("schema"),
        advisory_schema=block.get("advisory_schema"),
    )


def _operations(names: Any) -> tuple[str, ...]:
    if not isinstance(names, list) or not names:
        raise ShapeError("'operations' must be a list of operation ids.")
    for name in names:
        if name not in OPERATION_IDS:
            raise ShapeError(f"unknown operation {name!r}.{did_you_mean(str(name), OPERATION_IDS)}")
    return tuple(names)


def _query(names: Any) -> tuple[str, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ShapeError(f"'query' must be a list of parameter names, not {names!r}.")
    return tuple(names)


def _places(node: Any) -> tuple[str, ...]:
    places = node if isinstance(node, list) else [node]
    for place in places:
        if not isinstance(place, str) or (place and not place.startswith("/")):
            raise ShapeError(f"'at' must be empty or begin with a slash, not {place!r}.")
    return tuple(places)


def _course(kind: Any) -> str | None:
    if kind not in (None, "online", "offline"):
        raise ShapeError(f"unknown kind of course {kind!r}.{did_you_mean(str(kind), ('online', 'offline'))}")
    return kind if kind is None else str(kind)


def _refuse_typos_in(schema: Any) -> None:
    if not isinstance(schema, dict):
        raise ShapeError(f"a schema must be a mapping, not {schema!r}.")
    for keyword in schema:
        if keyword not in _KEYWORDS:
            raise ShapeError(f"unknown keyword {keyword!r}.{did_you_mean(str(keyword), _KEYWORDS)}")
    if "format" in schema and schema["format"] not in _FORMATS:
        raise ShapeError(f"unknown format {schema['format']!r}.{did_you_mean(str(schema['format']), _FORMATS)}")
    if not jsonschema_rs.meta.is_valid(schema):
        raise ShapeError(f"not a JSON Schema: {schema!r}.")
    for part in _parts(schema):
        _refuse_typos_in(part)


def _parts(schema: Mapping[str, Any]) -> list[Any]:
    single = [schema[name] for name in _SCHEMAS_UNDER if name in schema]
    return [*single, *schema.get("properties", {}).values(), *schema.get("anyOf", [])]
