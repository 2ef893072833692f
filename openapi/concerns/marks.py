"""What the contract itself says about a subject: the row of the ledger, the marks, and the keywords that they fix."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from openapi.bundler import ASSUMPTIONS_FILE, CONTRACT_FILE, bundle
from openapi.concerns.subjects import Concern, Subject, SubjectKind
from openapi.places import Place, load_yaml, place_of
from openapi.references import escape

_MARK = "x-assumption"


def concerns(subject: Subject) -> Iterator[Concern]:
    """The row of an assumption and its marks; of an operation or a member, the places of its definition."""
    document = _document()
    if subject.kind is SubjectKind.ASSUMPTION:
        yield Concern("ledger", subject.name, place_of(_ledger(), f"/{subject.name}"))
        yield from _once(_marks(document, subject.name))
    elif subject.kind is SubjectKind.OPERATION:
        yield from _operations(document, subject.name)
    else:
        schema, _, member = subject.name.rpartition(".")
        yield from _members(document, schema, member)


@lru_cache(maxsize=1)
def _ledger() -> Any:
    return load_yaml(ASSUMPTIONS_FILE)


@lru_cache(maxsize=1)
def _document() -> dict[str, Any]:
    return bundle(CONTRACT_FILE)


def _once(concerns: Iterator[Concern]) -> Iterator[Concern]:
    """The first concern of each place: a plain value is written once, and the bundle repeats it."""
    seen: set[tuple[Place, str]] = set()
    for concern in concerns:
        if (concern.place, concern.says) not in seen:
            seen.add((concern.place, concern.says))
            yield concern


def _marks(document: Any, assumption_id: str) -> Iterator[Concern]:
    for pointer, node in nodes_of(document):
        for mark, value in node.items():
            if mark.startswith(_MARK) and assumption_id in ids_in(value):
                place = place_of(document, f"{pointer}/{escape(mark)}")
                yield Concern("mark", pointer or "/", place, _meaning(mark, value, node, assumption_id))


def _meaning(mark: str, value: Any, node: Mapping[str, Any], assumption_id: str) -> str:
    """What a mark says: the keywords or members that it fixes, or the beginning of the description beside it."""
    if isinstance(value, Mapping):
        names = [name for name, ids in value.items() if assumption_id in ids_in(ids)]
        shown = [f"{name}: {node[name]}" if name in node else name for name in names]
        return ", ".join(shown)
    description = str(node.get("description", "")).strip().partition("\n")[0]
    return description or mark


def _operations(document: Any, operation_id: str) -> Iterator[Concern]:
    for pointer, node in nodes_of(document):
        if node.get("operationId") == operation_id:
            yield Concern("operation", operation_id, place_of(document, pointer), str(node.get("summary", "")))


def _members(document: Any, schema: str, member: str) -> Iterator[Concern]:
    pointer = f"/components/schemas/{escape(schema)}/properties/{escape(member)}"
    properties = document["components"]["schemas"].get(schema, {}).get("properties", {})
    if member in properties:
        description = str(properties[member].get("description", "")).strip().partition("\n")[0]
        yield Concern("member", f"{schema}.{member}", place_of(document, pointer), description)


def nodes_of(node: Any, pointer: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every object of a document with its pointer."""
    if isinstance(node, dict):
        yield pointer, node
        for member, value in node.items():
            yield from nodes_of(value, f"{pointer}/{escape(str(member))}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from nodes_of(value, f"{pointer}/{index}")


def ids_in(value: Any) -> list[str]:
    """The assumptions in the value of a mark: one, a list, or one for each keyword or member."""
    if isinstance(value, Mapping):
        return [assumption_id for item in value.values() for assumption_id in ids_in(item)]
    return value if isinstance(value, list) else [value]
