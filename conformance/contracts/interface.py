"""One contract, ready for judging: its operations, found by method and path, and its schemas, compiled once.

Knows OpenAPI 3.1 and 3.0, no particular contract.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any
from urllib.parse import quote, unquote

import jsonschema_rs
import orjson

from openapi.bundler import METHODS
from openapi.older import document_as_31
from openapi.places import ContractError
from openapi.references import escape, resolve

Node = Mapping[str, Any]
Validator = jsonschema_rs.Draft202012Validator

_DOCUMENT = "urn:contract"
_PARAMETER = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True)
class Route:
    """A path of a contract, and the methods that it has. *pointer* leads to its path item."""

    path: str
    pointer: str
    names: tuple[str, ...]
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class MetOperation:
    """The operation that a request meets. *pointer* leads to it, *values* are the values in its path.

    *operation_id* is method and path where the contract gives the operation no id.
    """

    operation_id: str
    path: str
    method: str
    item_pointer: str
    pointer: str
    values: Mapping[str, str]


class Interface:
    """The operations and schemas of one bundled *document*. *name* is what the user called the contract."""

    def __init__(self, name: str, document: Node) -> None:
        self.name = name
        # The registry takes no subclasses of dict.
        self.document: dict[str, Any] = document_as_31(orjson.loads(orjson.dumps(document)))
        self._validators: dict[str, Validator] = {}
        # Each exchange asks for the same few operations, nodes and paths.
        self.met = lru_cache(maxsize=4096)(self._met)
        self.at = cache(self._at)
        self.members = cache(self._members)

    @property
    def number(self) -> str:
        """The version in the title page."""
        return str(self.document.get("info", {}).get("version", ""))

    @property
    def base_path(self) -> str:
        """The path of the first server without its last slash; empty if there is none."""
        servers = self.document.get("servers") or [{}]
        return re.sub(r"^[a-z]+://[^/]*", "", str(servers[0].get("url", ""))).rstrip("/")

    @cached_property
    def routes(self) -> Sequence[Route]:
        """All paths. A literal path comes before a templated path that also matches."""
        found = [_route(path) for path in self.document.get("paths", {})]
        return sorted(found, key=lambda route: [part.startswith("{") for part in route.path.split("/")])

    def _met(self, method: str, path: str) -> MetOperation | None:
        """The operation that *method* and *path*, relative to the base address, meet; None if there is none."""
        for route in self.routes:
            found = route.pattern.fullmatch(path)
            if found:
                return self._met_on(route, method.lower(), found.groups())
        return None

    def _met_on(self, route: Route, method: str, values: Sequence[str]) -> MetOperation | None:
        operation = resolve(self.document, route.pointer).get(method) if method in METHODS else None
        if operation is None:
            return None
        decoded = dict(zip(route.names, map(unquote, values), strict=True))
        operation_id = operation.get("operationId") or f"{method.upper()} {route.path}"
        return MetOperation(operation_id, route.path, method, route.pointer, f"{route.pointer}/{method}", decoded)

    def _at(self, pointer: str) -> tuple[str, Any]:
        """The value at *pointer* behind any references, with its own pointer; None if there is no such value."""
        try:
            node = resolve(self.document, pointer)
            while isinstance(node, dict) and isinstance(node.get("$ref"), str):
                pointer = unquote(node["$ref"].removeprefix("#"))
                node = resolve(self.document, pointer)
        except (KeyError, IndexError, ValueError, TypeError):
            return pointer, None
        return pointer, node

    def _members(self, pointer: str) -> Sequence[tuple[str, str, Any]]:
        """Name or number, pointer and value of each member of the node at *pointer*, behind references."""
        _, node = self.at(pointer)
        names = node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        return [(str(name), *self.at(f"{pointer}/{escape(str(name))}")) for name in names]

    def validator(self, pointer: str) -> Validator:
        """The validator of the schema at *pointer*. Raises `ContractError` if the schema cannot be used."""
        if pointer not in self._validators:
            reference = {"$ref": _DOCUMENT + "#" + quote(pointer, safe="/~")}
            try:
                self._validators[pointer] = Validator(reference, registry=self._registry, validate_formats=True)
            except (ValueError, jsonschema_rs.ReferencingError) as error:
                reason = str(error).splitlines()[0].rstrip(".")
                raise ContractError(f"{self.name}: the schema at {pointer} cannot be used: {reason}.") from error
        return self._validators[pointer]

    @cached_property
    def _registry(self) -> jsonschema_rs.Registry:
        return jsonschema_rs.Registry([(_DOCUMENT, self.document)], draft=jsonschema_rs.Draft202012)


def _route(path: str) -> Route:
    literal = _PARAMETER.split(path)[::2]
    pattern = "([^/]+)".join(re.escape(part) for part in literal)
    return Route(path, f"/paths/{escape(path)}", tuple(_PARAMETER.findall(path)), re.compile(pattern))
