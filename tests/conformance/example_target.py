"""A target that answers every documented request with the example of the contract, without a network."""

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Request, Response
from conformance.running.check import OpenRun, begin_run
from conformance.scope.selection import Options
from conformance.target.describing import describe_target
from openapi.bundler import METHODS, contract
from openapi.references import dereference

BASE_URL = "http://target.example/api/v1"
DECLARED: dict[str, Any] = {
    "hooks": {"body": {"courseId": "{course_id}", "date": "{date}", "teeTime": "{time}", "ref": "{reference}"}},
    "groups": {"players": {"players": [{"firstName": "Ada", "lastName": "Lindqvist"}]}},
    "tokens": {
        "access_token": "data.accessToken",
        "refresh_token": "data.refreshToken",
        "refresh_request": {"refreshToken": "{refresh_token}"},
    },
    "levers": {"group_cancel": {"url": "http://target.example/desk/{id}/cancel"}},
}

Fault = Callable[[int, Any], tuple[int, Any]]


class ExampleTarget:
    """Keeps what it was sent. A fault of an operation gets status and body, and gives others."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.faults: dict[str, Fault] = {}

    def exchange(self, request: Request) -> Response:
        """The answer to *request*."""
        met = match(request.method, request.path)
        if met is None:
            return Response(200, (("Content-Type", "application/json"),), b"{}")
        self.requests.append(request)
        status, body = self.faults.get(met.operation_id, _as_it_is)(*_example(met.operation_id, met.course_id))
        content = b"" if body is None else json.dumps(body).encode()
        return Response(status, (("Content-Type", "application/json"),), content)

    def sent(self, operation_id: str) -> list[Request]:
        """The requests that met this operation."""
        return [request for request in self.requests if _operation_of(request) == operation_id]

    @property
    def counts(self) -> Counter[str]:
        """How often each operation was asked."""
        return Counter(_operation_of(request) for request in self.requests)


@contextmanager
def open_run(
    target: ExampleTarget, *, seed: int = 7, read_only: bool = False, second_key: str | None = None, **declared: Any
) -> Iterator[OpenRun]:
    """A run of all rows on *target*, before its first check; *declared* replaces parts of the target file."""
    described = describe_target(BASE_URL, "key-of-alpha", second_key, DECLARED | declared)
    with begin_run(described, Options(read_only=read_only), seed, target) as run:
        target.requests.clear()
        yield run


def _operation_of(request: Request) -> str:
    met = match(request.method, request.path)
    return met.operation_id if met else ""


def _as_it_is(status: int, body: Any) -> tuple[int, Any]:
    return status, body


def _example(operation_id: str, course_id: str | None) -> tuple[int, Any]:
    """Status and body of the first answer of an operation: the example about this course, if there is one."""
    document = contract()
    operations = [item[method] for item in document["paths"].values() for method in METHODS if method in item]
    responses = next(operation["responses"] for operation in operations if operation["operationId"] == operation_id)
    status, response = next((int(code), dereference(document, response)) for code, response in responses.items())
    for media in response.get("content", {}).values():
        examples = [dereference(document, example)["value"] for example in media["examples"].values()]
        about_it = [
            example for example in examples if isinstance(example, dict) and example.get("courseId") == course_id
        ]
        return status, copy.deepcopy([*about_it, *examples][0])
    return status, None
