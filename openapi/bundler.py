"""Reads an OpenAPI document from its many files and bundles them into one document.

There are two documents: the contract of the interface, and the control plane of the sandbox.

A reference to another file becomes a reference into `components`, with its siblings, also for recursive schemas. Path
items, webhook items and plain values (a text, a number, a list of these) replace their reference: client generators
lose the type of a component that only renames a string. This module knows the shape of OpenAPI 3.1, not the content of
this contract.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from openapi.places import ContractError, load_yaml, placed, shown_path
from openapi.references import require_openapi, require_same_version, require_targets, resolve, written_at

CONTRACT_FILE = Path(__file__).parent / "openapi.yaml"
CONTROL_FILE = Path(__file__).parent / "control.yaml"
ASSUMPTIONS_FILE = Path(__file__).parent / "assumptions.yaml"
PUBLISHED_FILE = Path(__file__).parent / "dist" / "openapi.json"
PUBLISHED_CONTROL_FILE = Path(__file__).parent / "dist" / "control.json"
PUBLISHED_CHANGES_FILE = Path(__file__).parent / "dist" / "changes.atom"
SOURCES_FILE = Path(__file__).parent / "dist" / "sources.digest"

# The names of the two documents on the command line.
DOCUMENTS: Mapping[str, Path] = {"interface": CONTRACT_FILE, "control": CONTROL_FILE}

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

# Names the plain value that replaces a reference, since a text with a pattern does not show its name.
PLAIN_VALUE = "x-plain-value"
_PLAIN_TYPES = frozenset({"string", "number", "integer", "boolean", "array"})
# Keywords for which a reference overrides its target, and keywords that are merged from both.
_REMARKS = frozenset({"description", "examples", "default"})
_MARKS = frozenset({"x-assumption", "x-assumption-behaviour", "x-assumption-keywords", "x-lint-waiver"})

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
CHILDREN: Mapping[str, Mapping[str, str]] = {
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


class _Bundler:
    def __init__(self, root: Path, shown: Callable[[Path], str] | None) -> None:
        self.root = root.resolve()
        self.shown = shown or shown_path
        self.files: dict[Path, Any] = {}
        self.unfolding: list[tuple[Path, str]] = []
        self.names: dict[tuple[str, Path, str], str] = {}
        self.components: dict[str, dict[str, Any]] = {}

    def document(self) -> dict[str, Any]:
        root = self.file(self.root)
        require_openapi(root, self.shown(self.root))
        whole: dict[str, Any] = self.node(root, "root", self.root)
        own = whole.get("components", {})
        sections = {*own, *self.components}
        whole["components"] = {
            section: placed(
                {**own.get(section, {}), **dict(sorted(self.components.get(section, {}).items()))}, own.get(section, {})
            )
            for section in sorted(sections)
        }
        require_targets(whole, whole)
        return whole

    def file(self, path: Path) -> Any:
        if path not in self.files:
            content = load_yaml(path, self.shown(path))
            self.files[path] = content
            require_same_version(self.files[self.root], content)
        return self.files[path]

    def node(self, node: Any, kind: str, path: Path) -> Any:
        if not isinstance(node, dict):
            return node
        if isinstance(node.get("$ref"), str):
            return self.reference(node, kind, path)
        children = CHILDREN.get(kind, {})
        content = {
            member: self.child(value, children[member], path) if member in children else value
            for member, value in node.items()
        }
        return placed(content, node)

    def child(self, value: Any, kind: str, path: Path) -> Any:
        shape, _, inner = kind.rpartition(":")
        if shape == "map" and isinstance(value, dict):
            return placed({name: self.node(item, inner, path) for name, item in value.items()}, value)
        if shape == "list" and isinstance(value, list):
            return [self.node(item, inner, path) for item in value]
        return self.node(value, inner, path)

    def reference(self, node: dict[str, Any], kind: str, path: Path) -> Any:
        file_name, _, pointer = node["$ref"].partition("#")
        if not file_name and path == self.root:
            return node
        if "://" in file_name:
            raise ContractError(
                f"{written_at(node, path)}: {node['$ref']} is on another machine. Refer to a file beside this file."
            )
        target = (path.parent / file_name).resolve() if file_name else path
        siblings = placed({member: value for member, value in node.items() if member != "$ref"}, node)
        if kind not in _SECTION:
            aimed = self.target(node, target, pointer, path)
            return placed({**self.unfolded(node, aimed, kind, target, pointer), **siblings}, aimed)
        aimed = self.target(node, target, pointer, path) if kind == "schema" else {}
        if "$ref" in aimed:
            return self.unfolded(node, _merged(aimed, siblings), kind, target, pointer)
        if _is_plain_value(aimed):
            named = placed({**self.node(aimed, kind, target), PLAIN_VALUE: pointer.rpartition("/")[2]}, aimed)
            return _merged(named, siblings)
        name = self.hoist(node, kind, target, pointer, path)
        return placed({"$ref": f"#/components/{_SECTION[kind]}/{name}", **siblings}, node)

    def unfolded(self, node: dict[str, Any], aimed: Any, kind: str, target: Path, pointer: str) -> Any:
        """*aimed*, the target of the reference *node*, after its own references.

        Raises ContractError if the references lead back to the first one.
        """
        if (target, pointer) in self.unfolding:
            raise ContractError(f"{written_at(node, target)}: the reference {node['$ref']} leads back to itself.")
        self.unfolding.append((target, pointer))
        try:
            return self.node(aimed, kind, target)
        finally:
            self.unfolding.pop()

    def hoist(self, node: dict[str, Any], kind: str, target: Path, pointer: str, source: Path) -> str:
        key = (kind, target, pointer)
        if key not in self.names:
            section = self.components.setdefault(_SECTION[kind], {})
            aimed = self.target(node, target, pointer, source)
            name = self.free_name(section, target, pointer)
            self.names[key] = name
            section[name] = None  # Reserved before the walk, so that a schema may contain itself.
            section[name] = self.node(aimed, kind, target)
        return self.names[key]

    def target(self, node: dict[str, Any], path: Path, pointer: str, source: Path) -> Any:
        if not path.exists():
            raise ContractError(f"{written_at(node, source)}: the file of the reference {node['$ref']} does not exist.")
        try:
            return resolve(self.file(path), pointer)
        except (KeyError, IndexError, ValueError, TypeError):
            raise ContractError(f"{written_at(node, source)}: {node['$ref']} does not exist.") from None

    @staticmethod
    def free_name(section: Mapping[str, Any], path: Path, pointer: str) -> str:
        last = pointer.rpartition("/")[2] or path.stem
        name = last[:1].upper() + last[1:]
        if name in section:
            name = "".join(word.title() for word in path.stem.split("_")) + name
        if name in section:
            raise ContractError(f"{shown_path(path)}: two parts of the contract are named {name}. Rename one.")
        return name


def _is_plain_value(schema: Mapping[str, Any]) -> bool:
    """Whether a schema is a text, a number, a truth value or a list. A closed list of values keeps its own name."""
    types = schema.get("type")
    named = {types} if isinstance(types, str) else {name for name in types or () if name != "null"}
    return bool(named) and named <= _PLAIN_TYPES and "enum" not in schema


def _merged(target: Mapping[str, Any], beside: Mapping[str, Any]) -> dict[str, Any]:
    """The target of a reference, merged with the keywords beside the reference.

    Raises ContractError if both have the same keyword: together they narrow the value, which a merge cannot express.
    """
    repeated = sorted((target.keys() & beside.keys()) - _REMARKS - _MARKS)
    if repeated:
        raise ContractError(f"{written_at(beside)}: {repeated[0]} is beside a reference, and its target has it too.")
    marks = {mark: _both(target[mark], beside[mark]) for mark in _MARKS & target.keys() & beside.keys()}
    return placed({**target, **beside, **marks}, target, beside)


def _both(item: Any, other: Any) -> Any:
    """Merges two values of a mark: a map, or one or several ids."""
    if isinstance(item, Mapping):
        return {**item, **other}
    listed = [*([item] if isinstance(item, str) else item), *([other] if isinstance(other, str) else other)]
    ids = list(dict.fromkeys(listed))
    return ids if len(ids) > 1 else ids[0]


def bundle(root: Path = CONTRACT_FILE, shown: Callable[[Path], str] | None = None) -> dict[str, Any]:
    """The document that begins in *root*, as one OpenAPI document. Its references lead only to its `components`.

    Its objects know where they are written; *shown* gives a file its name in messages, by default its path.
    Raises ContractError if a file, a key or a reference is wrong.
    """
    return _Bundler(root, shown).document()


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
