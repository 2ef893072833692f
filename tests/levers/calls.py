"""Turns the operations of the control plane into functions, with typed arguments and the type of the answer."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from openapi.bundler import METHODS
from openapi.references import resolve
from tests.levers.shapes import Schema, Shapes, docstring


@dataclass(frozen=True)
class Operation:
    """One operation with everything that its function needs."""

    method: str
    path: str
    content: Mapping[str, Any]
    parameters: list[Mapping[str, Any]]

    @property
    def name(self) -> str:
        """The name of its function."""
        return snake(self.content["operationId"])

    def answer(self, components: Mapping[str, Schema]) -> tuple[str, Schema | None]:
        """How the answer is read (the member `data`, the whole JSON, a text, or nothing), and the schema of JSON."""
        success = next(found for status, found in self.content["responses"].items() if status.startswith("2"))
        if "content" not in success:
            return "nothing", None
        ((media, content),) = success["content"].items()
        if not media.startswith("application/json"):
            return "text", None
        schema: Schema = content["schema"]
        whole = components[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        is_data = set(whole.get("properties", {})) == {"data"}
        return ("data", whole["properties"]["data"]) if is_data else ("json", schema)


def snake(name: str) -> str:
    """A name of the contract as a name of Python."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).replace("-", "_").lower()


def operations_of(document: Mapping[str, Any]) -> Iterator[Operation]:
    """Every operation of a bundled document, in its order."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                listed = [*item.get("parameters", []), *item[method].get("parameters", [])]
                parameters = [
                    resolve(document, parameter["$ref"][1:]) if "$ref" in parameter else parameter
                    for parameter in listed
                ]
                yield Operation(method.upper(), path, item[method], parameters)


def function_of(operation: Operation, shapes: Shapes) -> str:
    """The function of an operation as text."""
    result, form = _result(operation, shapes)
    signature, body, query = _arguments(operation, shapes)
    path = re.sub(r"\{(\w+)\}", lambda found: "{segment(" + _argument(found[1]) + ")}", operation.path)
    words = [f'"{operation.method}"', f'f"{path}"' if "{" in path else f'"{path}"', f'"{form}"']
    words += [f"body={body}"] if body else []
    words += [f"query={query}"] if query else []
    content = operation.content
    said = f"{content['summary']}: `{operation.method} {operation.path}`.\n\n{content['description'].splitlines()[0]}"
    return (
        f"def {operation.name}({signature}) -> LeverCall[{result}]:\n{docstring(said, '    ')}\n"
        f"    return LeverCall({', '.join(words)})\n"
    )


def _result(operation: Operation, shapes: Shapes) -> tuple[str, str]:
    """The type of the answer, and how it is read."""
    form, schema = operation.answer(shapes.components)
    if schema is None:
        return "None" if form == "nothing" else "str", form
    name = operation.content["operationId"][:1].upper() + operation.content["operationId"][1:]
    return shapes.type_of(schema, f"{name}{'Data' if form == 'data' else 'Answer'}"), form


def _arguments(operation: Operation, shapes: Shapes) -> tuple[str, str, str]:
    placed = [_argument(parameter["name"]) for parameter in operation.parameters if parameter["in"] == "path"]
    asked = [parameter for parameter in operation.parameters if parameter["in"] == "query"]
    words = [f"{name}: str = 'self'" if _may_be_self(operation, name) else f"{name}: str" for name in placed]
    body = _body(operation, shapes)
    # Python wants arguments with a default last.
    words = sorted([*words, *([body] if body else [])], key=lambda word: "=" in word)
    if asked:
        words += ["*", *(_query_argument(parameter, shapes) for parameter in asked)]
    query = ", ".join(f'"{parameter["name"]}": {_argument(parameter["name"])}' for parameter in asked)
    return ", ".join(words), "body" if body else "", f"{{{query}}}" if query else ""


def _may_be_self(operation: Operation, name: str) -> bool:
    return name == "world" and operation.path.startswith("/worlds/")


def _query_argument(parameter: Mapping[str, Any], shapes: Shapes) -> str:
    written = shapes.type_of(parameter["schema"], parameter["name"].title())
    name = _argument(parameter["name"])
    return f"{name}: {written}" if parameter.get("required") else f"{name}: {written} | None = None"


def _body(operation: Operation, shapes: Shapes) -> str:
    asked = operation.content.get("requestBody")
    if asked is None:
        return ""
    ((media, content),) = asked["content"].items()
    if media == "*/*":
        return "body: bytes = b''"
    written = shapes.type_of(content["schema"], operation.content["operationId"].title())
    return f"body: {written}" if asked.get("required") else f"body: {written} | None = None"


def _argument(name: str) -> str:
    """The name of an argument. `id` belongs to Python."""
    return "object_id" if name == "id" else snake(name)
