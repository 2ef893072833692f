"""Decides whether every value of one schema is a value of another, and finds a value that is not.

jsonschema-rs decides by its canonical forms, automata decide about patterns, and what neither can decide is searched
with Hypothesis. "Unknown" is an answer.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from typing import Any

import jsonschema_rs
from jsonschema_rs.canonical import CanonicalizationError, Containment, Satisfiability

from openapi.diff.canonical import canonical, canonical_schema
from openapi.diff.patterns import NotRegular, text_outside
from openapi.diff.simple_values import simple_values

AnySchema = Any


class Relation(StrEnum):
    """How the values of one schema lie to the values of another."""

    INSIDE = "inside"
    EXCEEDS = "exceeds"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class SchemaRelation:
    """The relation of two schemas. `value` is one that exceeds, where one was found on the way."""

    relation: Relation
    value: Any = None
    has_value: bool = False


_INSIDE = SchemaRelation(Relation.INSIDE)
_UNKNOWN = SchemaRelation(Relation.UNKNOWN)
_SIMPLE = 64


def relation(sent: AnySchema, read: AnySchema) -> SchemaRelation:
    """How the values of *sent* lie to the values of *read*."""
    return _relation(_key(sent), _key(read))


@lru_cache(maxsize=4096)
def _relation(sent_key: str, read_key: str) -> SchemaRelation:
    if sent_key == read_key:
        return _INSIDE
    sent = json.loads(sent_key)
    read = _spelled_like(sent, json.loads(read_key))
    sent_form, read_form = canonical_schema(sent), canonical_schema(read)
    answer = read_form.covers(sent_form)
    if answer is Containment.YES or sent_form.satisfiability() is Satisfiability.NO:
        return _INSIDE
    if answer is Containment.NO:
        return SchemaRelation(Relation.EXCEEDS)
    return _by_patterns(sent, read) or _by_difference(sent_form, read_form) or _UNKNOWN


def _spelled_like(sent: AnySchema, read: AnySchema) -> AnySchema:
    """*read*, with a pattern of names replaced by the pattern of *sent* where it takes all names that *sent* allows.

    The sender's objects have no other names, so nothing changes for them, and equal patterns can be compared.
    """
    if not (isinstance(sent, dict) and isinstance(read, dict)):
        return read
    own, other = (list(schema.get("patternProperties", {})) for schema in (sent, read))
    if len(own) == len(other) == 1 and own != other and _closes(sent) and _closes(read):
        try:
            if text_outside(own, other[0]) is None:
                return {**read, "patternProperties": {own[0]: read["patternProperties"][other[0]]}} | _names_of(
                    sent, read
                )
        except NotRegular:
            return read
    return read


def _closes(schema: AnySchema) -> bool:
    return schema.get("additionalProperties") is False or "pattern" in schema.get("propertyNames", {})


def _names_of(sent: AnySchema, read: AnySchema) -> AnySchema:
    return {"propertyNames": sent["propertyNames"]} if "propertyNames" in read and "propertyNames" in sent else {}


def _key(schema: AnySchema) -> str:
    return json.dumps(schema, sort_keys=True)


def _by_difference(sent: jsonschema_rs.CanonicalSchema, read: jsonschema_rs.CanonicalSchema) -> SchemaRelation | None:
    try:
        rest = sent.subtract(read).satisfiability()
    except CanonicalizationError:
        return None
    return {Satisfiability.NO: _INSIDE, Satisfiability.YES: SchemaRelation(Relation.EXCEEDS)}.get(rest)


def _by_patterns(sent: AnySchema, read: AnySchema) -> SchemaRelation | None:
    """The relation of two schemas of texts that differ in patterns. None where patterns do not decide."""
    sent_form, read_form = canonical(sent), canonical(read)
    if _kind(sent_form) != "string" or _kind(read_form) != "string":
        return None
    rest = _without_patterns(read_form)
    needed, stated = _patterns(read_form), _patterns(sent_form)
    if needed is None or stated is None or not needed + stated:
        return None
    fits = Validity(sent_form, read_form)
    try:
        outside = [text_outside(stated, pattern) for pattern in needed if pattern not in stated]
    except NotRegular:
        return None
    found = next((text for text in outside if text is not None and fits.only_sent(text)), None)
    if found is not None:
        return SchemaRelation(Relation.EXCEEDS, found, has_value=True)
    if all(text is None for text in outside):
        return relation(_without_patterns(sent_form), rest)
    return None


def _kind(schema: AnySchema) -> str:
    return str(schema.get("type", "")) if isinstance(schema, dict) and "$defs" not in schema else ""


def _without_patterns(schema: AnySchema) -> AnySchema:
    return {name: item for name, item in schema.items() if name not in ("pattern", "allOf", "minLength", "maxLength")}


def _patterns(schema: AnySchema) -> list[str] | None:
    """The patterns that a canonical schema of texts demands. None where it demands something else beside them."""
    found = [schema["pattern"]] if "pattern" in schema else []
    least, most = schema.get("minLength", 0), schema.get("maxLength")
    if least or most is not None:
        found.append(rf"^[\d\D]{{{least},{'' if most is None else most}}}$")
    for branch in schema.get("allOf", ()):
        if branch.keys() != {"pattern"}:
            return None
        found.append(branch["pattern"])
    return found


class Validity:
    """Whether values are right under the schema of the sender and under the schema of the reader."""

    def __init__(self, sent: AnySchema, read: AnySchema) -> None:
        self.sent = _validator(_key(sent))
        self.read = _validator(_key(read))

    def only_sent(self, value: Any) -> bool:
        """Whether a value is right for the sender and wrong for the reader."""
        return self.sent.is_valid(value) and not self.read.is_valid(value)

    def complaint(self, value: Any) -> str:
        """What the reader says to a value: the first error, with its place."""
        for error in self.read.iter_errors(value):
            place = "".join(f"/{part}" for part in error.instance_path)
            return f"{place or 'the value'}: {error.message}"
        return ""


@lru_cache(maxsize=2048)
def _validator(key: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(json.loads(key), validate_formats=True)


def difference(sent: AnySchema, read: AnySchema) -> AnySchema:
    """The schema of all values of *sent* that are none of *read*. Nobody may change it: others get the same."""
    return _difference(_key(sent), _key(read))


@lru_cache(maxsize=512)
def _difference(sent_key: str, read_key: str) -> AnySchema:
    sent, read = json.loads(sent_key), json.loads(read_key)
    try:
        form: AnySchema = canonical_schema(sent).subtract(canonical_schema(read)).to_json_schema()
    except CanonicalizationError:
        return {"allOf": [sent, {"not": read}]}
    return form


def smallest(schema: AnySchema, wanted: Callable[[Any], bool]) -> Iterator[Any]:
    """At most one value of *schema* that is wanted: a simple one, or one that Hypothesis finds and shrinks."""
    form = canonical(schema)
    for value in islice(simple_values(form), _SIMPLE):
        if wanted(value):
            yield value
            return
    from openapi.diff.searching import search  # noqa: PLC0415 - Hypothesis is loaded only where a value is searched.

    yield from search(form, wanted)
