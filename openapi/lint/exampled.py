"""Every part that a caller sends or reads has an example. Whether an example is valid is another rule."""

from openapi.lint.documents import Document
from openapi.lint.parts import DocumentPart
from openapi.lint.rules import Rule, RuleSet, every, every_own


def _bare_property(document: Document, part: DocumentPart) -> str | None:
    if not document.is_older:
        return None if document.inherited(part.node, "examples") else f"{part} has no example."
    # A schema of OpenAPI 3.0 has one example, and null or an empty list can be this example.
    found = "example" in part.node or document.inherited(part.node, "example") is not None
    return None if found else f"{part} has no example."


def _bare_parameter(_: Document, part: DocumentPart) -> str | None:
    return None if {"example", "examples"} & part.node.keys() else f"{part} has no example."


def _request_bodies(document: Document) -> list[DocumentPart]:
    return [part for part in document.parts("media_type") if "/requestBody/" in part.pointer]


def _bare_body(_: Document, part: DocumentPart) -> str | None:
    return None if part.node.get("examples") or "example" in part.node else f"The body in {part.name} has no example."


def _nameless_examples(document: Document, part: DocumentPart) -> str | None:
    examples = [document.target(example) for example in part.node.get("examples", {}).values()]
    if not examples and "/requestBody/" not in part.pointer:
        return f"The body in {part.name} has no named example."
    return None if all("summary" in example for example in examples) else "An example of the body has no summary."


def _own_answers(document: Document) -> list[DocumentPart]:
    return [part for part in document.own_parts("response") if part.pointer.startswith("/paths/")]


def _empty_answer(_: Document, part: DocumentPart) -> str | None:
    if "content" in part.node or part.name == "204":
        return None
    return f"The answer {part.name} has no body. An answer without a body has the status 204."


RULES = (
    Rule(
        "property-has-example",
        RuleSet.STYLE,
        "An example shows the shape of a value faster than its pattern.",
        every("property"),
        _bare_property,
    ),
    Rule(
        "parameter-has-example",
        RuleSet.STYLE,
        "Documentation pages and mock servers send and answer the example.",
        every_own("parameter", "header"),
        _bare_parameter,
    ),
    Rule(
        "request-body-has-example",
        RuleSet.STYLE,
        "A reader copies the example of a request and changes it.",
        _request_bodies,
        _bare_body,
    ),
    Rule(
        "body-examples-are-named",
        RuleSet.CONTRACT,
        "A name and a summary say which case of the story an example shows.",
        every("media_type"),
        _nameless_examples,
    ),
    Rule(
        "answer-has-body",
        RuleSet.STYLE,
        "Whether an answer has a body depends on its status alone, so a client knows when to read.",
        _own_answers,
        _empty_answer,
    ),
)
