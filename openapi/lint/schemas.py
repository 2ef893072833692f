"""Schemas that every tool reads alike: few keywords, portable patterns, numbers and texts with an end."""

import math
import re
from collections.abc import Mapping
from typing import Any

from openapi.lint.documents import SCHEMAS, Document
from openapi.lint.parts import DocumentPart
from openapi.lint.rules import Rule, RuleSet, every

# The subset that jsonschema-rs, openapi-core, Schemathesis, Prism and the 3.0 rendering read alike.
KEYWORDS = frozenset({
    "$ref", "type", "description", "examples", "default", "enum", "const", "format", "pattern",
    "properties", "required", "additionalProperties", "minProperties", "maxProperties",
    "items", "minItems", "maxItems", "uniqueItems",
    "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
    "allOf", "oneOf", "anyOf", "not", "deprecated",
})  # fmt: skip

_MOST_IN_64_BITS = 2**63 - 1
# Beyond it a number of JavaScript is no longer exact.
_MOST_EXACT = 2**53 - 1


def _types(part: DocumentPart) -> list[Any]:
    kinds = part.node.get("type")
    return kinds if isinstance(kinds, list) else [kinds]


def _numbers(document: Document) -> list[DocumentPart]:
    numbers = [part for part in document.parts(*SCHEMAS) if {"integer", "number"} & {*_types(part)}]
    return [part for part in numbers if not part.node.keys() & {"enum", "const"}]


def _bound(part: DocumentPart, name: str) -> Any:
    return part.node.get(name, part.node.get(f"exclusive{name.capitalize()}"))


def _unbounded(_: Document, part: DocumentPart) -> str | None:
    missing = [name for name in ("minimum", "maximum") if _bound(part, name) is None]
    return f"{part} is a number without a {missing[0]}." if missing else None


def _beyond(least: int, greatest: float, keeper: str, part: DocumentPart) -> str | None:
    bounds = [_bound(part, name) or 0 for name in ("minimum", "maximum")]
    beyond = [bound for bound in bounds if least < abs(bound) <= greatest]
    return f"The bound {beyond[0]} is too large for {keeper}." if beyond else None


def _foreign_keyword(document: Document, part: DocumentPart) -> str | None:
    known = KEYWORDS | {"example"} if document.is_older else KEYWORDS
    foreign = sorted(word for word in part.node if word not in known and not word.startswith("x-"))
    return f"{part} uses `{foreign[0]}`, which not every tool reads alike." if foreign else None


def _mixed_types(_: Document, part: DocumentPart) -> str | None:
    kinds = _types(part)
    mixed = len(kinds) > 1 and (len(kinds) != 2 or kinds[1] != "null")
    return f"{part} has several types. A list of types only adds `null`, as its second type." if mixed else None


def _patterned(document: Document) -> list[DocumentPart]:
    return [part for part in document.parts(*SCHEMAS) if "pattern" in part.node]


def _loose_pattern(_: Document, part: DocumentPart) -> str | None:
    pattern = part.node["pattern"]
    if not re.fullmatch(r"\^.*\$", pattern, re.DOTALL):
        return "The pattern is not anchored: begin it with `^` and end it with `$`."
    if not pattern.isascii() or re.search(r"\\[dDwWsSbB]", pattern):
        return "The pattern has a class whose members depend on the tool. Write the characters, such as `[0-9]`."
    return None


def _open_request(_: Document, part: DocumentPart) -> str | None:
    # A map says what its members look like. It is closed, too.
    if part.node.get("additionalProperties") not in (None, True):
        return None
    return f"{part} is sent by a caller and takes unknown members. Add `additionalProperties: false`."


def _request_objects(document: Document) -> list[DocumentPart]:
    return [part for part in document.request_schemas if part.node.get("type") == "object"]


def _closed_answer(_: Document, part: DocumentPart) -> str | None:
    if "additionalProperties" not in part.node:
        return None
    return f"{part} is an answer and closed, so no member can ever be added. Remove `additionalProperties`."


def _answer_objects(document: Document) -> list[DocumentPart]:
    return [part for part in document.answer_schemas if "properties" in part.node]


def _request_texts(document: Document) -> list[DocumentPart]:
    return [part for part in document.request_schemas if part.node.get("type") == "string"]


def _endless_text(_: Document, part: DocumentPart) -> str | None:
    if not _has_a_form(part.node):
        return f"{part} takes any text. Give it a pattern, a format or a list of values."
    return None if _has_an_end(part.node) else f"{part} has no greatest length."


def _has_a_form(text: Mapping[str, Any]) -> bool:
    return not {"pattern", "format", "enum", "const"}.isdisjoint(text)


def _has_an_end(text: Mapping[str, Any]) -> bool:
    """A greatest length, a form that has one, or a pattern that repeats nothing without end."""
    bounded_pattern = "pattern" in text and not re.search(r"[*+](?![^\[]*\])", text["pattern"])
    return "maxLength" in text or text.get("format") == "date" or "enum" in text or "const" in text or bounded_pattern


def _dated(document: Document) -> list[DocumentPart]:
    return [part for part in document.own_parts(*SCHEMAS) if part.node.get("format") in {"date", "date-time"}]


def _date_that_is_no_text(_: Document, part: DocumentPart) -> str | None:
    wrong = [example for example in part.node.get("examples", []) if not isinstance(example, str)]
    return f"The example {wrong[0]} of {part.name} is not a text." if wrong else None


RULES = (
    Rule(
        "number-has-bounds",
        RuleSet.STYLE,
        "A number without an end does not fit every database and every client.",
        _numbers,
        _unbounded,
    ),
    Rule(
        "bounds-fit-64-bits",
        RuleSet.STYLE,
        "Databases and most languages keep whole numbers in 64 bits.",
        _numbers,
        lambda _, part: _beyond(_MOST_IN_64_BITS, math.inf, "64 bits", part),
    ),
    Rule(
        "bounds-are-exact",
        RuleSet.CONTRACT,
        "JavaScript rounds larger numbers.",
        _numbers,
        lambda _, part: _beyond(_MOST_EXACT, _MOST_IN_64_BITS, "an exact number of JavaScript", part),
    ),
    Rule(
        "keyword-is-portable",
        RuleSet.STYLE,
        "Tools ignore keywords that they do not know, and so judge differently.",
        every(*SCHEMAS),
        _foreign_keyword,
    ),
    Rule(
        "type-list-adds-null",
        RuleSet.STYLE,
        "Typed languages have no member of two types, but nearly all have one that can be null.",
        every(*SCHEMAS),
        _mixed_types,
    ),
    Rule(
        "pattern-is-portable",
        RuleSet.STYLE,
        "Languages read loose patterns and classes such as `\\d` differently.",
        _patterned,
        _loose_pattern,
    ),
    Rule(
        "date-is-text",
        RuleSet.STYLE,
        "JSON has no dates.",
        _dated,
        _date_that_is_no_text,
    ),
    Rule(
        "request-is-closed",
        RuleSet.STYLE,
        "A misspelt optional member is refused, not ignored.",
        _request_objects,
        _open_request,
    ),
    Rule(
        "answer-is-open",
        RuleSet.STYLE,
        "A client that accepts unknown members survives an addition.",
        _answer_objects,
        _closed_answer,
    ),
    Rule(
        "request-text-is-bounded",
        RuleSet.CONTRACT,
        "A service has to store whatever fits.",
        _request_texts,
        _endless_text,
    ),
)
