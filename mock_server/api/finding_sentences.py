"""What is wrong with a value, as a sentence with the way out, from an error of the validator.

Patterns and formats of the contract have words here. A caller reads an example and not a regular expression.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import orjson

_LONGEST_VALUE = 80
_LONGEST_SENTENCE = 300

# The keywords whose value is a list of alternatives.
ALTERNATIVES = ("oneOf", "anyOf")

_NAMES_OF_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}

# Patterns of requests in both contracts -> how to write the value.
FORMS = {
    r"^([01][0-9]|2[0-3]):[0-5][0-9]$": "Write a time as HH:MM, for example 09:30.",
    r"^(19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}$": "Write a date as YYYY-MM-DD, for example 2027-04-17.",
    r"^P(?=.)([0-9]{1,6}D)?(T(?=.)([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,8}S)?)?$": (
        "Write a duration as ISO 8601 does: PT3M for three minutes, P1DT2H for a day and two hours."
    ),
    r"^[A-Z]{2}$": "Write a country as two capital letters, for example ES.",
    r"^[0-9+(). /-]{3,40}$": "Write digits, spaces and + ( ) . / - only, for example +34 600 000 000.",
    r"^[A-Za-z0-9_-]{1,64}$": "Use 1 to 64 letters, digits, hyphens and underscores.",
    r"^([*]|[A-Za-z0-9_-]{1,64})$": "Write *, or 1 to 64 letters, digits, hyphens and underscores.",
    r"^[A-Za-z0-9._-]{1,64}$": "Use 1 to 64 letters, digits, dots, hyphens and underscores.",
    r"^[A-Za-z0-9._-]{1,128}$": "Use 1 to 128 letters, digits, dots, hyphens and underscores.",
    r"^[a-z0-9-]{1,32}$": "Use 1 to 32 small letters, digits and hyphens.",
    r"^[a-z_.]{1,40}$": "Use 1 to 40 small letters, dots and underscores, for example booking.confirmed.",
    r"^[1-9][0-9]{0,14}$": "Write a whole number above 0 with at most 15 digits.",
    r"^/(clock|rules|settings|policies|rival|inventory|desk)(/[A-Za-z0-9*_-]{1,64}){0,2}$": (
        "Write the path of a lever of this world, for example /clock/advance."
    ),
    r"^A-[0-9]{2,3}$": "Write the id of an assumption, for example A-07.",
    r"^[0-9a-f]{64}$": "Write 64 hexadecimal digits, with small letters.",
    r"^[^\u0000]*$": "Remove the character NUL.",
    r"^[!-~]+$": "Use printable ASCII characters without a space.",
    r"^[!-~]{1,255}$": "Use 1 to 255 printable ASCII characters without a space.",
    r"^[!-~]{1,2000}$": "Use 1 to 2000 printable ASCII characters without a space.",
    r"^https?://[!-~]+$": "Write an address that begins with http:// or https://.",
    r'^(\*|(W/)?"[!#-~]*"([ \t]*,[ \t]*(W/)?"[!#-~]*")*)$': (
        'Write * or the ETag of the booking with its quotation marks, for example "b3f1".'
    ),
    r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$": "Write Base64, for example aGVsbG8=.",
    r"^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$": (
        "Write whsec_ and then Base64, for example whsec_aGVsbG8=."
    ),
}
FORMATS = {
    "date": "Write a date that exists as YYYY-MM-DD, for example 2027-04-17.",
    "date-time": "Write a moment in UTC, like 2027-04-17T09:30:00Z.",
    "email": "Write an email address, for example ada@example.com.",
    "uri": "Write a whole address, for example https://hooks.example.com/teesheet.",
}


def finding_sentence(error: Any) -> str:
    """What is wrong with the value of *error*, an error of jsonschema_rs, and how to write it instead."""
    return _SENTENCES.get(error.kind.name, _said_by_the_validator)(error)


def _said_by_the_validator(error: Any) -> str:
    return f"{_shortened(str(error.message)).rstrip('.')}."


def _shortened(text: str) -> str:
    """*text*, which ends after a whole word where it is too long."""
    return text if len(text) <= _LONGEST_SENTENCE else f"{text[:_LONGEST_SENTENCE].rsplit(' ', 1)[0]} …"


def _value(error: Any) -> str:
    text = str(error.instance)
    return repr(text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…")


def _shown(error: Any) -> str:
    """The value as it was sent, except a list or an object: these are too long for a sentence."""
    if isinstance(error.instance, str):
        return _value(error)
    return "The value" if isinstance(error.instance, list | dict) else _in_json(error.instance)[:_LONGEST_VALUE]


def _in_json(value: Any) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()


def _type(error: Any) -> str:
    wanted = " or ".join(_NAMES_OF_TYPES[name] for name in error.kind.types)
    return f"{_shown(error)} is not {wanted}. Send {wanted}."


def _form(error: Any) -> str:
    pattern = error.kind.pattern
    return f"{_value(error)} has another form. {FORMS.get(pattern, f'It must match the pattern {pattern}')}"


def _format(error: Any) -> str:
    name = error.kind.format
    return f"{_value(error)} is not valid here. {FORMATS.get(name, f'The format is {name}.')}"


def _choice(error: Any) -> str:
    options = ", ".join(_in_json(option) for option in error.kind.options)
    return f"{_shown(error)} is not allowed here. Send one of: {options}."


def _constant(error: Any) -> str:
    return f"{_shown(error)} is not allowed here. Send {_in_json(error.kind.expected_value)}."


def _reserved(error: Any) -> str:
    return f"{_shown(error)} is reserved. Send another value."


def _alternatives(error: Any) -> str:
    """What each alternative demands, or that the value has several alternatives which exclude each other."""
    alternatives = [wrong for wrong in error.kind.context if wrong]
    if not alternatives:
        return "The value has parts that exclude each other. Send one of them."
    if all(_is_missing(wrong, error) for alternative in alternatives for wrong in alternative):
        missing = [" and ".join(wrong.kind.property for wrong in alternative) for alternative in alternatives]
        return _one_of_these(missing, can_have_all=error.kind.name == "anyOf")
    sentences = [" ".join(_with_its_member(wrong, error) for wrong in alternative) for alternative in alternatives]
    return _shortened(f"The value has none of the allowed forms. {' Or: '.join(sentences)}")


def _is_missing(wrong: Any, error: Any) -> bool:
    """Whether an alternative of *error* only misses a member of the same object."""
    return bool(wrong.kind.name == "required" and wrong.instance_path == error.instance_path)


def _one_of_these(names: Sequence[str], *, can_have_all: bool) -> str:
    if not can_have_all:
        either = ", or " if any(" and " in name for name in names) else " or "
        return f"Send either {either.join(names)}."
    return f"Send {', '.join(names)}, or {'both' if len(names) == 2 else 'several of them'}."


def _with_its_member(wrong: Any, error: Any) -> str:
    """The sentence of an alternative, which begins with the member that the sentence is about."""
    member = ".".join(str(part) for part in wrong.instance_path[len(error.instance_path) :])
    return f"{member}: {finding_sentence(wrong)}" if member else finding_sentence(wrong)


def _unknown(error: Any) -> str:
    names = _shortened(", ".join(repr(name) for name in error.kind.unexpected))
    return f"The contract has no member {names} here. Remove it, or correct its spelling."


def _missing(error: Any) -> str:
    return f"The member {error.kind.property!r} is required. Add it."


def _twice(_error: Any) -> str:
    return "The list has an entry twice. Send each entry once."


def _bound(fault: str, way_out: str) -> Callable[[Any], str]:
    """The sentence about a number beyond its bound."""
    return lambda error: f"{_shown(error)} is {fault}. Send {way_out} {error.kind.limit}."


def _size(thing: str, part: str, parts: str, way_out: str) -> Callable[[Any], str]:
    """The sentence about a size. It shows no value: a long value would hide the bound."""

    def counted(count: int) -> str:
        return f"{count} {part if count == 1 else parts}"

    return lambda error: f"The {thing} has {counted(len(error.instance))}. Send {way_out} {counted(error.kind.limit)}."


_CHARACTERS = ("text", "character", "characters")
_ENTRIES = ("list", "entry", "entries")
_MEMBERS = ("object", "member", "members")
_SENTENCES: Mapping[str, Callable[[Any], str]] = {
    "type": _type,
    "pattern": _form,
    "format": _format,
    "enum": _choice,
    "const": _constant,
    "not": _reserved,
    **dict.fromkeys(ALTERNATIVES, _alternatives),
    "additionalProperties": _unknown,
    "required": _missing,
    "uniqueItems": _twice,
    "minimum": _bound("too small", "at least"),
    "maximum": _bound("too large", "at most"),
    "exclusiveMinimum": _bound("too small", "more than"),
    "exclusiveMaximum": _bound("too large", "less than"),
    "minLength": _size(*_CHARACTERS, "at least"),
    "maxLength": _size(*_CHARACTERS, "at most"),
    "minItems": _size(*_ENTRIES, "at least"),
    "maxItems": _size(*_ENTRIES, "at most"),
    "minProperties": _size(*_MEMBERS, "at least"),
    "maxProperties": _size(*_MEMBERS, "at most"),
}
