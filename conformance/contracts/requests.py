"""Checks whether a recorded request fits the contract: its parameters and its body, with validators compiled once.

Pure. Requests that only the target file declares are not compared, because there the file is right.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import unquote

import jsonschema_rs

from conformance.catalogue.operations import Match
from conformance.contracts.documented import assumptions_of
from conformance.evidence.exchanges import NotJson, Request, parse_json
from conformance.target.target import Placement
from openapi.bundler import METHODS, PLAIN_VALUE, contract
from openapi.references import dereference

_BODY = "application/json"
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")

# Ids come from the target, and may have any form.
_ANY_ID = {"type": "string"}

Validator = jsonschema_rs.Draft202012Validator


@dataclass(frozen=True)
class Misfit:
    """A *place* like `/query/pageSize` in which a request does not fit, the reason in words, and the *value* there."""

    place: str
    message: str
    value: Any


@dataclass(frozen=True)
class _Parameter:
    validator: Validator
    kind: Any


@dataclass(frozen=True)
class _Operation:
    """*body* is None when the contract says nothing about the body: there is none, or its contents are not shown."""

    path: Mapping[str, _Parameter]
    query: Mapping[str, _Parameter]
    required: frozenset[str]
    body: Validator | None


def misfits(request: Request, met: Match, hold_id: Placement | None) -> Iterator[Misfit]:
    """Every place in which *request* does not fit its operation in the contract of this distribution.

    A hold id at the place that the target file declares is ignored.
    """
    return _installed().misfits(request, met, hold_id)


class RequestContract:
    """What *document*, a bundled contract, says about requests. Validators are compiled when they are needed."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        self._schemas: Mapping[str, Any] = _with_any_id(document["components"]["schemas"])
        items = document["paths"].values()
        self._places = {
            item[method]["operationId"]: (item, method) for item in items for method in METHODS if method in item
        }
        self._operations: dict[str, _Operation] = {}

    def misfits(self, request: Request, met: Match, hold_id: Placement | None) -> Iterator[Misfit]:
        """As the function `misfits`, for this document. *met* is an operation of it."""
        if met.operation_id not in self._operations:
            self._operations[met.operation_id] = self._operation(met.operation_id)
        return _misfits(self._operations[met.operation_id], request, met, hold_id)

    def _operation(self, operation_id: str) -> _Operation:
        document = self._document
        item, method = self._places[operation_id]
        listed = [*item.get("parameters", []), *item[method].get("parameters", [])]
        parameters = [
            element
            for element in (dereference(document, item) for item in listed)
            if element["in"] in ("path", "query")
        ]
        places: dict[str, dict[str, _Parameter]] = {"path": {}, "query": {}}
        for parameter in parameters:
            kind = dereference(document, parameter["schema"]).get("type")
            places[parameter["in"]][parameter["name"]] = _Parameter(self._compiled(parameter["schema"]), kind)
        required = frozenset(
            parameter["name"] for parameter in parameters if parameter["in"] == "query" and parameter.get("required")
        )
        body = dereference(document, item[method].get("requestBody"))
        is_shown = body is not None and not assumptions_of(body)
        validator = self._compiled(body["content"][_BODY]["schema"]) if is_shown else None
        return _Operation(places["path"], places["query"], required, validator)

    def _compiled(self, schema: Mapping[str, Any]) -> Validator:
        return Validator({**_with_any_id(schema), "components": {"schemas": self._schemas}}, validate_formats=True)


@cache
def _installed() -> RequestContract:
    return RequestContract(contract())


def _misfits(operation: _Operation, request: Request, met: Match, hold_id: Placement | None) -> Iterator[Misfit]:
    elsewhere = {hold_id.place: hold_id.name} if hold_id else {}
    for name, text in met.parameters.items():
        yield from _misfits_of(operation.path[name], f"/path/{name}", unquote(text))
    query = [pair for pair in request.query if pair[0] != elsewhere.get("query")]
    yield from _misfits_in_query(operation, query)
    if operation.body is not None:
        yield from _misfits_in_body(operation.body, request.content, elsewhere.get("body"))


def _misfits_in_query(operation: _Operation, query: list[tuple[str, str]]) -> Iterator[Misfit]:
    given = Counter(name for name, _ in query)
    for name in sorted(operation.required - given.keys()):
        yield Misfit(f"/query/{name}", "it is required", None)
    for name, text in query:
        if name not in operation.query:
            yield Misfit(f"/query/{name}", "the contract has no such parameter", text)
        elif given[name] > 1:
            yield Misfit(f"/query/{name}", "it appears more than once", text)
        else:
            yield from _misfits_of(operation.query[name], f"/query/{name}", text)


def _misfits_in_body(validator: Validator, content: bytes | None, hold_id: str | None) -> Iterator[Misfit]:
    try:
        body = parse_json(content or b"")
    except NotJson as error:
        yield Misfit("/body", str(error), None)
        return
    if isinstance(body, dict) and hold_id:
        body = {name: value for name, value in body.items() if name != hold_id}
    yield from _errors(validator, "/body", body)


def _misfits_of(parameter: _Parameter, place: str, text: str) -> Iterator[Misfit]:
    yield from _errors(parameter.validator, place, _typed(text, parameter.kind))


def _errors(validator: Validator, place: str, value: Any) -> Iterator[Misfit]:
    if not validator.is_valid(value):
        for error in validator.iter_errors(value):
            inner = "".join(f"/{part}" for part in error.instance_path)
            yield Misfit(f"{place}{inner}", error.message[:240], error.instance)


def _typed(text: str, kind: Any) -> Any:
    """The value of a text in a query. A text that is no number stays a text, and does not fit."""
    if kind in ("integer", "number") and _NUMBER.fullmatch(text):
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    if kind == "boolean" and text in ("true", "false"):
        return text == "true"
    return text


def _with_any_id(node: Any) -> Any:
    """*node*, in which every id may have any form."""
    if isinstance(node, list):
        return [_with_any_id(part) for part in node]
    if not isinstance(node, Mapping):
        return node
    if node.get(PLAIN_VALUE) == "Identifier":
        return _ANY_ID
    return {member: _with_any_id(part) for member, part in node.items()}
