"""Where a part of the messages is written in one version: the schemas and headers that define it, and its examples."""

from collections.abc import Iterator, Mapping
from typing import Any

from openapi.bundler import METHODS
from openapi.concerns.bodies import reaches
from openapi.concerns.parts import Call, Part, Where
from openapi.concerns.subjects import Concern
from openapi.diff.model import Side
from openapi.places import Place, Placed
from openapi.references import dereference

_BRANCHES = ("allOf", "anyOf", "oneOf")
_ANSWERS = (Side.ANSWER, Side.ACKNOWLEDGEMENT)
_PARAMETERS = (Where.QUERY, Where.PATH, Where.HEADER, Where.COOKIE)


def nodes_of(document: Any, part: Part) -> Iterator[Mapping[str, Any]]:
    """The objects that define the part, and the objects that a reference leads through. Each can have a mark."""
    for call in part.calls:
        item, operation = _operation(document, call)
        if part.where is Where.WHOLE and operation:
            yield operation
        elif part.side in _ANSWERS:
            yield from _in_answers(document, operation, part)
        elif part.where in _PARAMETERS:
            parameters = [*operation.get("parameters", ()), *item.get("parameters", ())]
            yield from _parameters(document, parameters, part)
        elif part.where is Where.BODY:
            body = dereference(document, operation.get("requestBody", {}))
            yield from _in_content(document, body, part.path)


def examples_of(document: Any, part: Part) -> Iterator[Concern]:
    """The examples of the bodies around the part that contain it, or the object that it belongs to."""
    if part.where is Where.BODY:
        for call in part.calls:
            _, operation = _operation(document, call)
            for media in _media_of(document, operation, part):
                for name, example in media.get("examples", {}).items():
                    found = dereference(document, example)
                    if isinstance(found, Mapping) and reaches(found.get("value"), part.tail[:-1]):
                        yield Concern("example", name, _place(found), str(found.get("summary", "")))


def _operation(document: Any, call: Call) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    item = document.get("webhooks" if call.is_delivery else "paths", {}).get(call.path, {})
    operation = item.get(call.method.lower()) if call.method.lower() in METHODS else None
    return item, operation or {}


def _in_answers(document: Any, operation: Mapping[str, Any], part: Part) -> Iterator[Mapping[str, Any]]:
    for answer in _answers(document, operation, part):
        if part.where is Where.STATUS:
            yield answer
        elif part.where is Where.HEADER:
            for name, header in answer.get("headers", {}).items():
                if name.lower() == part.word.lower():
                    yield from _with_schema(document, header)
        else:
            yield from _in_content(document, answer, part.path)


def _answers(document: Any, operation: Mapping[str, Any], part: Part) -> Iterator[Mapping[str, Any]]:
    """The answers with the status of the part. All successes count as the same status: 200 here, 201 there."""
    for status, answer in operation.get("responses", {}).items():
        if status == part.status or (status[:1] == part.status[:1] == "2" and part.where is not Where.STATUS):
            yield dereference(document, answer)


def _parameters(document: Any, parameters: list[Any], part: Part) -> Iterator[Mapping[str, Any]]:
    for written in parameters:
        parameter = dereference(document, written)
        if parameter.get("in") == part.where and parameter.get("name") == part.word:
            yield from _with_schema(document, parameter)


def _with_schema(document: Any, node: Any) -> Iterator[Mapping[str, Any]]:
    node = dereference(document, node)
    yield node
    yield from _parts(document, node.get("schema"))


def _media_of(document: Any, operation: Mapping[str, Any], part: Part) -> Iterator[Mapping[str, Any]]:
    if part.side in _ANSWERS:
        bodies = list(_answers(document, operation, part))
    else:
        bodies = [dereference(document, operation.get("requestBody", {}))]
    for body in bodies:
        yield from body.get("content", {}).values()


def _in_content(document: Any, body: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[Mapping[str, Any]]:
    for media in body.get("content", {}).values():
        nodes = [media.get("schema")]
        for member in path:
            nodes = [child for node in nodes for part in _parts(document, node) for child in _children(part, member)]
        for node in nodes:
            yield from _parts(document, node)


def _children(node: Mapping[str, Any], member: str) -> Iterator[Any]:
    if member == "[]":
        yield from [node["items"]] if "items" in node else []
    elif member in node.get("properties", {}):
        yield node["properties"][member]


def _parts(document: Any, node: Any) -> Iterator[Mapping[str, Any]]:
    """A schema, what it refers to, and its branches."""
    if isinstance(node, Mapping):
        yield node
        if "$ref" in node:
            yield from _parts(document, dereference(document, {"$ref": node["$ref"]}))
        for keyword in _BRANCHES:
            for branch in node.get(keyword, ()):
                yield from _parts(document, branch)


def _place(node: Any) -> Place:
    return node.place if isinstance(node, Placed) else Place("")
