"""A document in front of the rules: its parts, what its references lead to, and the files that belong to it.

It answers questions that several rules ask, and judges nothing.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote

import jsonschema_rs

from openapi.lint.marks import marks_in, rows_named
from openapi.lint.parts import DocumentPart, children, walk
from openapi.older import is_older
from openapi.references import dereference, resolve
from openapi.rendering import rendering_30

SCHEMAS = ("schema", "property")
_OWN_ADDRESS = "urn:linted"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_BEFORE_A_PARAMETER = re.compile(r"~1(?=\{)")


@dataclass(frozen=True)
class Example:
    """A value in a document that has to fit a schema: an example or a default."""

    pointer: str
    schema_pointer: str
    value: Any


def objects_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a value, the outermost first."""
    if isinstance(value, dict):
        yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for item in inside:
        yield from objects_in(item)


class Document:
    """A bundled document in the notation of OpenAPI 3.1, also where it was written in 3.0.

    *ledger* and *stated* are the files beside a contract that has them. *files* maps the names of the files of the
    document to their texts.
    """

    def __init__(
        self,
        content: Mapping[str, Any],
        ledger: Mapping[str, Any] | None = None,
        stated: Mapping[str, Any] | None = None,
        files: Mapping[str, str] | None = None,
    ) -> None:
        self.content = dict(content)
        self.ledger = ledger or {}
        self.stated = stated or {}
        self.files = files or {}

    @property
    def is_older(self) -> bool:
        """Whether the document was written in OpenAPI 3.0."""
        return is_older(self.content)

    @cached_property
    def _by_kind(self) -> dict[str, list[DocumentPart]]:
        found: dict[str, list[DocumentPart]] = {}
        for part in walk(self.content):
            found.setdefault(part.kind, []).append(part)
        return found

    def parts(self, *kinds: str) -> list[DocumentPart]:
        """Every part of the named kinds."""
        return [part for kind in kinds for part in self._by_kind.get(kind, [])]

    def extensions(self, keyword: str) -> list[tuple[str, Mapping[str, Any]]]:
        """Every object under *keyword* of a part, with the pointer of the part."""
        parts = (part for parts in self._by_kind.values() for part in parts)
        return [(part.pointer, part.node[keyword]) for part in parts if isinstance(part.node.get(keyword), Mapping)]

    def own_parts(self, *kinds: str) -> list[DocumentPart]:
        """Every part of the named kinds that is written out, without references."""
        return [part for part in self.parts(*kinds) if "$ref" not in part.node]

    @cached_property
    def operations(self) -> list[DocumentPart]:
        """The operations that the service serves, without deliveries."""
        return [part for part in self.parts("operation") if part.pointer.startswith("/paths/")]

    @cached_property
    def deliveries(self) -> list[DocumentPart]:
        """The operations that the service calls at a receiver."""
        return [part for part in self.parts("operation") if part.pointer.startswith("/webhooks/")]

    @cached_property
    def operations_below(self) -> Mapping[str, list[DocumentPart]]:
        """Pointer of a path to the operations on its things: on `/caddies/{id}` and what is below, for `/caddies`."""
        found: dict[str, list[DocumentPart]] = {}
        for operation in self.operations:
            path = operation.pointer.rpartition("/")[0]
            for begin in _BEFORE_A_PARAMETER.finditer(path):
                found.setdefault(path[: begin.start()], []).append(operation)
        return found

    @cached_property
    def declared_tags(self) -> set[str]:
        """The names of the tags that the document declares."""
        return {tag.node["name"] for tag in self.parts("tag")}

    @cached_property
    def served_tags(self) -> set[str]:
        """The tags of the operations that the service serves."""
        return {tag for operation in self.operations for tag in operation.node.get("tags", [])}

    @cached_property
    def delivered_kinds(self) -> Mapping[str | None, None]:
        """The kinds of all deliveries, each once, in the order of the document."""
        return dict.fromkeys(self.event_kind(delivery) for delivery in self.deliveries)

    @cached_property
    def components(self) -> list[DocumentPart]:
        """The schemas with a name."""
        return [
            DocumentPart("component", part.pointer, part.node)
            for part in self.parts("schema")
            if part.pointer.count("/") == 3 and part.pointer.startswith("/components/schemas/")
        ]

    def target(self, node: Any) -> Any:
        """*node*, or the node that its reference leads to."""
        return dereference(self.content, node)

    def listed_parameters(self, operation: DocumentPart) -> list[tuple[str, Mapping[str, Any]]]:
        """Every parameter of an operation and of its path as listed, with its pointer."""
        path = operation.pointer.rpartition("/")[0]
        owners = {path: resolve(self.content, path), operation.pointer: operation.node}
        return [
            (f"{owner}/parameters/{number}", parameter)
            for owner, node in owners.items()
            for number, parameter in enumerate(node.get("parameters", []))
        ]

    def parameters(self, operation: DocumentPart) -> list[Mapping[str, Any]]:
        """Every parameter of an operation and of its path, references followed."""
        return [self.target(parameter) for _, parameter in self.listed_parameters(operation)]

    def parameter_names(self, operation: DocumentPart) -> set[str]:
        """The names of all parameters of an operation."""
        return {parameter["name"] for parameter in self.parameters(operation)}

    @staticmethod
    def signature(operation: DocumentPart) -> str:
        """Method and path of an operation, such as `GET /webhooks`."""
        _, _, path, method = operation.pointer.split("/")
        return f"{method.upper()} {path.replace('~1', '/').replace('~0', '~')}"

    def stated_row(self, operation: DocumentPart) -> Mapping[str, Any]:
        """What the specification states about an operation. Empty if it states nothing."""
        row: Mapping[str, Any] = self.stated.get("operations", {}).get(self.signature(operation), {})
        return row

    def event_kind(self, delivery: DocumentPart) -> str | None:
        """The fixed `type` in the body of a delivery, such as `booking.confirmed`. None if it has no fixed type."""
        content = self.target(delivery.node.get("requestBody", {})).get("content", {})
        schemas = [self.target(media.get("schema", {})) for media in content.values()]
        kinds = [schema.get("properties", {}).get("type", {}).get("const") for schema in schemas]
        return next((kind for kind in kinds if kind), None)

    def answers(self, operation: DocumentPart) -> dict[str, Mapping[str, Any]]:
        """Status to answer, references followed."""
        return {status: self.target(answer) for status, answer in operation.node.get("responses", {}).items()}

    def headers(self, operation: DocumentPart) -> dict[str, set[str]]:
        """Status to the names of the headers of its answer."""
        return {status: set(answer.get("headers", {})) for status, answer in self.answers(operation).items()}

    def inherited(self, schema: Mapping[str, Any], keyword: str) -> Any:
        """A keyword of *schema*, of the target of its reference, or of a part of its composition. Else None."""
        if keyword in schema:
            return schema[keyword]
        origins = [self.target(schema)] if "$ref" in schema else schema.get("allOf", [])
        found = (self.inherited(origin, keyword) for origin in origins if isinstance(origin, Mapping))
        return next((value for value in found if value is not None), None)

    def pointer_of(self, schema: Mapping[str, Any]) -> str:
        """Where a schema of the document is written."""
        return self._part_of_node[id(schema)].pointer

    @cached_property
    def _part_of_node(self) -> dict[int, DocumentPart]:
        return {id(part.node): part for part in self.parts(*SCHEMAS)}

    @cached_property
    def request_schemas(self) -> list[DocumentPart]:
        """Every schema that takes part in a request body of the service."""
        return self._schemas_of(operation.node.get("requestBody", {}) for operation in self.operations)

    @cached_property
    def answer_schemas(self) -> list[DocumentPart]:
        """Every schema that takes part in an answer of the service."""
        return self._schemas_of(answer for item in self.operations for answer in self.answers(item).values())

    def _schemas_of(self, bodies: Iterable[Mapping[str, Any]]) -> list[DocumentPart]:
        media_types = (media for body in bodies for media in self.target(body).get("content", {}).values())
        found: dict[int, DocumentPart] = {}
        waiting = [media["schema"] for media in media_types if "schema" in media]
        while waiting:
            node = self.target(waiting.pop())
            part = self._part_of_node.get(id(node))
            if part is not None and id(node) not in found:
                found[id(node)] = part
                waiting += [child.node for child in children(part)]
        return list(found.values())

    @cached_property
    def examples(self) -> list[Example]:
        """Every example and default of the document."""
        return [*self._examples_beside_schemas(), *self._examples_in_schemas()]

    def _examples_beside_schemas(self) -> Iterator[Example]:
        for part in self.parts("media_type", "parameter", "header"):
            schema = f"{part.pointer}/schema"
            if "schema" in part.node and "example" in part.node:
                yield Example(f"{part.pointer}/example", schema, part.node["example"])
        for named in self.parts("example"):
            owner = named.pointer.rpartition("/examples/")[0]
            if owner != "/components" and "value" in self.target(named.node):
                yield Example(named.pointer, f"{owner}/schema", self.target(named.node)["value"])

    def _examples_in_schemas(self) -> Iterator[Example]:
        for part in self.parts(*SCHEMAS):
            for number, value in enumerate(part.node.get("examples", [])):
                yield Example(f"{part.pointer}/examples/{number}", part.pointer, value)
            for word in ("example", "default"):
                if word in part.node:
                    yield Example(f"{part.pointer}/{word}", part.pointer, part.node[word])

    @cached_property
    def example_objects(self) -> list[tuple[str, dict[str, Any]]]:
        """Every object inside an example, with the pointer of the example."""
        return [(example.pointer, found) for example in self.examples for found in objects_in(example.value)]

    def validator(self, schema_pointer: str) -> jsonschema_rs.Draft202012Validator:
        """Judges a value by the schema at a pointer of the document, formats included."""
        if schema_pointer not in self._validators:
            schema = {"$ref": f"{_OWN_ADDRESS}#{quote(schema_pointer)}"}
            self._validators[schema_pointer] = jsonschema_rs.Draft202012Validator(
                schema, registry=self._registry, validate_formats=True
            )
        return self._validators[schema_pointer]

    @cached_property
    def _validators(self) -> dict[str, jsonschema_rs.Draft202012Validator]:
        return {}

    @cached_property
    def _registry(self) -> jsonschema_rs.Registry:
        return jsonschema_rs.Registry([(_OWN_ADDRESS, {"$schema": _DIALECT, **self.content})])

    @cached_property
    def used_rows(self) -> set[str]:
        """The rows of the ledger that a mark of the document names."""
        return {row for _, _, value in marks_in(self.content) for row in rows_named(value)}

    @cached_property
    def rendering(self) -> "Document":
        """The OpenAPI 3.0 rendering of the document."""
        return Document(rendering_30(self.content))
