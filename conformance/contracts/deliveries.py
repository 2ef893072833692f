"""Compares a delivery with the contract's assumption. Only for information, because no document shows a payload."""

from collections.abc import Iterator, Mapping, Sequence
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


def outline(*bodies: Any) -> Mapping[str, str]:
    """Every member of these JSON *bodies* by its dotted path, with the kind of its value and never the value itself."""
    return {place: " or ".join(kinds) for place, kinds in kinds_of_members(*bodies).items()}


def kinds_of_members(*bodies: Any) -> Mapping[str, Sequence[str]]:
    """The kinds of the values of every member of these JSON *bodies*, by the dotted path of the member."""
    kinds: dict[str, list[str]] = {}
    for place, kind in (member for body in bodies for member in _members(body, "")):
        known = kinds.setdefault(place, [])
        known.extend([] if kind in known else [kind])
    return kinds


def _members(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _members(part, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list):
        for item in value:
            yield from _members(item, f"{path}[]")
    else:
        yield path or "the body", _KINDS.get(type(value), "number")


NULL = "null"
_KINDS: Mapping[type, str] = {str: "text", bool: "true or false", type(None): NULL}


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
