"""Finds a value that the sender of one version may send and the reader of the other version does not take.

The value carries exactly the difference that it proves: it is planted at the place of the difference, in an example of
the contract where that works, and else in a value that Hypothesis creates and shrinks. A second validator confirms it.
"""

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from jsonschema_rs.canonical import CanonicalizationError, Satisfiability

from openapi.diff.canonical import canonical, canonical_schema
from openapi.diff.containment import Validity, difference, smallest
from openapi.diff.plain import OPEN
from openapi.diff.presence import is_sent_by_service
from openapi.diff.sites import Site, Step
from openapi.diff.values import ValueChange, ValuePair

Leaf = Callable[[Any], Any]

# The greatest number of branches of alternatives into which a value is planted.
_BRANCHES = 6


def witness_value(pair: ValuePair, change: ValueChange, examples: Sequence[Any]) -> Iterator[Any]:
    """At most one value that is right for the sender of *pair* and wrong for its reader, because of *change*."""
    fits = Validity(pair.sent, pair.read)
    site = change.site
    yield from _first(
        value
        for maker in (_planted_in_examples, _planted_in_schema, _anywhere)
        for value in maker(pair, site, examples, fits)
        if fits.only_sent(value)
    )


def is_confirmed(pair: ValuePair, value: Any) -> bool:
    """Whether the validator of openapi-core agrees that *value* is right for the sender and wrong for the reader."""
    from openapi_schema_validator import OAS31Validator, oas31_format_checker  # noqa: PLC0415 - half a second.

    sender = OAS31Validator(pair.sent, format_checker=oas31_format_checker)
    reader = OAS31Validator(pair.read, format_checker=oas31_format_checker)
    return sender.is_valid(value) and not reader.is_valid(value)


def complaint(pair: ValuePair, value: Any) -> str:
    """What the reader of *pair* says to a value that it does not take."""
    return Validity(pair.sent, pair.read).complaint(value)


def _first(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        yield value
        return


def _sent_and_read(pair: ValuePair, site: Site) -> tuple[Any, Any]:
    """The schemas at the place of the difference, of the sender and of the reader."""
    return (site.after, site.before) if is_sent_by_service(pair.side) else (site.before, site.after)


def _planted_in_examples(pair: ValuePair, site: Site, examples: Sequence[Any], fits: Validity) -> Iterator[Any]:
    """Examples of the contract with the difference planted in them."""
    absent = _is_absence(pair, site)
    sent, read = _sent_and_read(pair, site)
    for example in examples:
        if fits.only_sent(example):
            yield example
        elif absent:
            yield from _without_member(example, site.path)
        elif sent is not False:
            wanted = difference(sent, read) if isinstance(read, dict) else sent
            yield from _with_member(example, site.path, wanted, fits)


def _is_absence(pair: ValuePair, site: Site) -> bool:
    """Whether the difference shows when a member is missing."""
    if is_sent_by_service(pair.side):
        return site.kind in ("optional", "member-removed")
    return site.kind in ("required", "member-added")


def _without_member(example: Any, path: Sequence[Step]) -> Iterator[Any]:
    changed = copy.deepcopy(example)
    parent = _at(changed, path[:-1])
    if isinstance(parent, dict) and path:
        parent.pop(path[-1][1], None)
        yield changed


def _with_member(example: Any, path: Sequence[Step], wanted: Any, fits: Validity) -> Iterator[Any]:
    if not _walkable(path):
        return
    if not path:
        yield from smallest(wanted, fits.only_sent)
        return
    parent = _at(example, path[:-1])
    if not isinstance(parent, dict | list):
        return

    def planted(value: Any) -> Any:
        changed = copy.deepcopy(example)
        around, (kind, key) = _at(changed, path[:-1]), path[-1]
        if kind == "items" and isinstance(around, list):
            around[:1] = [value]
        elif isinstance(around, dict):
            around[key] = value
        return changed

    for value in smallest(wanted, lambda value: fits.only_sent(planted(value))):
        yield planted(value)


def _walkable(path: Sequence[Step]) -> bool:
    return all(kind in ("properties", "items") for kind, _ in path)


def _at(value: Any, path: Sequence[Step]) -> Any:
    """The part of a value at a path, or None."""
    for kind, key in path:
        if kind == "properties" and isinstance(value, dict):
            value = value.get(key)
        elif kind == "items" and isinstance(value, list) and value:
            value = value[0]
        elif kind != "anyOf":
            return None
    return value


def _planted_in_schema(pair: ValuePair, site: Site, examples: Sequence[Any], fits: Validity) -> Iterator[Any]:  # noqa: ARG001 - one signature for all.
    """Values of the sender's schema in which the place of the difference is present, and differs."""
    whole = canonical(pair.sent)
    definitions = whole.get("$defs", {}) if isinstance(whole, dict) else {}
    path, leaf = _leaf(pair, site)
    for schema in _planted(whole, path, leaf, definitions):
        try:
            form = canonical_schema({**schema, "$defs": definitions} if definitions else schema)
        except (CanonicalizationError, ValueError):
            continue
        if form.satisfiability() is not Satisfiability.NO:
            yield from smallest(form.to_json_schema(), fits.only_sent)


def _leaf(pair: ValuePair, site: Site) -> tuple[Sequence[Step], Leaf]:
    """Where to plant, and what."""
    if site.path and _is_absence(pair, site):
        name = str(site.path[-1][1])
        return site.path[:-1], lambda schema: _forbidding(schema, name)
    sent, read = _sent_and_read(pair, site)
    if not isinstance(read, dict) or site.kind in ("required", "optional", "closed", "opened"):
        return site.path, lambda schema: schema
    rest = difference(sent, read)
    return site.path, lambda schema: {"allOf": [schema, _without_open(rest)]}


def _forbidding(schema: Any, name: str) -> Any:
    required = [member for member in schema.get("required", ()) if member != name]
    return {**schema, "required": required, "properties": {**schema.get("properties", {}), name: False}}


def _without_open(schema: Any) -> Any:
    """A schema of the listing mode as a schema of values: the sign for further members is not a member."""
    if isinstance(schema, dict):
        return {name: _without_open(item) for name, item in schema.items() if name != OPEN}
    if isinstance(schema, list):
        return [_without_open(item) for item in schema if item != OPEN]
    return schema


def _planted(schema: Any, path: Sequence[Step], leaf: Leaf, definitions: dict[str, Any]) -> list[Any]:
    """Schemas like *schema* whose values always have the place at *path*, with *leaf* of the schema there."""
    if isinstance(schema, dict) and "$ref" in schema:
        schema = definitions.get(schema["$ref"].rpartition("/")[2], True)
    branches = schema.get("anyOf") if isinstance(schema, dict) and path else None
    if branches:
        rest = path[1:] if path[0][0] == "anyOf" else path
        return [planted for branch in branches[:_BRANCHES] for planted in _planted(branch, rest, leaf, definitions)]
    if not path:
        return [leaf(schema)]
    kind, key = path[0]
    if kind == "anyOf":
        return _planted(schema, path[1:], leaf, definitions)
    if not isinstance(schema, dict):
        schema = {"type": "array" if kind == "items" else "object"}
    if kind == "items":
        inner = _planted(schema.get("items", True), path[1:], leaf, definitions)
        return [{**schema, "items": item, "minItems": max(1, schema.get("minItems", 1))} for item in inner]
    if kind == "prefix":
        index, items = int(key), schema.get("items", True)
        first = [*schema.get("prefixItems", ()), *[items] * (index + 1)][
            : max(index + 1, len(schema.get("prefixItems", ())))
        ]
        inner = _planted(first[index], path[1:], leaf, definitions)
        least = max(index + 1, schema.get("minItems", 0))
        return [
            {**schema, "prefixItems": [*first[:index], item, *first[index + 1 :]], "minItems": least} for item in inner
        ]
    members, name = schema.get("properties", {}), str(key)
    inner = _planted(members.get(name, schema.get("additionalProperties", True)), path[1:], leaf, definitions)
    required = sorted({*schema.get("required", ()), name})
    return [{**schema, "properties": {**members, name: member}, "required": required} for member in inner]


def _anywhere(pair: ValuePair, site: Site, examples: Sequence[Any], fits: Validity) -> Iterator[Any]:  # noqa: ARG001 - one signature for all.
    """Any value that the sender may send and the reader does not take."""
    yield from smallest(difference(pair.sent, pair.read), fits.only_sent)
