"""Finds where the parts of a plain schema are written: from a path inside its canonical form to a file and a line."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from openapi.diff.sites import Step
from openapi.places import Place, Placed

_BRANCHES = ("allOf", "anyOf", "oneOf")


def instance_pointer(path: Sequence[Step]) -> str:
    """The place inside a value, for people: `/data/leadPlayer/phone`, with `[]` for every item of a list."""
    parts = [("[]" if kind == "items" else str(key)) for kind, key in path if kind != "anyOf"]
    return "".join(f"/{part}" for part in parts)


def place_of_site(plain: Any, path: Sequence[Step], keyword: str = "") -> Place | None:
    """Where the schema at *path* is written, or its *keyword*. None where the document does not have it."""
    nodes, place = [plain], _own_place(plain)
    for kind, key in path:
        if kind == "anyOf":
            continue
        found = list(_children(plain, nodes, kind, str(key)))
        if not found:
            return place
        nodes = [node for node, _ in found]
        place = next((written for _, written in found if written), place)
    for node in _parts(plain, nodes) if keyword else ():
        if isinstance(node, Placed) and keyword in node.members:
            return node.members[keyword]
    return place


def is_required(plain: Any, path: Sequence[Step]) -> bool:
    """Whether a plain schema names the member at the end of *path* as required, without any condition."""
    return any(path[-1][1] in node.get("required", ()) for node in _parts(plain, _nodes_at(plain, path[:-1])))


def is_declared(plain: Any, path: Sequence[Step]) -> bool:
    """Whether a plain schema writes down the member at the end of *path*."""
    return any(node is not False for node in _nodes_at(plain, path))


def types_at(plain: Any, path: Sequence[Step]) -> set[str]:
    """The types that a plain schema writes down at *path*."""
    written = [node.get("type", ()) for node in _parts(plain, _nodes_at(plain, path))]
    return {name for types in written for name in ([types] if isinstance(types, str) else types)}


def written_at(plain: Any, path: Sequence[Step], keywords: Sequence[str]) -> list[str]:
    """What a plain schema writes down for some keywords at *path*, in any order."""
    nodes = list(_parts(plain, _nodes_at(plain, path)))
    return sorted(json.dumps([name, node[name]], sort_keys=True) for node in nodes for name in keywords if name in node)


def _nodes_at(plain: Any, path: Sequence[Step]) -> list[Any]:
    nodes = [plain]
    for kind, key in path:
        if kind != "anyOf":
            nodes = [node for node, _ in _children(plain, nodes, kind, str(key))]
    return nodes


def _children(root: Any, nodes: Sequence[Any], kind: str, key: str) -> Iterator[tuple[Any, Place | None]]:
    for node in _parts(root, nodes):
        if kind == "items" and "items" in node:
            yield node["items"], _own_place(node["items"]) or _member_place(node, "items")
        first = node.get("prefixItems", ())
        if kind == "prefix":
            item = first[int(key)] if int(key) < len(first) else node.get("items")
            yield item, _own_place(item)
        members = node.get("properties", {})
        if kind == "properties" and key in members:
            yield members[key], _own_place(members[key]) or _member_place(members, key)


def _parts(root: Any, nodes: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """The schemas that a value at *nodes* can meet: branches and targets of references included."""
    for node in nodes:
        if isinstance(node, dict):
            yield node
            if "$ref" in node:
                yield from _parts(root, [root.get("$defs", {}).get(node["$ref"].rpartition("/")[2])])
            for keyword in _BRANCHES:
                yield from _parts(root, node.get(keyword, ()))


def _own_place(node: Any) -> Place | None:
    return node.place if isinstance(node, Placed) else None


def _member_place(node: Any, name: str) -> Place | None:
    return node.members.get(name) if isinstance(node, Placed) else None
