"""Reads an OpenAPI document from its many files and bundles them into one document.

There are two documents: the contract of the interface, and the control plane of the sandbox.

A reference to another file becomes a reference into `components`, with its siblings, also for recursive schemas. Path
items, webhook items and plain values (a text, a number, a list of these) replace their reference: client generators
lose the type of a component that only renames a string. This module knows the shape of OpenAPI 3.1, not the content of
this contract.
"""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import yaml

CONTRACT_FILE = Path(__file__).parent / "openapi.yaml"
CONTROL_FILE = Path(__file__).parent / "control.yaml"
ASSUMPTIONS_FILE = Path(__file__).parent / "assumptions.yaml"
PUBLISHED_FILE = Path(__file__).parent / "dist" / "openapi.json"
PUBLISHED_CONTROL_FILE = Path(__file__).parent / "dist" / "control.json"
SOURCES_FILE = Path(__file__).parent / "dist" / "sources.digest"

# The names of the two documents on the command line.
DOCUMENTS: Mapping[str, Path] = {"interface": CONTRACT_FILE, "control": CONTROL_FILE}

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

# Names the plain value that replaces a reference, since a text with a pattern does not show its name.
PLAIN_VALUE = "x-plain-value"
_PLAIN_TYPES = frozenset({"string", "number", "integer", "boolean", "array"})
# Keywords for which a reference overrides its target, and keywords that are merged from both.
_REMARKS = frozenset({"description", "examples", "default"})
_MARKS = frozenset({"x-assumption", "x-assumption-behaviour", "x-assumption-keywords"})

# The structure of a document: kind of node -> member -> kind of the value of the member.
# "map:" is an object of such nodes, "list:" an array of them. Members not named here hold no references.
_SCHEMA_MEMBERS = {
    "properties": "map:schema",
    "patternProperties": "map:schema",
    "$defs": "map:schema",
    "items": "schema",
    "additionalProperties": "schema",
    "not": "schema",
    "allOf": "list:schema",
    "anyOf": "list:schema",
    "oneOf": "list:schema",
}
_CHILDREN: Mapping[str, Mapping[str, str]] = {
    "root": {"paths": "map:path_item", "webhooks": "map:path_item", "components": "components"},
    "components": {
        "schemas": "map:schema",
        "parameters": "map:parameter",
        "headers": "map:header",
        "responses": "map:response",
        "requestBodies": "map:request_body",
        "examples": "map:example",
        "links": "map:link",
    },
    "path_item": {"parameters": "list:parameter", **dict.fromkeys(METHODS, "operation")},
    "operation": {
        "parameters": "list:parameter",
        "requestBody": "request_body",
        "responses": "map:response",
        "callbacks": "map:path_item",
    },
    "parameter": {"schema": "schema", "examples": "map:example", "content": "map:media"},
    "header": {"schema": "schema", "examples": "map:example"},
    "request_body": {"content": "map:media"},
    "media": {"schema": "schema", "examples": "map:example"},
    "response": {"headers": "map:header", "content": "map:media", "links": "map:link"},
    "schema": _SCHEMA_MEMBERS,
    "example": {},
    "link": {},
}
_SECTION = {
    "schema": "schemas",
    "parameter": "parameters",
    "header": "headers",
    "response": "responses",
    "request_body": "requestBodies",
    "example": "examples",
    "link": "links",
}


class ContractError(Exception):
    """The contract cannot be read. The message names the file and the mistake."""


class _JsonLoader(yaml.CSafeLoader):
    """YAML as a notation for JSON: no dates, no yes and no, string keys, each key once."""


_JsonLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith((":timestamp", ":bool"))]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_JsonLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))


def _unique_members(loader: _JsonLoader, node: yaml.MappingNode) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key_node, value_node in node.value:
        key = str(loader.construct_object(key_node, deep=True))
        if key in members:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} stands twice", key_node.start_mark)
        members[key] = loader.construct_object(value_node, deep=True)
    return members


_JsonLoader.add_constructor("tag:yaml.org,2002:map", _unique_members)


def load_yaml(path: Path) -> Any:
    """The JSON value of a YAML file.

    Raises ContractError for a missing file, bad YAML and duplicate keys.
    """
    try:
        return yaml.load(path.read_text("utf-8"), _JsonLoader)  # noqa: S506 - _JsonLoader is a safe loader.
    except OSError as error:
        raise ContractError(f"{path.name}: cannot be read ({error.strerror}).") from error
    except yaml.YAMLError as error:
        raise ContractError(f"{path.name}: {error}") from error


def resolve(document: Any, pointer: str) -> Any:
    """The value at a JSON pointer such as `/components/schemas/Booking` in *document*.

    Raises KeyError, IndexError or ValueError if there is no such value.
    """
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        document = document[int(key)] if isinstance(document, list) else document[key]
    return document


def dereference(document: Any, node: Any) -> Any:
    """*node* itself, or its target in *document* after any number of references."""
    while isinstance(node, dict) and "$ref" in node:
        node = resolve(document, node["$ref"][1:])
    return node


def escape(member: str) -> str:
    """*member* as one part of a JSON pointer."""
    return member.replace("~", "~0").replace("/", "~1")


class _Bundler:
    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.files: dict[Path, Any] = {}
        self.names: dict[tuple[str, Path, str], str] = {}
        self.components: dict[str, dict[str, Any]] = {}

    def document(self) -> dict[str, Any]:
        whole: dict[str, Any] = self.node(self.file(self.root), "root", self.root)
        own = whole.get("components", {})
        sections = {*own, *self.components}
        whole["components"] = {
            section: {**own.get(section, {}), **dict(sorted(self.components.get(section, {}).items()))}
            for section in sorted(sections)
        }
        return whole

    def file(self, path: Path) -> Any:
        if path not in self.files:
            self.files[path] = load_yaml(path)
        return self.files[path]

    def node(self, node: Any, kind: str, path: Path) -> Any:
        if not isinstance(node, dict):
            return node
        if isinstance(node.get("$ref"), str):
            return self.reference(node, kind, path)
        children = _CHILDREN.get(kind, {})
        return {
            member: self.child(value, children[member], path) if member in children else value
            for member, value in node.items()
        }

    def child(self, value: Any, kind: str, path: Path) -> Any:
        shape, _, inner = kind.rpartition(":")
        if shape == "map" and isinstance(value, dict):
            return {name: self.node(item, inner, path) for name, item in value.items()}
        if shape == "list" and isinstance(value, list):
            return [self.node(item, inner, path) for item in value]
        return self.node(value, inner, path)

    def reference(self, node: dict[str, Any], kind: str, path: Path) -> Any:
        file_name, _, pointer = node["$ref"].partition("#")
        if not file_name and path == self.root:
            return node
        target = (path.parent / file_name).resolve() if file_name else path
        siblings = {member: value for member, value in node.items() if member != "$ref"}
        if kind not in _SECTION:
            return {**self.node(self.target(target, pointer, path), kind, target), **siblings}
        aimed = self.target(target, pointer, path) if kind == "schema" else {}
        if "$ref" in aimed:
            return self.node(_merged(aimed, siblings, path), kind, target)
        if _is_plain_value(aimed):
            named = {**self.node(aimed, kind, target), PLAIN_VALUE: pointer.rpartition("/")[2]}
            return _merged(named, siblings, path)
        return {"$ref": f"#/components/{_SECTION[kind]}/{self.hoist(kind, target, pointer, path)}", **siblings}

    def hoist(self, kind: str, target: Path, pointer: str, source: Path) -> str:
        key = (kind, target, pointer)
        if key not in self.names:
            section = self.components.setdefault(_SECTION[kind], {})
            name = self.free_name(section, target, pointer)
            self.names[key] = name
            section[name] = None  # Reserved before the walk, so that a schema may contain itself.
            section[name] = self.node(self.target(target, pointer, source), kind, target)
        return self.names[key]

    def target(self, path: Path, pointer: str, source: Path) -> Any:
        try:
            return resolve(self.file(path), pointer)
        except (KeyError, IndexError, ValueError, TypeError):
            raise ContractError(f"{source.name}: {path.name}#{pointer} does not exist.") from None

    @staticmethod
    def free_name(section: Mapping[str, Any], path: Path, pointer: str) -> str:
        last = pointer.rpartition("/")[2] or path.stem
        name = last[:1].upper() + last[1:]
        if name in section:
            name = "".join(word.title() for word in path.stem.split("_")) + name
        if name in section:
            raise ContractError(f"{path.name}: two parts of the contract are named {name}. Rename one.")
        return name


def _is_plain_value(schema: Mapping[str, Any]) -> bool:
    """Whether a schema is a text, a number, a truth value or a list. A closed list of values keeps its own name."""
    types = schema.get("type")
    named = {types} if isinstance(types, str) else {name for name in types or () if name != "null"}
    return bool(named) and named <= _PLAIN_TYPES and "enum" not in schema


def _merged(target: Mapping[str, Any], beside: Mapping[str, Any], source: Path) -> dict[str, Any]:
    """The target of a reference, merged with the keywords beside the reference.

    Raises ContractError if both have the same keyword: together they narrow the value, which a merge cannot express.
    """
    repeated = sorted((target.keys() & beside.keys()) - _REMARKS - _MARKS)
    if repeated:
        raise ContractError(f"{source.name}: {repeated[0]} is beside a reference, and its target has it too.")
    marks = {mark: _both(target[mark], beside[mark]) for mark in _MARKS & target.keys() & beside.keys()}
    return {**target, **beside, **marks}


def _both(item: Any, other: Any) -> Any:
    """Merges two values of a mark: a map, or one or several ids."""
    if isinstance(item, Mapping):
        return {**item, **other}
    listed = [*([item] if isinstance(item, str) else item), *([other] if isinstance(other, str) else other)]
    ids = list(dict.fromkeys(listed))
    return ids if len(ids) > 1 else ids[0]


def bundle(root: Path = CONTRACT_FILE) -> dict[str, Any]:
    """The document that begins in *root*, as one OpenAPI 3.1 document. Its references lead only to its `components`.

    Raises ContractError if a file, a key or a reference is wrong.
    """
    return _Bundler(root).document()


def sources_digest() -> str:
    """The digest of the files of both documents. It changes with every change of a file."""
    digest = blake2b(digest_size=16)
    for file in sorted(CONTRACT_FILE.parent.rglob("*.yaml")):
        digest.update(file.relative_to(CONTRACT_FILE.parent).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def contract() -> dict[str, Any]:
    """The bundled contract of this distribution, read once per process. Callers must not change it.

    If the published document is current, it is used: reading it takes a tenth of the time of bundling.
    """
    return _read(PUBLISHED_FILE, CONTRACT_FILE)


@lru_cache(maxsize=1)
def control() -> dict[str, Any]:
    """The bundled document of the control plane, read once per process. Callers must not change it."""
    return _read(PUBLISHED_CONTROL_FILE, CONTROL_FILE)


def _read(published_file: Path, root: Path) -> dict[str, Any]:
    if SOURCES_FILE.exists() and SOURCES_FILE.read_text("utf-8").strip() == sources_digest():
        published: dict[str, Any] = json.loads(published_file.read_bytes())
        return published
    return bundle(root)
