"""Compares a delivery with the contract's assumption. Only for information, because no document shows a payload."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from conformance.evidence.receiver import Delivery
from openapi.bundler import contract


def differences(kind: str, delivery: Delivery) -> list[str]:
    """A sentence for each difference from our own contract that openapi-core finds; empty without differences."""
    errors = _contract().iter_webhook_request_errors(_as_request(kind, delivery))
    return [f"{type(error).__name__}: {error}" for error in errors]


@cache
def _contract() -> Any:
    # Loading takes a second. Only a run that received a delivery needs it.
    from openapi_core import Config, OpenAPI  # noqa: PLC0415 - see above

    return OpenAPI.from_dict(contract(), config=Config(spec_validator_cls=None))


def outline(body: Any, path: str = "") -> Mapping[str, str]:
    """Every member of a JSON *body* by its dotted path, with the kind of its value and never the value itself."""
    if isinstance(body, dict):
        parts = [outline(value, f"{path}.{name}" if path else str(name)) for name, value in body.items()]
        return {place: kind for part in parts for place, kind in part.items()}
    if isinstance(body, list):
        return {place: kind for value in body[:1] for place, kind in outline(value, f"{path}[]").items()}
    return {path or "the body": _KINDS.get(type(body), "number")}


_KINDS: Mapping[type, str] = {str: "text", bool: "true or false", type(None): "null"}


def _as_request(kind: str, delivery: Delivery) -> Any:
    from openapi_core.datatypes import RequestParameters  # noqa: PLC0415 - as in `_contract`
    from werkzeug.datastructures import Headers  # noqa: PLC0415 - the same

    noun, _, verb = kind.partition(".")
    return _WebhookRequest(
        f"{noun}{verb.title()}",
        delivery.method.lower(),
        delivery.content,
        RequestParameters(header=Headers(delivery.headers)),
    )


class _WebhookRequest:
    """A delivery as openapi-core wants to see it."""

    content_type = "application/json"

    def __init__(self, name: str, method: str, body: bytes, parameters: Any) -> None:
        self.name = name
        self.method = method
        self.body = body
        self.parameters = parameters
