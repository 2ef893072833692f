"""Turns the schemas of the control plane into types: a TypedDict for an object, a Literal for a closed list."""

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from keyword import iskeyword
from typing import Any

Schema = Mapping[str, Any]

_SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_REMARKS = {"description", "examples", "x-plain-value"}
WIDTH = 112


@dataclass
class Shapes:
    """The types of one document. *written* has the text of each named type, in the order of its first use."""

    components: Mapping[str, Schema]
    written: dict[str, str] = field(default_factory=dict)

    def type_of(self, schema: Schema | bool, name: str) -> str:  # noqa: PLR0911 - one answer for each form of a schema.
        """The type of a schema as text. An object without a name of its own gets the name *name*."""
        if isinstance(schema, bool):
            return "Any"
        if "$ref" in schema:
            return self._named(schema["$ref"].rpartition("/")[2])
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return _literal(schema["enum"])
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema and "properties" not in schema:
                return " | ".join(dict.fromkeys(self.type_of(part, name) for part in schema[keyword]))
        whole = self._merged(schema)
        if len(whole) == 1 and "$ref" in whole:
            return self.type_of(whole, name)
        return self._by_type(whole, name)

    def _by_type(self, schema: Schema, name: str) -> str:
        types = schema.get("type", "object" if "properties" in schema else None)
        if isinstance(types, list):
            return " | ".join(self._by_type({**schema, "type": item}, name) for item in types)
        if types == "array":
            return f"list[{self.type_of(schema.get('items', True), _singular(name))}]"
        if types == "object":
            return self._object(schema, name)
        return _SIMPLE.get(types, "Any")

    def _object(self, schema: Schema, name: str) -> str:
        if schema.get("properties"):
            return self._write(name, schema)
        others = schema.get("additionalProperties", True)
        return "dict[str, Any]" if isinstance(others, bool) else f"dict[str, {self.type_of(others, name + 'Value')}]"

    def _named(self, name: str) -> str:
        if name not in self.written:
            schema = self.components[name]
            self.written[name] = ""  # Reserved, so that a schema may contain itself.
            made = self.type_of(schema, name)
            if made != name:
                text = made if made.startswith("Literal[") else f'"{made}"'
                self.written[name] = f"{name}: TypeAlias = {text}\n{_docstring(schema, '')}\n"
        return name

    def _write(self, name: str, schema: Schema) -> str:
        required = set(schema.get("required", ()))
        members = {
            member: (self.type_of(part, name + member[:1].upper() + member[1:]), member in required, part)
            for member, part in schema["properties"].items()
        }
        functional = any(iskeyword(member) or not member.isidentifier() for member in members)
        text = _functional(name, members) if functional else _class(name, members, schema)
        self.written.pop(name, None)
        self.written[name] = text
        return name

    def _merged(self, schema: Schema) -> Schema:
        """A schema without `allOf`: the members of all parts together. A single reference with remarks stays one."""
        parts = schema.get("allOf", ())
        if not parts:
            return schema
        others = {key: value for key, value in schema.items() if key not in _REMARKS and key != "allOf"}
        if len(parts) == 1 and not others:
            return dict(parts[0])
        properties: dict[str, Any] = {}
        required: list[str] = []
        for part in (*parts, others):
            whole = self._merged(self.components[part["$ref"].rpartition("/")[2]] if "$ref" in part else part)
            properties |= whole.get("properties", {})
            required += whole.get("required", [])
        if not properties:
            return {key: value for key, value in schema.items() if key != "allOf"}
        remarks = {key: value for key, value in schema.items() if key in _REMARKS}
        return {**remarks, "type": "object", "properties": properties, "required": required}


def _literal(values: list[Any]) -> str:
    texts = [value for value in values if value is not None]
    return f"Literal[{', '.join(map(repr, texts))}]" + (" | None" if None in values else "")


def _singular(name: str) -> str:
    return name[:-1] if name.endswith("s") else f"{name}Item"


def _class(name: str, members: Mapping[str, tuple[str, bool, Schema]], schema: Schema) -> str:
    lines = [f"class {name}(TypedDict):", _docstring(schema, "    ")]
    for member, (text, is_required, part) in members.items():
        lines += _member(f"    {member}: {text if is_required else f'NotRequired[{text}]'}", part)
    return "\n".join(line for line in lines if line) + "\n"


def _member(line: str, schema: Schema | bool) -> list[str]:
    """A member with what it means: in a comment where the line has room for it, in a docstring otherwise."""
    said = "" if isinstance(schema, bool) else schema.get("description", "").strip()
    commented = f"{line}  # {said}"
    if said and "\n" not in said and len(commented) <= WIDTH:
        return [commented]
    return [line, docstring(said, "    ")] if said else [line]


def _functional(name: str, members: Mapping[str, tuple[str, bool, Schema]]) -> str:
    entries = ", ".join(
        f'"{member}": {text!r}' if is_required else f'"{member}": "NotRequired[{text}]"'
        for member, (text, is_required, _part) in members.items()
    )
    return f'{name} = TypedDict("{name}", {{{entries}}})\n'


def _docstring(schema: Schema | bool, indent: str) -> str:
    said = "" if isinstance(schema, bool) else schema.get("description", "")
    return "" if not said else docstring(said, indent)


def docstring(said: str, indent: str) -> str:
    """A docstring with the text *said*, wrapped, at an indentation."""
    escaped = said.strip().replace("\\", "\\\\").replace('"""', "'''")
    lines = list(_wrapped(escaped, WIDTH - len(indent)))
    if len(lines) == 1:
        return f'{indent}"""{lines[0]}"""'
    body = "\n".join(f"{indent}{line}".rstrip() for line in lines[1:])
    return f'{indent}"""{lines[0]}\n{body}\n{indent}"""'


def _wrapped(text: str, width: int) -> Iterator[str]:
    for line in text.splitlines():
        yield from textwrap.wrap(line, width) or [""]
