"""Writes the typed levers of the npm package: the same operations as the levers in Python, as types and functions."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from openapi.bundler import CONTROL_FILE, bundle
from tests.levers.calls import Operation, operations_of
from tests.levers.shapes import Schema

_SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_HEADING = "// Every operation of the control plane as a typed function. Written by `python -m tests.levers`.\n"


def levers_in_typescript() -> str:
    """The text of `npm/source/levers.ts`."""
    document = bundle(CONTROL_FILE)
    types = Types(document["components"]["schemas"])
    functions = [_function(operation, types) for operation in operations_of(document)]
    imports = 'import { segment, type Call } from "./call.js";\n'
    return "\n".join([_HEADING + imports, *(types.written[name] for name in sorted(types.written)), *functions])


@dataclass
class Types:
    """The types of one document. *written* has the text of each named type that something uses."""

    components: Mapping[str, Schema]
    written: dict[str, str] = field(default_factory=dict)

    def type_of(self, schema: Schema | bool) -> str:
        """The type of a schema as text."""
        if isinstance(schema, bool):
            return "unknown"
        if "$ref" in schema:
            return self._named(schema["$ref"].rpartition("/")[2])
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            return " | ".join(json.dumps(value) for value in schema["enum"])
        for keyword, sign in (("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")):
            if keyword in schema and "properties" not in schema:
                return sign.join(dict.fromkeys(self.type_of(part) for part in schema[keyword]))
        return self._by_type(schema)

    def _by_type(self, schema: Schema) -> str:
        types = schema.get("type", "object" if "properties" in schema else None)
        if isinstance(types, list):
            return " | ".join(self._by_type({**schema, "type": item}) for item in types)
        if types == "array":
            item = self.type_of(schema.get("items", True))
            return f"({item})[]" if " " in item else f"{item}[]"
        if types == "object":
            return self._object(schema)
        return _SIMPLE.get(types or "", "unknown")

    def _object(self, schema: Schema) -> str:
        members = schema.get("properties")
        if not members:
            others = schema.get("additionalProperties", True)
            return f"Record<string, {self.type_of(others) if not isinstance(others, bool) else 'unknown'}>"
        required = set(schema.get("required", ()))
        lines = []
        for name, part in members.items():
            text = re.sub("^", "  ", self.type_of(part), flags=re.MULTILINE).lstrip()
            lines += _comment(part, "  ")
            lines.append(f"  {_member_name(name)}{'' if name in required else '?'}: {text};")
        return "\n".join(["{", *lines, "}"])

    def _named(self, name: str) -> str:
        if name not in self.written:
            self.written[name] = ""  # Reserved, so that a schema may contain itself.
            schema = self.components[name]
            said = "\n".join(_comment(schema, ""))
            self.written[name] = f"{said}\nexport type {name} = {self.type_of(schema)};\n"
        return name


def _comment(schema: Schema | bool, indent: str) -> list[str]:
    said = "" if isinstance(schema, bool) else " ".join(str(schema.get("description", "")).split())
    return [f"{indent}/** {said.replace('*/', '* /')} */"] if said else []


def _member_name(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def _function(operation: Operation, types: Types) -> str:
    content = operation.content
    result, form = _result(operation, types)
    path = re.sub(r"\{(\w+)\}", r"${segment(\1)}", operation.path)
    members = [f'method: "{operation.method}"', f"path: `{path}`", f'form: "{form}"']
    words, more = _arguments(operation, types)
    said = f"{content['summary']}: `{operation.method} {operation.path}`. {content['description'].splitlines()[0]}"
    return (
        f"/** {said.replace('*/', '* /')} */\n"
        f"export function {content['operationId']}({words}): Call<{result}> {{\n"
        f"  return {{ {', '.join([*members, *more])} }};\n}}\n"
    )


def _result(operation: Operation, types: Types) -> tuple[str, str]:
    """The type of the answer, and how it is read."""
    form, schema = operation.answer(types.components)
    if schema is None:
        return "void" if form == "nothing" else "string", form
    return types.type_of(schema), form


def _arguments(operation: Operation, types: Types) -> tuple[str, list[str]]:
    """The arguments of the function, optional arguments last, and the members of its call that need them."""
    words = [f"{item['name']}: string" for item in operation.parameters if item["in"] == "path"]
    more = []
    body: Mapping[str, Any] | None = operation.content.get("requestBody")
    if body:
        ((media, content),) = body["content"].items()
        written = "string" if media == "*/*" else types.type_of(content["schema"])
        words.append(f"body: {written}" if body.get("required") else f"body?: {written}")
        more.append("body")
    asked = [item for item in operation.parameters if item["in"] == "query"]
    if asked:
        members = "; ".join(f"{item['name']}?: {types.type_of(item['schema'])}" for item in asked)
        words.append(f"query: {{ {members} }} = {{}}")
        more.append("query")
    return ", ".join(words), more
