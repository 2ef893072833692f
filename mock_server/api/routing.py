"""Finds the operation of a request. A literal path has priority over a templated path. Assumption A-40.

It replaces Connexion's router, which decides by the order of declaration and names only one allowed method.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mock_server.api.contract import Contract
from mock_server.api.exchanges import exchange_of
from mock_server.api.frame import ROUTING_CONTEXT, SpecMiddleware
from mock_server.api.problems import Problem
from mock_server.api.security import OPEN_TO_ALL


@dataclass(frozen=True, slots=True)
class _Path:
    literals: tuple[tuple[int, str], ...]
    variables: tuple[tuple[int, str], ...]
    operations: Mapping[str, str]

    def matches(self, segments: list[str]) -> bool:
        for place, text in self.literals:
            if segments[place] != text:
                return False
        return all(segments[place] for place, _ in self.variables)


def _path(template: str, operations: Mapping[str, str]) -> _Path:
    segments = list(enumerate(template.split("/")))
    return _Path(
        tuple((place, text) for place, text in segments if not text.startswith("{")),
        tuple((place, text[1:-1]) for place, text in segments if text.startswith("{")),
        operations,
    )


class Router:
    """The paths of one document below one base path."""

    def __init__(self, base_path: str, paths: Mapping[str, Mapping[str, Any]]) -> None:
        self.base_path = base_path
        self._by_length: dict[int, list[_Path]] = {}
        for template, item in paths.items():
            operations = {
                method.upper(): node["operationId"]
                for method, node in item.items()
                if isinstance(node, dict) and "operationId" in node
            }
            path = _path(base_path + template, operations)
            self._by_length.setdefault(template.count("/"), []).append(path)
        for candidates in self._by_length.values():
            candidates.sort(key=lambda path: -len(path.literals))
        self._base_slashes = base_path.count("/")

    def find(self, method: str, address: str) -> tuple[str, dict[str, str]]:
        """The operation id and the path parameters of a request.

        Raises Problem not_found for an unknown path, method_not_allowed (with Allow) for a known one.
        """
        segments = address.split("/")
        for path in self._by_length.get(len(segments) - 1 - self._base_slashes, ()):
            if path.matches(segments):
                return self._operation(path, method), {name: segments[place] for place, name in path.variables}
        raise Problem(
            "not_found",
            f"There is no path {address[:200]!r} in this interface. Its base is {self.base_path}. See /docs/.",
        )

    @staticmethod
    def _operation(path: _Path, method: str) -> str:
        operation_id = path.operations.get(method)
        if operation_id is None:
            allowed = ", ".join(sorted(path.operations))
            raise Problem(
                "method_not_allowed",
                f"This path takes {allowed}, not {method[:20]}.",
                headers={"Allow": allowed},
            )
        return operation_id


class Routing(SpecMiddleware):  # type: ignore[misc]  # Connexion carries no types.
    """The routing part of Connexion: it puts the operation id and the path parameters into the scope."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.router: Router | None = None
        self.deprecations: Mapping[str, Mapping[str, str]] = {}
        self.open_to_all: set[str] = set()

    def add_api(self, specification: Any, *, contract: Contract, **_options: Any) -> None:
        """Takes the paths of the routing skeleton, and what the contract says about keys and deprecations."""
        self.router = Router(specification.base_path, specification["paths"])
        self.deprecations = {name: plan.deprecation for name, plan in contract.operations.items() if plan.deprecation}
        self.open_to_all = {name for name, plan in contract.operations.items() if not plan.needs_key}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Routes a request. Raises Problem if no operation answers it."""
        assert self.router is not None
        operation_id, scope["path_params"] = self.router.find(scope["method"], scope["path"])
        scope[OPEN_TO_ALL] = operation_id in self.open_to_all
        if operation_id in self.deprecations:
            exchange_of(scope).added_headers |= self.deprecations[operation_id]
        routed = {"api_base_path": self.router.base_path, "operation_id": operation_id}
        scope.setdefault("extensions", {})[ROUTING_CONTEXT] = routed
        await self.app(scope, receive, send)
