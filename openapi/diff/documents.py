"""Reads the operations, deliveries, parameters, bodies and answers of one document, with references followed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from openapi.bundler import METHODS
from openapi.places import Place, Placed
from openapi.references import dereference

_TEMPLATE = re.compile(r"\{([^}]*)\}")


@dataclass(frozen=True)
class Parameter:
    """A parameter of an operation. `key` tells it from the others, also when a path parameter changes its name."""

    key: tuple[str, str]
    node: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name as written."""
        return str(self.node["name"])

    @property
    def where(self) -> str:
        """`query`, `header`, `path` or `cookie`."""
        return str(self.node["in"])

    @property
    def required(self) -> bool:
        """Whether a request needs it."""
        return bool(self.node.get("required", False))


@dataclass(frozen=True)
class Operation:
    """One operation, or one delivery of a webhook."""

    key: tuple[str, ...]
    name: str
    method: str
    path: str
    is_delivery: bool
    node: Mapping[str, Any]
    parameters: Mapping[tuple[str, str], Parameter]
    servers: tuple[Any, ...] = ()

    @property
    def place(self) -> Place | None:
        """Where the operation is written."""
        return place_of_node(self.node)

    @property
    def written(self) -> list[Any]:
        """Everything that belongs to the operation, as it is written."""
        return [self.path, self.node, list(self.servers), [parameter.node for parameter in self.parameters.values()]]

    @property
    def shown(self) -> str:
        """The operation for people: `POST /travel/bookings`, or the name of the delivery."""
        return f"delivery {self.path}" if self.is_delivery else f"{self.method.upper()} {self.path}"


def place_of_node(node: Any, member: str = "") -> Place | None:
    """Where an object is written, or its *member*. None for an object that was not read from a file."""
    if not isinstance(node, Placed):
        return None
    return node.members.get(member, node.place)


class ComparedDocument:
    """One version of a contract, by operations."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.root = document
        self.operations: dict[tuple[str, ...], Operation] = {}
        for path, item in (document.get("paths") or {}).items():
            self._add(("path", _TEMPLATE.sub("{}", path)), path, item, is_delivery=False)
        hooks = document.get("webhooks") or document.get("x-webhooks") or {}
        for name, item in hooks.items():
            self._add(("webhook", name), name, item, is_delivery=True)

    def followed(self, node: Any) -> Any:
        """*node*, or the target of its reference with the members beside the reference."""
        if not (isinstance(node, dict) and "$ref" in node):
            return node
        target = dereference(self.root, node)
        beside = {name: value for name, value in node.items() if name != "$ref"}
        return Placed({**target, **beside}, target.place, target.members) if isinstance(target, Placed) else target

    def mapped(self, node: Mapping[str, Any], member: str) -> dict[str, Any]:
        """The members of a map inside *node*, with references followed."""
        return {name: self.followed(item) for name, item in (node.get(member) or {}).items()}

    def body(self, operation: Operation) -> Mapping[str, Any] | None:
        """The request body of an operation."""
        found = self.followed(operation.node.get("requestBody"))
        return found if isinstance(found, Mapping) else None

    def responses(self, operation: Operation) -> dict[str, Any]:
        """Status, range of statuses or `default` to response."""
        return {
            str(status).upper() if str(status) != "default" else "default": response
            for status, response in self.mapped(operation.node, "responses").items()
        }

    def security(self, operation: Operation) -> list[Mapping[str, Any]]:
        """The alternatives of credentials of an operation."""
        own = operation.node.get("security", self.root.get("security"))
        return [{}] if own is None or own == [] else list(own)

    def scheme(self, name: str) -> Mapping[str, Any]:
        """A security scheme by its name, with references followed."""
        found = self.followed(self.root.get("components", {}).get("securitySchemes", {}).get(name, {}))
        return found if isinstance(found, Mapping) else {}

    def _add(self, key: tuple[str, ...], path: str, item: Any, *, is_delivery: bool) -> None:
        item = self.followed(item)
        for method in METHODS:
            if method in item:
                node = item[method]
                name = str(node.get("operationId") or (path if is_delivery else f"{method.upper()} {path}"))
                parameters = {parameter.key: parameter for parameter in self._parameters(path, item, node)}
                servers = tuple(node.get("servers") or item.get("servers") or ())
                operation = Operation((*key, method), name, method, path, is_delivery, node, parameters, servers)
                self.operations[operation.key] = operation
                self._add_callbacks(operation)

    def _add_callbacks(self, operation: Operation) -> None:
        for name, callback in self.mapped(operation.node, "callbacks").items():
            for expression, item in callback.items():
                if isinstance(item, dict):
                    key = (*operation.key, "callback", name, expression)
                    self._add(key, f"{operation.name}.{name}", item, is_delivery=True)

    def _parameters(self, path: str, item: Mapping[str, Any], node: Mapping[str, Any]) -> Iterator[Parameter]:
        positions = {name: str(index) for index, name in enumerate(_TEMPLATE.findall(path))}
        for written in (*item.get("parameters", ()), *node.get("parameters", ())):
            parameter = self.followed(written)
            name, where = str(parameter["name"]), str(parameter["in"])
            # The contract's own headers are named by HTTP, in any case.
            shown = {"path": positions.get(name, name), "header": name.lower()}.get(where, name)
            if where != "header" or shown not in ("accept", "content-type", "authorization"):
                yield Parameter((where, shown), parameter)
