"""The members of a body by their path, such as `course.id`, as far as the contract does not mark them as assumed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from openapi.lint.documents import Document
from openapi.lint.parts import DocumentPart
from openapi.references import escape

_COMPOSED = ("allOf", "anyOf", "oneOf")


@dataclass(frozen=True)
class Member:
    """A member of a request or an answer. The members below a member that is marked are not listed."""

    pointer: str
    path: str
    marked: bool


def is_marked(document: Document, node: Any) -> bool:
    """Whether a node, or the target of its reference, is an assumption as a whole."""
    target = document.target(node)
    return any(isinstance(side, Mapping) and "x-assumption" in side for side in (node, target))


def request_members(document: Document, operation: DocumentPart) -> list[Member] | None:
    """The members of the request of an operation. None if the operation has no request, or an assumed one."""
    body = operation.node.get("requestBody")
    if body is None or is_marked(document, body):
        return None
    return list(_of_body(document, body))


def answer_members(document: Document, operation: DocumentPart) -> list[Member] | None:
    """The members of the successful answers of an operation. None if all of them are assumed or empty."""
    answers = [
        answer
        for status, answer in operation.node.get("responses", {}).items()
        if status.startswith("2") and not is_marked(document, answer) and "content" in document.target(answer)
    ]
    return [member for answer in answers for member in _of_body(document, answer)] if answers else None


def _of_body(document: Document, body: Any) -> Iterator[Member]:
    for media in document.target(body).get("content", {}).values():
        yield from _of_schema(document, media.get("schema", {}), "", ())


def _of_schema(document: Document, node: Any, path: str, above: tuple[int, ...]) -> Iterator[Member]:
    schema = document.target(node)
    if not isinstance(schema, Mapping) or is_marked(document, node) or id(schema) in above:
        return
    inside = (*above, id(schema))
    pointer = document.pointer_of(schema)
    for name, member in schema.get("properties", {}).items():
        full = f"{path}.{name}" if path else name
        yield Member(f"{pointer}/properties/{escape(name)}", full, is_marked(document, member))
        yield from _of_schema(document, member, full, inside)
    for part in [schema.get("items"), *(branch for word in _COMPOSED for branch in schema.get(word, []))]:
        yield from _of_schema(document, part, path, inside)
