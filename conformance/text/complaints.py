"""The complaint of a JSON Schema about a value, in words that name the member: `data.label is missing`. Pure."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jsonschema_rs

_LONGEST_VALUE = 80
_LONGEST_MESSAGE = 240
_NAME_OF_TYPE = {
    "string": "a string",
    "number": "a number",
    "integer": "an integer",
    "boolean": "a boolean",
    "object": "an object",
    "array": "an array",
    "null": "null",
}

# By keyword: the words after the name of the member.
_WORDS: Mapping[str, Callable[[str, Any], str]] = {
    "type": lambda value, kind: f"is {value}, not {' or '.join(_NAME_OF_TYPE[name] for name in kind.types)}",
    "format": lambda value, kind: f"is {value}, which is not a {kind.format}",
    "pattern": lambda value, kind: f"is {value}, which does not match {kind.pattern}",
    "const": lambda value, kind: f"is {value}, not {_shown(kind.expected_value)}",
    "enum": lambda value, kind: f"is {value}, not one of {', '.join(map(_shown, kind.options))}",
    "minimum": lambda value, kind: f"is {value}, less than {kind.limit}",
    "maximum": lambda value, kind: f"is {value}, more than {kind.limit}",
    "minLength": lambda value, kind: f"is {value}, shorter than {kind.limit} characters",
    "minItems": lambda value, kind: f"is {value}, which has fewer than {kind.limit} items",
}


def complaint_in_words(error: jsonschema_rs.ValidationError, pointer: str) -> str:
    """The complaint *error* about the value at *pointer* of a body: `data.prices[5].b2bPrice is missing`."""
    path = [*pointer.split("/")[1:], *map(str, error.instance_path)]
    kind: Any = error.kind
    if kind.name == "required":
        return f"{member_name([*path, kind.property])} is missing"
    if words := _WORDS.get(kind.name):
        return f"{member_name(path)} {words(_shown(error.instance), kind)}"
    return f"{member_name(path)}: {error.message[:_LONGEST_MESSAGE]}"


def member_name(path: Sequence[str | int]) -> str:
    """A path as programmers write it: `data.prices[5].currency`."""
    return "".join(f"[{part}]" if str(part).isdigit() else f".{part}" for part in path).lstrip(".") or "the body"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]} ..."
