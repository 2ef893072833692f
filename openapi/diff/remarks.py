"""Compares what no value shows: names of components, marks, defaults, texts beside marks, open lists of values.

Remarks belong to a place inside a value. It does not matter whether a schema, a reference or a branch carries them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from openapi.diff.documents import ComparedDocument, place_of_node
from openapi.diff.plain import FORMATS
from openapi.lint.marks import MARKS
from openapi.places import Place
from openapi.references import resolve

_GENERATORS_ONLY = frozenset({"int32", "int64", "float", "double", "byte", "binary", "password", "decimal"})

NO_DEFAULT = "none"

Change = tuple[str, str, Any, Any]


@dataclass
class Remarks:
    """What is remarked at one place, by all the schemas that a value meets there."""

    place: Place | None = None
    components: list[str] = field(default_factory=list)
    marks: dict[str, set[str]] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    defaults: list[Any] = field(default_factory=list)
    open_values: list[Any] = field(default_factory=list)
    formats: list[str] = field(default_factory=list)
    deprecated: bool = False
    always_present: bool = False
    numbers: set[str] = field(default_factory=set)
    lists_values: bool = False
    recursive: bool = False


def remarks_of_schema(document: ComparedDocument, schema: Any) -> dict[str, Remarks]:
    """Place inside the value to what is remarked there."""
    found: dict[str, Remarks] = {"": Remarks(place_of_node(schema))}
    _collect(document, schema, "", found, ())
    return found


def remarks_of_node(node: Mapping[str, Any]) -> Remarks:
    """What is remarked at an operation, a parameter, an answer or a header itself."""
    remarks = Remarks(place_of_node(node))
    _add(remarks, node)
    return remarks


def changes(old: Remarks, new: Remarks) -> Iterator[Change]:
    """The differences of two remarks: kind, name, before and after."""
    same_thing = old.components == new.components
    if same_thing:
        yield from _mark_changes(old, new)
    if same_thing and (old.marks or new.marks) and old.marks == new.marks and sorted(old.texts) != sorted(new.texts):
        ids = sorted(set().union(*old.marks.values(), *new.marks.values()))
        yield "text-beside-mark", ", ".join(ids), old.texts, new.texts
    if old.defaults[:1] != new.defaults[:1]:
        yield "default-changed", "", _first(old.defaults), _first(new.defaults)
    if old.deprecated != new.deprecated:
        yield ("deprecated" if new.deprecated else "no-longer-deprecated"), "", None, None
    if old.formats[:1] != new.formats[:1]:
        yield "number-format-changed", "", _first(old.formats), _first(new.formats)
    if old.numbers and new.numbers and old.numbers != new.numbers:
        yield "number-type-changed", "", sorted(old.numbers), sorted(new.numbers)
    if not old.open_values + new.open_values and old.lists_values != new.lists_values:
        yield ("list-closed" if new.lists_values else "list-opened"), "", None, None
    if old.open_values and new.lists_values and not new.open_values:
        yield "list-closed", "", None, None
    if new.open_values and old.lists_values and not old.open_values:
        yield "list-opened", "", None, None
    gone = [name for name in old.components if name not in new.components]
    added = [name for name in new.components if name not in old.components]
    for before, after in zip(gone, added, strict=False):
        yield "component-renamed", "", before, after


def open_value_changes(old: Remarks, new: Remarks) -> Iterator[Change]:
    """The differences of two open lists of values, as readers see them."""
    if old.open_values and new.open_values:
        gone = [value for value in old.open_values if value not in new.open_values]
        added = [value for value in new.open_values if value not in old.open_values]
        if added:
            yield "open-values-grown", "", None, added
        if gone:
            yield "open-values-shrunk", "", gone, None


def _mark_changes(old: Remarks, new: Remarks) -> Iterator[Change]:
    for mark in MARKS:
        before, after = sorted(old.marks.get(mark, ())), sorted(new.marks.get(mark, ()))
        if before == after:
            continue
        if mark == "x-assumption" and not before:
            yield "stated-became-assumed", mark, None, after
        elif mark == "x-assumption" and not after:
            yield "assumed-became-stated", mark, before, None
        else:
            yield "mark-changed", mark, before, after


def _first(items: list[Any]) -> Any:
    return items[0] if items else NO_DEFAULT


def _collect(
    document: ComparedDocument, schema: Any, pointer: str, found: dict[str, Remarks], unfolding: tuple[str, ...]
) -> None:
    if not isinstance(schema, dict):
        return
    remarks = found.setdefault(pointer, Remarks(place_of_node(schema)))
    _add(remarks, schema)
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference in unfolding:
        found[""].recursive = True
    elif isinstance(reference, str):
        if reference.startswith("#/components/schemas/"):
            remarks.components.append(reference.rpartition("/")[2])
        _collect(document, resolve(document.root, reference[1:]), pointer, found, (*unfolding, reference))
    for branch in schema.get("allOf", ()):
        _collect(document, branch, pointer, found, unfolding)
    for branches in (schema.get("anyOf", ()), schema.get("oneOf", ())):
        for branch in branches:
            inside = pointer if len(branches) == 1 else f"{pointer}|{_branch_name(branch)}"
            _collect(document, branch, inside, found, unfolding)
    for name, member in schema.get("properties", {}).items():
        _collect(document, member, f"{pointer}/{name}", found, unfolding)
        if name in schema.get("required", ()) and f"{pointer}/{name}" in found:
            found[f"{pointer}/{name}"].always_present = True
    for keyword in ("items", "additionalProperties"):
        _collect(document, schema.get(keyword), f"{pointer}/[]", found, unfolding)


def _branch_name(branch: Any) -> str:
    """What tells an alternative from the others, in whichever order they are written."""
    if not isinstance(branch, dict):
        return str(branch)
    return str(branch.get("$ref") or branch.get("type") or sorted(branch))


def _add(remarks: Remarks, node: Mapping[str, Any]) -> None:
    for mark in MARKS:
        if mark in node:
            remarks.marks.setdefault(mark, set()).update(_ids(node[mark]))
    if isinstance(node.get("description"), str) and any(mark in node for mark in MARKS):
        remarks.texts.append(" ".join(node["description"].split()))
    if "default" in node:
        remarks.defaults.append(node["default"])
    if isinstance(node.get("x-extensible-enum"), list):
        remarks.open_values += [value for value in node["x-extensible-enum"] if value not in remarks.open_values]
    if node.get("format") in _GENERATORS_ONLY or (
        isinstance(node.get("format"), str) and node["format"] not in FORMATS
    ):
        remarks.formats.append(str(node["format"]))
    remarks.numbers |= {"integer", "number"} & {node["type"]} if isinstance(node.get("type"), str) else set()
    remarks.lists_values = remarks.lists_values or len(node.get("enum", ())) > 1
    remarks.deprecated = remarks.deprecated or node.get("deprecated") is True


def _ids(mark: Any) -> list[str]:
    """The ids in a mark, with the keyword or member that each id is about."""
    if isinstance(mark, Mapping):
        return [f"{name}: {_joined(value)}" for name, value in mark.items()]
    return [str(mark)] if isinstance(mark, str) else [str(item) for item in mark]


def _joined(value: Any) -> str:
    return value if isinstance(value, str) else ", ".join(str(item) for item in value)
