"""What a service of a contract has against a recorded request. The contract counts as written, with its assumptions: a
parameter that it does not declare is refused, and a member where the schema closes the object. Pure.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from conformance.contracts.complaints import (
    Complaint,
    Side,
    complaint,
    missing,
    schema_complaints,
    shown_name,
    undeclared,
)
from conformance.contracts.interface import Interface, MetOperation, Node
from conformance.contracts.media import declared_media, read_json, shown_media
from conformance.evidence.exchanges import Request, by_name
from openapi.references import escape

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
# OpenAPI ignores parameters with these names.
_NO_PARAMETERS = frozenset({"accept", "content-type", "authorization"})
_PLACES = ("path", "query", "header")
_HEADER_SCHEMES = frozenset({"http", "oauth2", "openIdConnect"})


def request_complaints(
    interface: Interface, met: MetOperation, request: Request, *, has_body_gap: bool
) -> Iterator[Complaint]:
    """Every complaint about *request*, which meets *met*. With *has_body_gap*, its body is not judged."""
    yield from _credentials(interface, met, request)
    yield from parameter_complaints(interface, met, request, _PLACES)
    if not has_body_gap:
        yield from body_complaints(interface, met, request, by_name(request.headers).get("content-type", ""))


def _credentials(interface: Interface, met: MetOperation, request: Request) -> Iterator[Complaint]:
    _, operation = interface.at(met.pointer)
    choices = operation.get("security", interface.document.get("security")) or [{}]
    lacking = [_lacking(interface, choice, request) for choice in choices]
    if all(lacking):
        yield missing(Side.request, min(lacking, key=len)[0])


def _lacking(interface: Interface, choice: Node, request: Request) -> Sequence[str]:
    """The places of credentials in one choice that *request* does not have. Their values are not judged."""
    names = {"header": by_name(request.headers), "query": dict(request.query), "cookie": {}}
    found = []
    for name in choice:
        _, scheme = interface.at(f"/components/securitySchemes/{name}")
        kind = (scheme or {}).get("type")
        if kind == "apiKey" and scheme["in"] in ("header", "query"):
            key = scheme["name"].lower() if scheme["in"] == "header" else scheme["name"]
            found += [] if key in names[scheme["in"]] else [f"{scheme['in']}.{scheme['name']}"]
        elif kind in _HEADER_SCHEMES and "authorization" not in names["header"]:
            found.append("header.Authorization")
    return found


def parameter_complaints(
    interface: Interface, met: MetOperation, request: Request, places: Collection[str]
) -> Iterator[Complaint]:
    """Every complaint about the parameters of *request* in *places*, which are of `path`, `query` and `header`."""
    declared = _declared(interface, met)
    query: dict[str, list[str]] = defaultdict(list)
    for name, text in request.query:
        query[name].append(text)
    given: Mapping[str, Mapping[str, list[str]]] = {
        "path": {name: [text] for name, text in met.values.items()},
        "query": query,
        "header": {name: [text] for name, text in by_name(request.headers).items()},
    }
    for (place, name), (pointer, parameter) in declared.items():
        if place in places and not (place == "header" and name in _NO_PARAMETERS):
            yield from _parameter(interface, pointer, parameter, given[place].get(name))
    keys = {name for place, name in _keys(interface) if place == "query"}
    for name in query:
        if ("query", name) not in declared and name not in keys:
            yield undeclared(Side.request, f"query.{shown_name(name)}", query[name][0])


def _declared(interface: Interface, met: MetOperation) -> Mapping[tuple[str, str], tuple[str, Node]]:
    """Pointer and parameter by place and name. Parameters of the operation replace parameters of its path."""
    return {
        (parameter["in"], parameter["name"].lower() if parameter["in"] == "header" else parameter["name"]): (
            pointer,
            parameter,
        )
        for owner in (met.item_pointer, met.pointer)
        for _, pointer, parameter in interface.members(f"{owner}/parameters")
    }


def _keys(interface: Interface) -> Iterator[tuple[str, str]]:
    for _, _, scheme in interface.members("/components/securitySchemes"):
        if scheme.get("type") == "apiKey":
            yield scheme["in"], scheme["name"]


def _parameter(interface: Interface, pointer: str, parameter: Node, texts: list[str] | None) -> Iterator[Complaint]:
    place = f"{parameter['in']}.{parameter['name']}"
    if not texts:
        if parameter.get("required"):
            yield missing(Side.request, place)
        return
    if "schema" not in parameter:
        return
    kind = _type(interface, f"{pointer}/schema")
    if kind == "object":
        return
    if kind == "array":
        value: Any = _items(interface, pointer, parameter, texts)
    elif len(texts) > 1:
        yield complaint(Side.request, place, "appears more than once", texts[0])
        return
    else:
        value = _typed(texts[0], kind)
    yield from schema_complaints(Side.request, place, interface.validator(f"{pointer}/schema"), value)


def _items(interface: Interface, pointer: str, parameter: Node, texts: list[str]) -> list[Any]:
    is_one_text = parameter["in"] != "query" or parameter.get("explode") is False
    kind = _type(interface, f"{interface.at(f'{pointer}/schema')[0]}/items")
    return [_typed(text, kind) for text in (texts[0].split(",") if is_one_text else texts)]


def _type(interface: Interface, pointer: str) -> str | None:
    _, schema = interface.at(pointer)
    kinds = schema.get("type") if isinstance(schema, dict) else None
    named = [kinds] if isinstance(kinds, str) else [kind for kind in kinds or () if kind != "null"]
    return named[0] if len(named) == 1 else None


def _typed(text: str, kind: str | None) -> Any:
    """The value of a text in an address. A text that is not a number stays a text, and does not fit."""
    if kind in ("integer", "number") and _NUMBER.fullmatch(text):
        return int(text) if text.lstrip("-").isdecimal() else float(text)
    if kind == "boolean" and text in ("true", "false"):
        return text == "true"
    return text


def body_complaints(
    interface: Interface, met: MetOperation, request: Request, content_type: str
) -> Iterator[Complaint]:
    """Every complaint about the body of *request*. An empty *content_type* means the first that is declared."""
    pointer, body = interface.at(f"{met.pointer}/requestBody")
    if body is None:
        return
    if not request.content:
        if body.get("required"):
            yield missing(Side.request, "body")
        return
    media = declared_media(body.get("content", {}), content_type)
    if media is None:
        yield undeclared(Side.request, f"media type {shown_media(content_type)}")
    elif "json" in media and "schema" in body["content"][media]:
        is_json, value = read_json(request.content)
        if is_json:
            schema = interface.validator(f"{pointer}/content/{escape(media)}/schema")
            yield from schema_complaints(Side.request, "body", schema, value)
        else:
            yield complaint(Side.request, "body", "is not JSON")
