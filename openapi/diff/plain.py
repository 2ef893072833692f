"""Turns a schema of an OpenAPI document into one plain JSON Schema (2020-12), as one side of an exchange sees it.

References are replaced by their targets, except where a schema contains itself. What no value can show (texts,
examples, marks) is gone. Members that only the other side uses are gone.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from openapi.diff.model import Side
from openapi.older import is_older, schema_as_31
from openapi.places import placed
from openapi.references import Schema, resolve

# Means "and others" in a list of member names: the object is open, and nothing says what the others mean.
OPEN = "\N{HORIZONTAL ELLIPSIS}"

# A value of another type does not interest these formats; jsonschema-rs asserts them.
FORMATS = frozenset(
    [
        "date",
        "date-time",
        "time",
        "duration",
        "email",
        "idn-email",
        "hostname",
        "idn-hostname",
        "ipv4",
        "ipv6",
        "uri",
        "uri-reference",
        "iri",
        "iri-reference",
        "uuid",
        "regex",
        "json-pointer",
        "relative-json-pointer",
        "uri-template",
    ]
)

_MAPS = ("properties", "patternProperties", "dependentSchemas")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_VALUE = ("items", "unevaluatedItems")
_SINGLE = ("not", "if", "then", "else", "contains", "propertyNames")
_OPEN_OR_SCHEMA = ("additionalProperties", "unevaluatedProperties")
_VALUES = frozenset(
    [
        "type",
        "enum",
        "const",
        "multipleOf",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minLength",
        "maxLength",
        "pattern",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minContains",
        "maxContains",
        "minProperties",
        "maxProperties",
        "required",
        "dependentRequired",
    ]
)
_CLOSED_BY = ("additionalProperties", "unevaluatedProperties", "patternProperties", "propertyNames")


class Mode(StrEnum):
    """How a plain schema treats members that nothing declares."""

    SENT = "sent"  # A correct sender sends declared members only.
    READ = "read"  # As written: an open object takes any further member.
    LISTED = "listed"  # Names every declared member, and OPEN where further ones are taken.


class Plain:
    """The plain schemas of one document for one side. Every schema is computed once."""

    def __init__(self, document: Mapping[str, Any], side: Side, mode: Mode) -> None:
        self._document = document
        self._mode = mode
        self._is_older = is_older(document)
        from_agency = side in (Side.REQUEST, Side.ACKNOWLEDGEMENT)
        self._hidden = "readOnly" if from_agency else "writeOnly"
        # What an agency may send is a closed list of values, also where answers may show further ones.
        self._values_are_closed = from_agency
        self._known: dict[int, Any] = {}
        self._unfolding: list[str] = []
        self._recursive: dict[str, str] = {}
        self._definitions: dict[str, Any] = {}

    def schema(self, node: Any) -> Any:
        """The plain schema of *node*, a schema of the document."""
        if id(node) in self._known:
            return self._known[id(node)]
        self._recursive, self._definitions = {}, {}
        whole = self._plain(node, inside_all_of=False)
        if self._definitions:
            whole = placed({**whole, "$defs": dict(self._definitions)}, whole)
        self._known[id(node)] = whole
        return whole

    def _plain(self, node: Any, *, inside_all_of: bool) -> Any:
        if not isinstance(node, dict):
            return node
        written = schema_as_31(node) if self._is_older else node
        if isinstance(written.get("$ref"), str):
            return self._reference(written, inside_all_of=inside_all_of)
        plain = self._own_values(written)
        plain |= {name: self._members(written[name]) for name in _MAPS if isinstance(written.get(name), dict)}
        # A branch is closed together with the members beside it.
        beside = inside_all_of or any("properties" in part for part in self._parts(written))
        for name in (name for name in _LISTS if isinstance(written.get(name), list)):
            nested = name == "allOf" or (beside and name != "prefixItems")
            plain[name] = [self._plain(branch, inside_all_of=nested) for branch in written[name]]
        plain |= {name: self._plain(written[name], inside_all_of=True) for name in _SINGLE if name in written}
        plain |= {name: self._plain(written[name], inside_all_of=False) for name in _VALUE if name in written}
        for name in (name for name in _OPEN_OR_SCHEMA if written.get(name, True) not in (True, {})):
            plain[name] = self._plain(written[name], inside_all_of=False)
        if not inside_all_of and self._mode is not Mode.READ:
            plain = self._closed(written, plain)
        return placed(plain, node)

    def _own_values(self, written: Mapping[str, Any]) -> Schema:
        """The keywords of a schema that hold no further schema."""
        plain = {name: value for name, value in written.items() if name in _VALUES}
        if written.get("format") in FORMATS:
            plain["format"] = written["format"]
        if self._values_are_closed and isinstance(written.get("x-extensible-enum"), list):
            plain |= _one_of_the_known(written, plain)
        if "required" in plain:
            plain["required"] = [name for name in plain["required"] if not self._is_hidden(written, name)]
        return plain

    def _members(self, members: Mapping[str, Any]) -> Schema:
        return placed(
            {
                name: self._plain(member, inside_all_of=False)
                for name, member in members.items()
                if not self._hides(member)
            },
            members,
        )

    def _is_hidden(self, schema: Mapping[str, Any], name: str) -> bool:
        return self._hides(schema.get("properties", {}).get(name))

    def _hides(self, member: Any) -> bool:
        return any(part.get(self._hidden) is True for part in self._parts(member))

    def _parts(self, node: Any, seen: tuple[str, ...] = ()) -> Iterator[Mapping[str, Any]]:
        """*node*, the targets of its references, and the branches of its `allOf`."""
        if not isinstance(node, dict):
            return
        yield node
        reference = node.get("$ref")
        if isinstance(reference, str) and reference not in seen:
            yield from self._parts(resolve(self._document, reference[1:]), (*seen, reference))
        for branch in node.get("allOf", ()):
            yield from self._parts(branch, seen)

    def _reference(self, node: Mapping[str, Any], *, inside_all_of: bool) -> Any:
        pointer = node["$ref"]
        beside = {name: value for name, value in node.items() if name != "$ref"}
        constraints = self._plain(placed(beside, node), inside_all_of=True)
        target = self._target(pointer, inside_all_of=inside_all_of or bool(constraints))
        if not constraints:
            return target
        both = placed({"allOf": [constraints, target]}, node)
        return both if inside_all_of or self._mode is Mode.READ else self._closed({"allOf": [node]}, both)

    def _target(self, pointer: str, *, inside_all_of: bool) -> Any:
        aimed = resolve(self._document, pointer[1:])
        if pointer in self._unfolding:
            name = self._recursive.setdefault(pointer, f"r{len(self._recursive) + 1}")
            return {"$ref": f"#/$defs/{name}"}
        self._unfolding.append(pointer)
        plain = self._plain(aimed, inside_all_of=inside_all_of)
        self._unfolding.pop()
        if pointer in self._recursive and pointer not in self._unfolding:
            self._definitions[self._recursive[pointer]] = plain
        return plain

    def _closed(self, written: Mapping[str, Any], plain: Schema) -> Schema:
        """*plain*, closed for further members where nothing says what further members mean."""
        names = list(dict.fromkeys(self._declared(written)))
        parts = list(self._parts(written))
        named = any("properties" in part for part in parts)
        if not (names or named) or any(
            part.get(keyword, True) not in (True, {}) for part in parts for keyword in _CLOSED_BY
        ):
            return plain
        listed = [name for name in names if not any(self._is_hidden(part, name) for part in parts)]
        if self._mode is Mode.LISTED:
            listed.append(OPEN)
        return {**plain, "propertyNames": {"enum": listed}}

    def _declared(self, node: Mapping[str, Any]) -> Iterator[str]:
        """Every member that a schema, its references and its branches name."""
        for part in self._parts(node):
            yield from part.get("properties", ())
            for branch in (*part.get("anyOf", ()), *part.get("oneOf", ())):
                yield from self._declared(branch) if isinstance(branch, dict) else ()
            for keyword in ("then", "else"):
                yield from self._declared(part[keyword]) if isinstance(part.get(keyword), dict) else ()


def _one_of_the_known(written: Mapping[str, Any], plain: Mapping[str, Any]) -> Schema:
    """The list of known values as a closed list, with null where the schema allows null."""
    known: Sequence[Any] = written["x-extensible-enum"]
    types = plain.get("type", ())
    allowed = [*known, None] if "null" in types and None not in known else list(known)
    stated = plain.get("enum")
    return {"enum": allowed if stated is None else [value for value in stated if value in allowed]}
