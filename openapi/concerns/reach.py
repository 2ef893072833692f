"""Who meets a part of the contract: the operations whose requests or answers contain it, and the deliveries."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from openapi.bundler import METHODS
from openapi.references import escape, resolve


@dataclass(frozen=True)
class Reach:
    """Operations by id: *sent* by agencies, and *read* by them in answers. Deliveries by name: *received* by them."""

    sent: tuple[str, ...]
    read: tuple[str, ...]
    received: tuple[str, ...]


def reach_of(document: Any, pointers: Iterable[str]) -> Reach:
    """Who meets the nodes at *pointers*. A mark of an operation as a whole concerns its requests and its answers."""
    marked = [f"{pointer}/" for pointer in pointers]
    sent, read, received = [], [], []
    for name, parts, is_delivery in _operations(document):
        asked, answered = (any(_meets(document, part, marked) for part in side) for side in parts)
        sent += [name] if asked and not is_delivery else []
        read += [name] if answered and not is_delivery else []
        received += [name] if (asked or answered) and is_delivery else []
    return Reach(tuple(sent), tuple(read), tuple(received))


Sides = tuple[tuple[str, ...], tuple[str, ...]]


def _operations(document: Any) -> Iterator[tuple[str, Sides, bool]]:
    """Each operation: its name, the pointers of its requests and of its answers, and whether it is a delivery."""
    for section in ("paths", "webhooks"):
        for path, item in document.get(section, {}).items():
            above = f"/{section}/{escape(path)}"
            for method in METHODS:
                if method in item:
                    at = f"{above}/{method}"
                    sides = (
                        (at, f"{above}/parameters", f"{at}/parameters", f"{at}/requestBody"),
                        (at, f"{at}/responses"),
                    )
                    name = path if section == "webhooks" else item[method].get("operationId", f"{method} {path}")
                    yield name, sides, section == "webhooks"


def _meets(document: Any, part: str, marked: list[str]) -> bool:
    """Whether the node at *part*, or a component that it refers to, has one of the marked nodes in it."""
    is_whole = re.fullmatch(r"/(paths|webhooks)/[^/]+/\w+", part) is not None
    if is_whole:
        return f"{part}/" in marked
    reached = [part, *_components(document, part)]
    return any(pointer.startswith(f"{place}/") for place in reached for pointer in marked)


def _components(document: Any, part: str) -> set[str]:
    """The pointers of every component that the node at *part* refers to, at any depth."""
    try:
        waiting = [resolve(document, part)]
    except (KeyError, IndexError):
        return set()
    found: set[str] = set()
    while waiting:
        for reference in _references(waiting.pop()):
            if reference not in found:
                found.add(reference)
                waiting.append(resolve(document, reference))
    return found


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"][1:]
        for value in node.values():
            yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)
