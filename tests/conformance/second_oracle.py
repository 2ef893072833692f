"""What openapi-core, another engine than ours, says about a recorded request."""

from functools import cache
from typing import Any

from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from openapi_core.validation.request.exceptions import SecurityValidationError
from werkzeug.datastructures import Headers, ImmutableMultiDict

from conformance.evidence.exchanges import Request
from openapi.bundler import contract


@cache
def _contract() -> Any:
    return OpenAPI.from_dict(contract(), config=Config(spec_validator_cls=None))


def objections(request: Request) -> list[str]:
    """What does not fit, whoever asks: keys are masked in recordings, so missing ones are no objection."""
    found = _contract().iter_request_errors(_RecordedRequest(request))
    return [f"{type(item).__name__}: {item}" for item in found if not isinstance(item, SecurityValidationError)]


class _RecordedRequest:
    """A recorded request as openapi-core wants to see it."""

    host_url = "http://target.example"
    content_type = "application/json"

    def __init__(self, request: Request) -> None:
        self.path = f"/api/v1{request.path}"
        self.method = request.method.lower()
        self.body = request.content
        headers = Headers(list(request.headers))
        self.parameters = RequestParameters(query=ImmutableMultiDict(list(request.query)), header=headers)
