"""What a contract has against a request or an answer, in words that show no value of a person. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import jsonschema_rs

_MOST_OPTIONS = 6
_PLAIN_NAME = re.compile(r"[A-Za-z_$][\w.$-]{0,40}", re.ASCII)
# Names of a contract's own words, numbers, dates and times. Any other text could be about a person.
_PLAIN_VALUE = re.compile(r"[a-z][a-zA-Z_.-]{0,30}|[A-Z]{2,3}|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}:[0-9]{2}")
_PERSONAL_NAME = re.compile(
    r"name|mail|phone|mobile|address|birth|secret|token|key|passw|note|comment|request|contact|user|card|iban", re.I
)
_TYPES: Mapping[str, str] = {
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}


class Side(StrEnum):
    """Which message of an exchange a complaint is about."""

    request = "request"
    answer = "answer"


@dataclass(frozen=True, order=True)
class Complaint:
    """A contract's complaint about a *place* such as `body.players`; items of lists have no number there.

    *fault* says what is wrong with the place. *habit* completes the sentences "They ..." and "It ...". *value* is the
    value that is wrong, None for a part that is absent: it may be about a person, and is never shown.
    """

    side: Side
    place: str
    fault: str
    habit: tuple[str, str]
    value: Any = field(default=None, compare=False, repr=False)

    @property
    def sentence(self) -> str:
        """Place and fault in one sentence without a full stop."""
        return f"{self.place} {self.fault}"


def complaint(side: Side, place: str, fault: str, value: Any = None) -> Complaint:
    """A complaint about the *value* at *place*."""
    send = _VERBS[side]
    return Complaint(side, place, fault, _with_both_verbs(send, f" a value of `{_bare(place)}` that {fault}"), value)


def missing(side: Side, place: str) -> Complaint:
    """A complaint about a required part that is absent."""
    name = _bare(place)
    habit = {
        Side.request: (f"do not send `{name}`", f"does not send `{name}`"),
        Side.answer: (f"get answers without `{name}`", f"gets answers without `{name}`"),
    }
    return Complaint(side, place, "is missing", habit[side])


def undeclared(side: Side, place: str, value: Any = None) -> Complaint:
    """A complaint about a part that the contract does not have."""
    return Complaint(side, place, "is not in the contract", _with_both_verbs(_VERBS[side], f" `{_bare(place)}`"), value)


def no_operation(name: str) -> Complaint:
    """A complaint about a request for which the contract has no operation. *name* is method and path template."""
    return Complaint(Side.request, "operation", "is not in the contract", (f"call `{name}`", f"calls `{name}`"))


def undeclared_status(status: int) -> Complaint:
    """A complaint about an answer with a status that the contract does not show for the operation."""
    fault = f"{status} is not in the contract"
    return Complaint(Side.answer, "status", fault, (f"get the status {status}", f"gets the status {status}"))


def schema_complaints(
    side: Side, place: str, validator: jsonschema_rs.Draft202012Validator, value: Any
) -> Iterator[Complaint]:
    """Every complaint of a schema about *value*, which is at *place*."""
    if not validator.is_valid(value):
        for error in validator.iter_errors(value):
            yield from _of_error(side, place, error)


def _of_error(side: Side, place: str, error: jsonschema_rs.ValidationError) -> Iterator[Complaint]:
    inner = _inner_errors(error)
    if inner:
        for cause in inner:
            yield from _of_error(side, place, cause)
        return
    here, kind, value = place + _path(error.instance_path), error.kind, error.instance
    details: Any = kind
    if kind.name == "required":
        yield missing(side, f"{here}.{shown_name(details.property)}")
    elif kind.name in ("additionalProperties", "unevaluatedProperties"):
        for name in details.unexpected:
            yield undeclared(side, f"{here}.{shown_name(name)}")
    elif kind.name == "type":
        was = _kind_of(value)
        wanted = " or ".join(_TYPES.get(name, name) for name in details.types)
        habit = _with_both_verbs(_VERBS[side], f" `{_bare(here)}` as {was}")
        yield Complaint(side, here, f"is {was}, not {wanted}", habit, value)
    else:
        words = _FAULTS.get(kind.name)
        otherwise = f"does not fit the keyword {kind.name} of the contract"
        yield complaint(side, here, words(details, _shown(value, here)) if words else otherwise, value)


def _inner_errors(error: jsonschema_rs.ValidationError) -> Sequence[jsonschema_rs.ValidationError]:
    """The errors of the only alternative that the value can have meant: all others want another type."""
    alternatives = getattr(error.kind, "context", None) or ()
    meant = [
        errors
        for errors in alternatives
        if errors and not any(_wants_other_type(cause, error.instance_path) for cause in errors)
    ]
    return meant[0] if len(meant) == 1 else ()


def _wants_other_type(cause: jsonschema_rs.ValidationError, path: Sequence[str | int]) -> bool:
    return cause.kind.name == "type" and list(cause.instance_path) == list(path)


_FAULTS: Mapping[str, Callable[[Any, str], str]] = {
    "enum": lambda kind, value: f"is {value}, not one of {_options(kind.options)}",
    "const": lambda kind, value: f"is {value}, not {_shown(kind.expected_value, '')}",
    "minimum": lambda kind, _: f"is less than {kind.limit}",
    "maximum": lambda kind, _: f"is more than {kind.limit}",
    "exclusiveMinimum": lambda kind, _: f"is not more than {kind.limit}",
    "exclusiveMaximum": lambda kind, _: f"is not less than {kind.limit}",
    "multipleOf": lambda kind, _: f"is not a multiple of {kind.multiple_of}",
    "minLength": lambda kind, _: f"is shorter than {kind.limit} characters",
    "maxLength": lambda kind, _: f"is longer than {kind.limit} characters",
    "minItems": lambda kind, _: f"has fewer than {kind.limit} items",
    "maxItems": lambda kind, _: f"has more than {kind.limit} items",
    "uniqueItems": lambda *_: "repeats an item",
    "minProperties": lambda kind, _: f"has fewer than {kind.limit} members",
    "maxProperties": lambda kind, _: f"has more than {kind.limit} members",
    "pattern": lambda kind, _: f"does not match {kind.pattern}",
    "format": lambda kind, _: f"is not a valid {kind.format}",
    "anyOf": lambda *_: "fits none of the alternatives",
    "oneOf": lambda *_: "does not fit exactly one of the alternatives",
    "not": lambda *_: "is excluded",
}
_VERBS: Mapping[Side, tuple[str, str]] = {Side.request: ("send", "sends"), Side.answer: ("get", "gets")}


def _with_both_verbs(verbs: tuple[str, str], rest: str) -> tuple[str, str]:
    return verbs[0] + rest, verbs[1] + rest


def _bare(place: str) -> str:
    """The place as people call it: the member of a body, or the name of a parameter."""
    return place.partition(".")[2] or place


def _path(parts: Sequence[str | int]) -> str:
    return "".join("[]" if isinstance(part, int) else f".{shown_name(part)}" for part in parts)


def shown_name(name: str) -> str:
    """A name of a member. A caller can write anything there, so an odd name is not shown."""
    return name if _PLAIN_NAME.fullmatch(name) else "(masked)"


def _shown(value: Any, place: str) -> str:
    if value is None or isinstance(value, bool):
        return str(value).lower() if value is not None else "null"
    if _PERSONAL_NAME.search(place.rpartition(".")[2]):
        return "another value"
    if isinstance(value, int | float):
        return str(value)
    return f'"{value}"' if isinstance(value, str) and _PLAIN_VALUE.fullmatch(value) else "another value"


def _options(options: Sequence[Any]) -> str:
    shown = ", ".join(_shown(option, "") for option in options[:_MOST_OPTIONS])
    return f"{shown} and {len(options) - _MOST_OPTIONS} more" if len(options) > _MOST_OPTIONS else shown


def _kind_of(value: Any) -> str:
    kinds: Mapping[type, str] = {
        str: "text",
        bool: "true or false",
        int: "a whole number",
        float: "a number",
        list: "a list",
        dict: "an object",
        type(None): "null",
    }
    return kinds.get(type(value), "a number")
