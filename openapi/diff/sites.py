"""Finds the places at which two schemas differ, as deep inside them as possible.

Both schemas are compared in their canonical form, so that two spellings of one meaning have no difference.
A site carries the schemas of its place before and after; whether one contains the other is decided elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import jsonschema_rs

from openapi.diff.canonical import Canonical
from openapi.diff.plain import OPEN

Step = tuple[str, str | int]

_OBJECT = frozenset({"type", "properties", "required", "propertyNames"})
_MISSING = object()
_FORBIDDEN = object()


@dataclass(frozen=True)
class Site:
    """One place at which two schemas differ.

    `kind` says how: `member-removed`, `member-added`, `required`, `optional`, `closed`, `opened`, `branch-removed`,
    `branch-added`, `values`, `type`, or the keyword that differs. `path` leads to the place through the canonical form
    of the old and the new schema. `before` and `after` are the schemas at that place, each with all definitions;
    of a member that only one of them has, the other is False. `name` is the member or the keyword. `required` says
    whether a version needs the member that only it has, and `others_taken` whether the other version takes members
    that it does not name.
    """

    kind: str
    path: tuple[Step, ...]
    before: Canonical
    after: Canonical
    name: str = ""
    required: bool = False
    others_taken: bool = True


def sites(old: Canonical, new: Canonical) -> list[Site]:
    """Every place at which two canonical schemas differ."""
    walk = _Walk(_definitions(old), _definitions(new))
    return list(walk.between(_without(old, "$defs"), _without(new, "$defs"), ()))


def _definitions(schema: Canonical) -> Mapping[str, Any]:
    return schema.get("$defs", {}) if isinstance(schema, dict) else {}


def _without(schema: Canonical, *keywords: str) -> Canonical:
    return {name: item for name, item in schema.items() if name not in keywords} if isinstance(schema, dict) else schema


class _Walk:
    def __init__(self, old_definitions: Mapping[str, Any], new_definitions: Mapping[str, Any]) -> None:
        self.old_definitions = old_definitions
        self.new_definitions = new_definitions
        self.seen: list[tuple[Any, Any]] = []

    def between(self, old: Canonical, new: Canonical, path: tuple[Step, ...]) -> Iterator[Site]:
        if old == new and not (self.old_definitions or self.new_definitions):
            return
        if "$ref" in _keywords(old) or "$ref" in _keywords(new):
            yield from self.behind_references(old, new, path)
        elif old == new and not _refers(old):
            return
        elif _is_choice(old) or _is_choice(new):
            yield from self.between_choices(_branches(old), _branches(new), path)
        elif _type(old) != _type(new):
            yield self.site("type", path, old, new)
        elif _is_finite(old) or _is_finite(new):
            if old != new:
                yield self.site("values", path, old, new)
        elif _type(old) == "object":
            yield from self.between_objects(old, new, path)
        elif _type(old) == "array":
            yield from self.between_arrays(old, new, path)
        else:
            yield from self.between_keywords(old, new, path, frozenset({"type"}))

    def site(self, kind: str, path: tuple[Step, ...], old: Canonical, new: Canonical, **facts: Any) -> Site:
        return Site(kind, path, _with(old, self.old_definitions), _with(new, self.new_definitions), **facts)

    def behind_references(self, old: Canonical, new: Canonical, path: tuple[Step, ...]) -> Iterator[Site]:
        pair = (old, new)
        if pair in self.seen:
            return
        self.seen.append(pair)
        yield from self.between(_target(old, self.old_definitions), _target(new, self.new_definitions), path)

    def between_objects(self, old: Canonical, new: Canonical, path: tuple[Step, ...]) -> Iterator[Site]:
        old_names, new_names = _names(old), _names(new)
        declared = (*old.get("properties", ()), *new.get("properties", ()))
        for name in dict.fromkeys((*old_names, *new_names, *declared)):
            if name != OPEN:
                yield from self.between_members(name, old, new, path)
        if (OPEN in old_names) != (OPEN in new_names) and old_names and new_names:
            yield self.site("closed" if OPEN in old_names else "opened", path, old, new)
        handled = _OBJECT if old_names and new_names else _OBJECT - {"propertyNames"}
        yield from self.between_keywords(old, new, path, handled)

    def between_members(self, name: str, old: Canonical, new: Canonical, path: tuple[Step, ...]) -> Iterator[Site]:
        step = (*path, ("properties", name))
        before, after = _member(old, name), _member(new, name)
        if (before is _FORBIDDEN) != (after is _FORBIDDEN):
            yield self.site("schema", path, old, new, name=name)
            return
        if before is _FORBIDDEN and after is _FORBIDDEN:
            return
        if before is _MISSING or after is _MISSING:
            kind = "member-added" if before is _MISSING else "member-removed"
            having, lacking = (new, old) if before is _MISSING else (old, new)
            pair = (False if before is _MISSING else before, False if after is _MISSING else after)
            facts = {
                "required": name in having.get("required", ()),
                "others_taken": OPEN in _names(lacking) or not _names(lacking),
            }
            yield self.site(kind, step, *pair, name=name, **facts)
            return
        yield from self.between(before, after, step)
        was, is_now = name in old.get("required", ()), name in new.get("required", ())
        if was != is_now:
            yield self.site("required" if is_now else "optional", step, old, new, name=name)

    def between_arrays(self, old: Canonical, new: Canonical, path: tuple[Step, ...]) -> Iterator[Site]:
        yield from self.between(old.get("items", True), new.get("items", True), (*path, ("items", 0)))
        for index in range(max(len(old.get("prefixItems", ())), len(new.get("prefixItems", ())))):
            yield from self.between(_item(old, index), _item(new, index), (*path, ("prefix", index)))
        yield from self.between_keywords(old, new, path, frozenset({"type", "items", "prefixItems"}))

    def between_keywords(
        self, old: Canonical, new: Canonical, path: tuple[Step, ...], handled: frozenset[str]
    ) -> Iterator[Site]:
        keywords = [name for name in dict.fromkeys((*_keywords(old), *_keywords(new))) if name not in handled]
        for name in keywords:
            before, after = old.get(name, _MISSING), new.get(name, _MISSING)
            if before != after:
                yield self.site(name, path, _only(old, name, before), _only(old, name, after), name=name)

    def between_choices(
        self, old: Sequence[Canonical], new: Sequence[Canonical], path: tuple[Step, ...]
    ) -> Iterator[Site]:
        pairs, gone, added = _paired(old, new)
        for before, after in pairs:
            steps = path if len(old) == len(new) == 1 else (*path, ("anyOf", old.index(before)))
            yield from self.between(before, after, steps)
        for branch in gone:
            yield self.site("branch-removed", path, _choice(old), _choice([other for other in old if other != branch]))
        for branch in added:
            yield self.site("branch-added", path, _choice([other for other in new if other != branch]), _choice(new))


def _item(schema: Canonical, index: int) -> Canonical:
    """The schema of the item at *index* of a list."""
    first = schema.get("prefixItems", ())
    return first[index] if index < len(first) else schema.get("items", True)


def _with(schema: Canonical, definitions: Mapping[str, Any]) -> Canonical:
    return {**schema, "$defs": dict(definitions)} if definitions and isinstance(schema, dict) else schema


def _target(schema: Canonical, definitions: Mapping[str, Any]) -> Canonical:
    """The target of a reference to a definition, or the schema itself."""
    if "$ref" not in _keywords(schema):
        return schema
    name = schema["$ref"].rpartition("/")[2]
    return definitions.get(name, definitions.get(name.replace("%25", "%"), True))


def _refers(schema: Canonical) -> bool:
    if isinstance(schema, dict):
        return "$ref" in schema or any(_refers(item) for item in schema.values())
    return isinstance(schema, list) and any(_refers(item) for item in schema)


def _keywords(schema: Canonical) -> Mapping[str, Any]:
    return schema if isinstance(schema, dict) else {}


def _only(schema: Canonical, keyword: str, value: Any) -> Canonical:
    """*schema* with another value of one keyword."""
    rest = {name: item for name, item in schema.items() if name != keyword}
    return rest if value is _MISSING else {**rest, keyword: value}


def _is_finite(schema: Canonical) -> bool:
    return "const" in _keywords(schema) or "enum" in _keywords(schema)


def _type(schema: Canonical) -> str:
    """The one type of a schema that is not a choice. Texts of a closed list are texts."""
    if _is_finite(schema):
        types = {_type_of_value(value) for value in _values(schema)}
        return types.pop() if len(types) == 1 else "values"
    return str(_keywords(schema).get("type", "anything" if schema is not False else "nothing"))


def _type_of_value(value: Any) -> str:
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return names.get(type(value), "null")


def _values(schema: Canonical) -> list[Any]:
    return [schema["const"]] if "const" in schema else list(schema["enum"])


def _is_choice(schema: Canonical) -> bool:
    keywords = _keywords(schema)
    only_choice = "anyOf" in keywords and keywords.keys() <= {"anyOf"}
    mixed = _is_finite(schema) and len({_type_of_value(value) for value in _values(schema)}) > 1
    return only_choice or isinstance(keywords.get("type"), list) or mixed


def _branches(schema: Canonical) -> list[Canonical]:
    """The alternatives of a schema, each of one type. A schema of one type is its only alternative."""
    keywords = _keywords(schema)
    if "anyOf" in keywords and keywords.keys() <= {"anyOf"}:
        return [inner for branch in schema["anyOf"] for inner in _branches(branch)]
    if _is_finite(schema):
        by_type: dict[str, list[Any]] = {}
        for value in _values(schema):
            by_type.setdefault(_type_of_value(value), []).append(value)
        return [{"enum": values} if len(values) > 1 else {"const": values[0]} for values in by_type.values()]
    if isinstance(keywords.get("type"), list):
        return [{**schema, "type": name} for name in keywords["type"]]
    return [schema]


def _choice(branches: Sequence[Canonical]) -> Canonical:
    if not branches:
        return False
    return branches[0] if len(branches) == 1 else {"anyOf": list(branches)}


def _paired(
    old: Sequence[Canonical], new: Sequence[Canonical]
) -> tuple[list[tuple[Canonical, Canonical]], list[Canonical], list[Canonical]]:
    """Pairs of alternatives that mean the same thing before and after, and those without a partner."""
    gone = [branch for branch in old if branch not in new]
    added = [branch for branch in new if branch not in old]
    pairs = []
    for before in list(gone):
        partner = max(added, key=lambda after: _likeness(before, after), default=None)
        if partner is not None and _likeness(before, partner) > 0:
            pairs.append((before, partner))
            gone.remove(before)
            added.remove(partner)
    return pairs, gone, added


def _likeness(before: Canonical, after: Canonical) -> float:
    """How much two alternatives resemble each other: 0 where they are different things."""
    if _type(before) != _type(after):
        return 0
    if _type(before) != "object":
        return 1
    fixed_before, fixed_after = _fixed_members(before), _fixed_members(after)
    shared = fixed_before.keys() & fixed_after.keys()
    if any(fixed_before[name] != fixed_after[name] for name in shared):
        return 0
    names_before, names_after = set(_names(before)), set(_names(after))
    return (1 + len(names_before & names_after)) / (1 + len(names_before | names_after))


def _fixed_members(schema: Canonical) -> dict[str, Any]:
    members = schema.get("properties", {})
    return {name: member["const"] for name, member in members.items() if "const" in _keywords(member)}


def _names(schema: Canonical) -> list[str]:
    """The members that an object may have, with OPEN where it takes further ones. Empty where nothing lists them."""
    names = _keywords(schema.get("propertyNames", {}))
    return _values(names) if names.keys() & {"const", "enum"} else []


def _member(schema: Canonical, name: str) -> Any:
    """The schema of a member, or _MISSING where the object does not have it."""
    listed = _names(schema)
    declared = schema.get("properties", {})
    if name in declared:
        return _FORBIDDEN if declared[name] is False else declared[name]
    if listed:
        return True if name in listed else _MISSING
    if "propertyNames" in schema and jsonschema_rs.is_valid(schema["propertyNames"], name):
        return True  # The canonical form leaves out a member that takes any value.
    return schema.get("additionalProperties", _MISSING)
