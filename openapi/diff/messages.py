"""Writes a value as the request, the answer or the delivery that carries it, with examples around it."""

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from openapi.diff.containment import smallest
from openapi.diff.documents import ComparedDocument, Operation, Parameter
from openapi.diff.model import Side
from openapi.diff.plain import Mode
from openapi.diff.values import Views


def examples_of_media(document: ComparedDocument, media: Mapping[str, Any]) -> list[Any]:
    """The examples of a body: its own examples, and the examples of its schema."""
    own = [item["value"] for item in document.mapped(media, "examples").values() if "value" in item]
    single = [media["example"]] if "example" in media else []
    return [*own, *single, *examples_of_schema(document, media.get("schema"))]


def examples_of_schema(document: ComparedDocument, schema: Any) -> list[Any]:
    """The examples that a schema, or the target of its reference, gives."""
    found = document.followed(schema)
    if not isinstance(found, Mapping):
        return []
    single = [found["example"]] if "example" in found else []
    return [*found.get("examples", ()), *single]


def examples_of_parameter(document: ComparedDocument, parameter: Mapping[str, Any]) -> list[Any]:
    """The examples of a parameter or a header."""
    return examples_of_media(document, parameter)


def request_line(document: ComparedDocument, views: Views, operation: Operation, changed: Mapping[str, Any]) -> str:
    """`GET /travel/courses?page=2`, with examples for what a request needs. *changed* gives values by `in name`."""
    path, query = operation.path, {}
    for parameter in operation.parameters.values():
        key = f"{parameter.where} {parameter.name}"
        if key not in changed and not parameter.required:
            continue
        value = changed[key] if key in changed else _sample(document, views, parameter)
        if parameter.where == "path":
            path = path.replace("{" + parameter.name + "}", quote(_as_text(value), safe=""))
        elif parameter.where == "query":
            query[parameter.name] = _as_text(value)
    further = {
        name.removeprefix("query "): _as_text(value) for name, value in changed.items() if name.startswith("query ")
    }
    query |= {name: value for name, value in further.items() if name not in query}
    asked = f"?{urlencode(query)}" if query else ""
    return f"{operation.method.upper()} {path}{asked}"


def with_body(line: str, value: Any, headers: Mapping[str, Any] | None = None) -> str:
    """A message of a first line, headers and a JSON body."""
    written = [line, *(f"{name}: {_as_text(item)}" for name, item in (headers or {}).items())]
    return "\n".join([*written, "", json.dumps(value, ensure_ascii=False, indent=2)])


def answer_line(operation: Operation, status: str) -> str:
    """The first line of an answer, with the request that it answers."""
    return f"{status} to {operation.shown}"


def body_example(document: ComparedDocument, views: Views, media: Mapping[str, Any], side: Side) -> Iterator[Any]:
    """At most one value for a body: the first example, or a smallest one."""
    for example in examples_of_media(document, media):
        yield example
        return
    yield from smallest(views.plain(side, Mode.SENT, media.get("schema", True)), lambda _: True)


def _sample(document: ComparedDocument, views: Views, parameter: Parameter) -> Any:
    examples = examples_of_parameter(document, parameter.node)
    if examples:
        return examples[0]
    schema = views.plain(Side.REQUEST, Mode.SENT, parameter.node.get("schema", True))
    return next(smallest(schema, lambda _: True), "1")


def _as_text(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(_as_text(item) for item in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
