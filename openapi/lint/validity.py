"""What makes a document valid OpenAPI 3.1: its structure, its schemas, its names and its references.

`openapi.structure` judges the structure. The other rules are here.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import jsonschema_rs

from openapi.lint.documents import SCHEMAS, Document
from openapi.lint.parts import DocumentPart
from openapi.lint.rules import Fault, Judged, Rule, RuleSet, every, judgement, stated_fault
from openapi.structure import edition_of, innermost, structure_errors

_SHOWN = 200


def _structure_faults(document: Document) -> list[Fault]:
    return _faults(document, structure_errors(document.content), "")


def _schema_faults(document: Document) -> list[Fault]:
    roots = [part for part in document.parts("schema") if _is_outermost(part)]
    return [
        fault
        for part in roots
        for fault in _faults(document, innermost(_dialect().iter_errors(part.node)), part.pointer)
    ]


@cache
def _dialect() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(
        {"$ref": "https://json-schema.org/draft/2020-12/schema"}, validate_formats=True
    )


def _is_outermost(part: DocumentPart) -> bool:
    """Whether a schema is a component, or the schema of a parameter, a header or a body."""
    above = part.pointer.rpartition("/")[0]
    return above == "/components/schemas" or (part.pointer.endswith("/schema") and not above.endswith("/properties"))


def _faults(document: Document, errors: Mapping[str, str], above: str) -> list[Fault]:
    edition = edition_of(document.content)
    return [
        Fault(above + pointer, f"This is not valid OpenAPI {edition}: {message}.")
        for pointer, message in errors.items()
    ]


def _operation_ids(document: Document) -> Iterator[Judged]:
    named = [(operation, operation.node.get("operationId")) for operation in document.parts("operation")]
    counts = Counter(name for _, name in named)
    for operation, name in named:
        sentence = f"{counts[name]} operations have the id `{name}`. Give each an id of its own."
        yield Judged(operation.pointer, sentence if name and counts[name] > 1 else None)


def _differing_path_parameters(document: Document, operation: DocumentPart) -> str | None:
    path = operation.pointer.split("/")[2].replace("~1", "/")
    wanted = set(re.findall(r"\{([^{}]+)\}", path))
    declared = {parameter["name"] for parameter in document.parameters(operation) if parameter.get("in") == "path"}
    if missing := sorted(wanted - declared):
        return f"The path has `{{{missing[0]}}}`, and no parameter describes it."
    if extra := sorted(declared - wanted):
        return f"The path parameter `{extra[0]}` is not in the path `{path}`."
    return None


def _repeated_parameter(document: Document, operation: DocumentPart) -> str | None:
    listed = [document.target(parameter) for parameter in operation.node.get("parameters", [])]
    counts = Counter((parameter.get("name"), parameter.get("in")) for parameter in listed)
    repeated = [name for (name, _), count in counts.items() if count > 1]
    return f"The parameter `{repeated[0]}` is listed twice." if repeated else None


def _declared_tags(document: Document) -> Iterator[Judged]:
    named = [(tag, tag.node["name"]) for tag in document.parts("tag")]
    counts = Counter(name for _, name in named)
    for tag, name in named:
        yield Judged(tag.pointer, f"The tag `{name}` is declared {counts[name]} times." if counts[name] > 1 else None)


def _unknown_required(document: Document, part: DocumentPart) -> str | None:
    known = _members(document, part.node)
    unknown = [name for name in part.node["required"] if name not in known]
    return f"`required` names `{unknown[0]}`, which is not a property of the schema." if unknown else None


def _members(document: Document, node: Any) -> set[str]:
    """The names of the properties of a schema, of the targets of its references and of its compositions."""
    schema = document.target(node)
    if not isinstance(schema, Mapping):
        return set()
    inside = [item for word in ("allOf", "anyOf", "oneOf") for item in schema.get(word, [])]
    return set(schema.get("properties", {})).union(*(_members(document, item) for item in inside))


def _links(document: Document) -> Iterator[Judged]:
    known = {operation.node.get("operationId") for operation in document.operations}
    for link in document.own_parts("link"):
        name = link.node.get("operationId")
        lost = f"The link leads to `{name}`, which is not an operation." if name and name not in known else None
        yield Judged(link.pointer, lost)


def _requiring(document: Document) -> list[DocumentPart]:
    objects = document.own_parts(*SCHEMAS)
    return [part for part in objects if "required" in part.node and {"properties", "allOf"} & part.node.keys()]


def _invalid_example(document: Document, example: Any) -> str | None:
    messages = [error.message for error in document.validator(example.schema_pointer).iter_errors(example.value)]
    return f"The value does not fit its schema: {messages[0][:_SHOWN]}." if messages else None


RULES = (
    Rule(
        "openapi-valid",
        RuleSet.VALIDITY,
        "Every tool that reads OpenAPI relies on its structure.",
        _structure_faults,
        stated_fault,
    ),
    Rule(
        "schema-valid",
        RuleSet.VALIDITY,
        "A validator refuses a schema with a wrong keyword, or ignores the keyword.",
        _schema_faults,
        stated_fault,
    ),
    Rule(
        "operation-id-unique",
        RuleSet.VALIDITY,
        "A generator writes one function for each operation id.",
        _operation_ids,
        judgement,
    ),
    Rule(
        "path-parameters-declared",
        RuleSet.VALIDITY,
        "A caller cannot fill a path whose parameter is not described.",
        lambda document: document.operations,
        _differing_path_parameters,
    ),
    Rule(
        "parameter-unique",
        RuleSet.VALIDITY,
        "Tools keep one of two parameters with the same name and place, and nobody knows which.",
        every("operation"),
        _repeated_parameter,
    ),
    Rule(
        "tag-unique",
        RuleSet.VALIDITY,
        "A page of documentation has one section for each tag.",
        _declared_tags,
        judgement,
    ),
    Rule(
        "required-names-properties",
        RuleSet.VALIDITY,
        "A required member that no property describes is usually a misspelt name.",
        _requiring,
        _unknown_required,
    ),
    Rule(
        "link-leads-to-operation",
        RuleSet.VALIDITY,
        "A client that follows the link needs the operation.",
        _links,
        judgement,
    ),
    Rule(
        "example-fits-schema",
        RuleSet.VALIDITY,
        "Readers copy examples, and mock servers answer with them.",
        lambda document: document.examples,
        _invalid_example,
    ),
)
