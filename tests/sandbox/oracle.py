"""A second judge of the sandbox's answers: openapi-core over the published contract.

The sandbox checks itself with jsonschema-rs, in our own code. Nothing of that is used here.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import httpx
from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from openapi_core.templating.paths.exceptions import OperationNotFound, PathNotFound
from werkzeug.datastructures import Headers, ImmutableMultiDict

CONTRACT = Path(__file__).parents[2] / "openapi" / "dist" / "openapi.json"


@lru_cache(maxsize=1)
def _contract() -> OpenAPI:
    deserializers = {"application/problem+json": json.loads}
    return OpenAPI.from_file_path(str(CONTRACT), config=Config(extra_media_type_deserializers=deserializers))


class _Request:
    """The part of a request that finds its operation."""

    def __init__(self, request: httpx.Request) -> None:
        self.method = request.method.lower()
        self.host_url = f"{request.url.scheme}://{request.url.netloc.decode()}"
        self.path = request.url.path
        self.content_type = request.headers.get("content-type", "")
        self.body = b""
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(parse_qsl(request.url.query.decode("ascii", "replace"))),
            header=Headers(dict(request.headers)),
            cookie=ImmutableMultiDict(),
        )


class _Response:
    """The whole of an answer."""

    def __init__(self, response: httpx.Response) -> None:
        self.status_code = response.status_code
        self.data = response.content or None
        self.content_type = response.headers.get("content-type", "").partition(";")[0]
        self.headers: Mapping[str, Any] = Headers(dict(response.headers))


def _explained(error: BaseException | None) -> Iterator[str]:
    while error is not None:
        yield f"{type(error).__name__}: {str(error)[:200]}"
        yield from (f"{list(item.absolute_path)}: {item.message}" for item in getattr(error, "schema_errors", ()))
        error = error.__cause__


def violations(response: httpx.Response) -> list[str]:
    """What is wrong with an answer by the contract; empty when nothing is, or when no operation is at its address.

    Fresh worlds answer alike, so an answer that differs in its moment and its request id alone is judged once.
    """
    request, passing = response.request, {"x-request-id": "any"}
    headers = tuple((name, passing.get(name, value)) for name, value in response.headers.items() if name != "date")
    return _judged(request.method, str(request.url), response.status_code, headers, response.content)


@lru_cache(maxsize=4096)
def _judged(method: str, url: str, status: int, headers: tuple[tuple[str, str], ...], content: bytes) -> list[str]:
    request = httpx.Request(method, url)
    response = httpx.Response(status, headers=httpx.Headers(headers), content=content)
    try:
        errors = list(_contract().iter_response_errors(_Request(request), _Response(response)))
    except (PathNotFound, OperationNotFound):
        return []
    return [
        line
        for error in errors
        if not isinstance(error, PathNotFound | OperationNotFound)
        for line in _explained(error)
    ]
