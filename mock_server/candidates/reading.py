"""Reads a contract that a user names, and refuses what the sandbox cannot serve with file and line."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from mock_server.api.contract import Contract
from mock_server.api.deprecations import SINCE, lacks_a_date
from mock_server.api.unservable import ContractUnservable
from openapi.bundler import METHODS
from openapi.places import ContractError, Placed
from openapi.references import escape
from openapi.versions import Version, read_version

# The first segments of the paths that belong to the sandbox itself.
_TAKEN = ("_sandbox", "docs", "openapi.json", "openapi-3.0.json")


class CandidateUnusable(Exception):
    """A contract that cannot be served. The message is one sentence with the file and, where it is known, the line."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A contract that can be served. *name* is what the user called it, *document* is plain JSON.

    *warnings* are sentences about what an agency would not expect.
    """

    name: str
    document: dict[str, Any]
    warnings: tuple[str, ...]

    @property
    def base_path(self) -> str:
        """Where the interface begins."""
        path: str = self.document["servers"][0]["url"]
        return path

    def require_apart(self, base_path: str) -> None:
        """Raises CandidateUnusable if another contract has the same base path."""
        if self.base_path == base_path:
            way_out = "Give this contract another with --beside-base, such as /api/v2."
            raise CandidateUnusable(f"{self.name}: both contracts have the base path {base_path}. {way_out}")


def read_candidate(
    name: str, base_path: str | None = None, apart_from: Candidate | None = None
) -> tuple[Candidate, Version]:
    """The contract that *name* names, with *base_path* in place of its own if given, and the version that was read.

    Raises CandidateUnusable, also if the contract has the base path of *apart_from*.
    """
    try:
        version = read_version(name)
    except ContractError as error:
        raise CandidateUnusable(str(error)) from None
    try:
        _require_openapi_31(version.document)
        contract = Contract(version.document)
        base = contract.base_path if base_path is None else base_path.rstrip("/")
        _require_free(base)
    except ContractUnservable as fault:
        raise CandidateUnusable(f"{_shown_place(version, fault.pointer)}: {fault.reason}") from None
    document = {**version.document, "servers": [_server(version.document, base)]}
    candidate = Candidate(name, document, tuple(_warnings(version, base)))
    if apart_from is not None:
        apart_from.require_apart(base)
    return candidate, version


def files_of(version: Version) -> frozenset[Path]:
    """The files that the objects of a contract were read from."""
    return frozenset(Path(name) for name in _file_names(version.document))


def _file_names(node: Any) -> set[str]:
    names: set[str] = set()
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Placed):
            names.add(node.place.file)
        waiting += node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return names


@cache
def _form_of_openapi() -> jsonschema_rs.Validator:
    """The JSON Schema of OpenAPI 3.1. The full validator takes half a second for a contract, this schema 5 ms."""
    from openapi_spec_validator.schemas import schema_v31  # noqa: PLC0415 - only a named contract needs it.

    return jsonschema_rs.Draft202012Validator(dict(schema_v31))


def _require_openapi_31(document: Mapping[str, Any]) -> None:
    named = str(document.get("openapi"))
    if not named.startswith("3.1."):
        raise ContractUnservable("/openapi", f"the sandbox serves OpenAPI 3.1, and this document is {named}.")
    errors = list(_form_of_openapi().iter_errors(document))
    if errors:
        # The deepest error is nearest to the mistake: the others are about the objects around it.
        error = max(errors, key=lambda item: len(item.instance_path))
        pointer = "".join(f"/{escape(str(part))}" for part in error.instance_path)
        shown = str(error.message).replace("\n", " ")
        reason = shown if len(shown) <= 160 else f"{shown[:80]} ... {shown[-75:]}"
        raise ContractUnservable(pointer, f"this is not valid OpenAPI: {reason.removesuffix('.')}.")


def _require_free(base_path: str) -> None:
    if not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", base_path):
        raise ContractUnservable("/servers", f"{base_path!r} is not a base path. Write for example /api/v2.")
    if base_path.split("/")[1] in _TAKEN:
        raise ContractUnservable("/servers", f"the base path {base_path} belongs to the sandbox. Use another.")


def _shown_place(version: Version, pointer: str) -> str:
    """File and line of a pointer, or of the nearest object around it that is written."""
    while pointer:
        try:
            return str(version.place(pointer))
        except (KeyError, IndexError, ValueError, TypeError):
            pointer = pointer.rpartition("/")[0]
    return str(version.place("")).lstrip(":") or version.name


def _server(document: Mapping[str, Any], base_path: str) -> dict[str, Any]:
    """The only server of the served document: this sandbox. Other servers would send trials to a real service."""
    first: Mapping[str, Any] = next(iter(document.get("servers", ())), {})
    return {**{name: value for name, value in first.items() if name != "variables"}, "url": base_path}


def _warnings(version: Version, base_path: str) -> Iterator[str]:
    number = version.number
    named = re.fullmatch(r"v(\d+)", base_path.rpartition("/")[2])
    major = re.match(r"\d+", number)
    if named and major and int(named[1]) != int(major[0]):
        rule = "A new major version needs a base path of its own."
        yield f"{_shown_place(version, '/info/version')}: version {number} is served under {base_path}. {rule}"
    for path, item in version.document.get("paths", {}).items():
        for method in METHODS:
            if method in item and lacks_a_date(item[method]):
                place = _shown_place(version, f"/paths/{escape(path)}/{method}")
                yield f"{place}: the operation is deprecated without {SINCE}, so no header announces its end."
