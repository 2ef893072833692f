"""Judges requests and answers by one contract: the whole contract for requests, its documented part for answers.

An answer is judged only by what the specification states, so no conforming service gets a complaint. Pure.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from jsonschema_rs import Draft202012Validator

from conformance.catalogue.operations import Match
from conformance.contracts.documented import UNSHOWN, documented_view
from conformance.contracts.requests import RequestContract
from conformance.evidence.exchanges import NotJson, Request, Response, parse_json
from conformance.target.target import Placement
from conformance.text.complaints import complaint_in_words
from openapi.bundler import METHODS

_JSON = "application/json"
# The specification does not show the answer to these parameters.
_ANSWER_NOT_SHOWN = {"checkAvailability": "date"}

Fault = tuple[str, str]


@dataclass(frozen=True)
class _Route:
    method: str
    pattern: re.Pattern[str]
    operation_id: str


class ContractJudge:
    """Judges by *document*, a bundled contract, which is called *name* in findings."""

    def __init__(self, name: str, document: Mapping[str, Any], hold_id: Placement | None = None) -> None:
        self.name = name
        self._requests = RequestContract(document)
        self._view = documented_view(dict(document))
        self._hold_id = hold_id
        self._validators: dict[tuple[str, str], Draft202012Validator | None] = {}

    def match(self, method: str, path: str) -> Match | None:
        """The operation that *method* and *path*, relative to the base address, meet; None when there is none."""
        for route in self._routes:
            if route.method == method and (found := route.pattern.fullmatch(path)):
                return Match(route.operation_id, found.groupdict())
        return None

    @cached_property
    def _routes(self) -> Sequence[_Route]:
        """Literal paths are before templated paths, because the first match wins."""
        paths = sorted(self._view["paths"], key=lambda path: path.count("{"))
        return [
            _Route(method.upper(), _pattern(path), self._view["paths"][path][method]["operationId"])
            for path in paths
            for method in METHODS
            if method in self._view["paths"][path]
        ]

    def request_faults(self, request: Request, met: Match) -> list[Fault]:
        """The places in which *request* does not fit the contract, each with a sentence."""
        return [(misfit.place, misfit.message) for misfit in self._requests.misfits(request, met, self._hold_id)]

    def answer_faults(self, request: Request, met: Match, response: Response) -> list[Fault]:
        """The places in which a success does not fit what the specification states. Refusals have no stated form."""
        if not response.is_success or _ANSWER_NOT_SHOWN.get(met.operation_id) in dict(request.query):
            return []
        return list(self._faults(met, response))

    def _faults(self, met: Match, response: Response) -> Iterator[Fault]:
        found = self._responses[met.operation_id]
        status = next((code for code in (str(response.status), "2XX") if code in found), None)
        if status is None:
            shown = " or ".join(code for code in found if code.startswith("2"))
            if shown:
                yield "", f"the status is {response.status}, not {shown}"
            return
        validator = self._validator(met.operation_id, status, found[status])
        if validator is not None:
            yield from _faults_of_body(validator, response.content)

    @cached_property
    def _responses(self) -> Mapping[str, Any]:
        """The documented answers by operation id. Where the request is not shown, its answer is not either."""
        operations = (item[method] for item in self._view["paths"].values() for method in METHODS if method in item)
        return {
            operation["operationId"]: {} if UNSHOWN in operation else operation["responses"] for operation in operations
        }

    def _validator(self, operation_id: str, status: str, response: Mapping[str, Any]) -> Draft202012Validator | None:
        key = (operation_id, status)
        if key not in self._validators:
            media = response.get("content", {}).get(_JSON, {})
            self._validators[key] = self._compiled(media["schema"]) if "schema" in media else None
        return self._validators[key]

    def _compiled(self, schema: Mapping[str, Any]) -> Draft202012Validator:
        return Draft202012Validator({"allOf": [schema], "components": self._view["components"]}, validate_formats=True)


def _pattern(path: str) -> re.Pattern[str]:
    literal = re.split(r"\{\w+\}", path)
    names = re.findall(r"\{(\w+)\}", path)
    named = [f"(?P<{name}>[^/]+)" for name in names]
    return re.compile("".join(re.escape(text) + group for text, group in zip(literal, [*named, ""], strict=True)))


def _faults_of_body(validator: Draft202012Validator, content: bytes) -> Iterator[Fault]:
    if not content:
        yield "", "the body is empty"
        return
    try:
        body = parse_json(content)
    except NotJson as error:
        yield "", f"the body is not JSON: {error}"
        return
    if not validator.is_valid(body):
        for complaint in validator.iter_errors(body):
            yield "".join(f"/{part}" for part in complaint.instance_path), complaint_in_words(complaint, "")
