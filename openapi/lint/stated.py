"""Every name in the contract is stated by the specification or marked as an assumption, and every stated name exists.

`stated.yaml` beside the contract lists what the specification states.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from openapi.lint.documents import Document
from openapi.lint.members import answer_members, is_marked, request_members
from openapi.lint.parts import DocumentPart
from openapi.lint.rules import Judged, Rule, RuleSet, Source, judgement, operations
from openapi.references import escape

_WAY_OUT = "is neither stated nor marked: add `x-assumption`, or name it in stated.yaml."


@dataclass(frozen=True)
class Named:
    """A part of an operation that has a name: a parameter or a member, and whether the contract marks it."""

    pointer: str
    name: str
    operation: str
    marked: bool
    stated: bool


def _row(document: Document, operation: DocumentPart) -> Mapping[str, Any] | None:
    row: Mapping[str, Any] | None = document.stated.get("operations", {}).get(document.signature(operation))
    return row


def _unstated_operation(document: Document, operation: DocumentPart) -> str | None:
    known = _row(document, operation) is not None or "x-assumption" in operation.node
    return None if known else f"{operation} {_WAY_OUT}"


def _stated_operations(document: Document) -> list[tuple[DocumentPart, Mapping[str, Any]]]:
    rows = [(operation, _row(document, operation)) for operation in document.operations]
    return [(operation, row) for operation, row in rows if row is not None]


def _parameters(document: Document) -> list[Named]:
    return [
        Named(
            pointer,
            document.target(node)["name"],
            str(operation),
            is_marked(document, node),
            document.target(node)["name"] in row.get("parameters", []),
        )
        for operation, row in _stated_operations(document)
        for pointer, node in document.listed_parameters(operation)
    ]


def _request_members(document: Document) -> list[Named]:
    return _members(document, "request")


def _answer_members(document: Document) -> list[Named]:
    return _members(document, "answer")


def _members(document: Document, side: str) -> list[Named]:
    found = request_members if side == "request" else answer_members
    stated = [(operation, _paths(document, row.get(side))) for operation, row in _stated_operations(document)]
    return [
        Named(member.pointer, member.path, str(operation), member.marked, member.path in paths)
        for operation, paths in stated
        for member in found(document, operation) or ()
    ]


def _paths(document: Document, body: Any) -> set[str]:
    """The paths of the members of a stated body: the name of a resource, several names, or names under members."""
    resources: Mapping[str, Any] = document.stated.get("resources", {})
    if body is None:
        return set()
    if isinstance(body, str):
        return set(resources.get(body, {}).get("members", []))
    if isinstance(body, list):
        return {path for name in body for path in _paths(document, name)}
    return {path for above, name in body.items() for path in _under(above, _paths(document, name))}


def _under(above: str, paths: set[str]) -> set[str]:
    steps = above.split(".")
    return {".".join(steps[: count + 1]) for count in range(len(steps))} | {f"{above}.{path}" for path in paths}


def _unstated(_: Document, item: Named) -> str | None:
    return None if item.marked or item.stated else f"`{item.name}` {_WAY_OUT}"


def _unstated_delivery(document: Document, delivery: DocumentPart) -> str | None:
    known = document.event_kind(delivery) in document.stated.get("deliveries", {}) or "x-assumption" in delivery.node
    return None if known else f"{delivery} {_WAY_OUT}"


def _schemes(document: Document) -> list[DocumentPart]:
    return document.parts("security_scheme")


def _unstated_scheme(document: Document, scheme: DocumentPart) -> str | None:
    known = scheme.name in document.stated.get("security", []) or "x-assumption" in scheme.node
    return None if known else f"{scheme} {_WAY_OUT}"


def _stated_things(document: Document) -> Iterator[Judged]:
    served = {document.signature(operation): operation for operation in document.operations}
    for call, row in document.stated.get("operations", {}).items():
        pointer = f"/operations/{escape(call)}"
        if call not in served:
            yield _missing(pointer, f"The specification states `{call}`, and the contract does not have it.")
        else:
            yield from _stated_in(document, served[call], row, pointer)
    kinds = {document.event_kind(delivery): delivery for delivery in document.deliveries}
    for kind in document.stated.get("deliveries", {}):
        yield _missing(f"/deliveries/{kind}", _lost(f"the delivery `{kind}`", kinds.get(kind)))
    schemes = {scheme.name: scheme for scheme in _schemes(document)}
    for number, name in enumerate(document.stated.get("security", [])):
        yield _missing(f"/security/{number}", _lost(f"the security scheme `{name}`", schemes.get(name)))


def _stated_in(document: Document, operation: DocumentPart, row: Mapping[str, Any], pointer: str) -> Iterator[Judged]:
    call = document.signature(operation)
    yield _missing(pointer, _lost(f"`{call}`", operation))
    listed = {document.target(node)["name"]: node for _, node in document.listed_parameters(operation)}
    for number, name in enumerate(row.get("parameters", [])):
        marked = name in listed and is_marked(document, listed[name])
        yield _missing(f"{pointer}/parameters/{number}", _absent(f"`{name}` of `{call}`", name in listed, marked))
    for side, members in (("request", request_members), ("answer", answer_members)):
        marks: dict[str, bool] = {}
        for member in members(document, operation) or ():
            marks[member.path] = member.marked and marks.get(member.path, True)
        for path in sorted(_paths(document, row.get(side))):
            thing = f"`{path}` in the {side} of `{call}`"
            yield _missing(f"{pointer}/{side}", _absent(thing, path in marks, marks.get(path, False)))
    if status := row.get("status"):
        answer = operation.node.get("responses", {}).get(status)
        marked = answer is not None and bool({"x-assumption", "x-assumption-status"} & document.target(answer).keys())
        yield _missing(f"{pointer}/status", _absent(f"the status {status} of `{call}`", answer is not None, marked))


def _missing(pointer: str, sentence: str | None) -> Judged:
    return Judged(pointer, sentence, Source.STATED)


def _lost(thing: str, part: DocumentPart | None) -> str | None:
    return _absent(thing, part is not None, part is not None and "x-assumption" in part.node)


def _absent(thing: str, exists: bool, marked: bool) -> str | None:
    if not exists:
        return f"The specification states {thing}, and the contract does not have it."
    return f"The specification states {thing}, and the contract marks it as an assumption." if marked else None


RULES = (
    Rule(
        "operation-is-stated-or-marked",
        RuleSet.CONTRACT,
        "A reader trusts an operation without a mark: the specification states it.",
        operations,
        _unstated_operation,
    ),
    Rule(
        "parameter-is-stated-or-marked",
        RuleSet.CONTRACT,
        "A reader trusts a parameter without a mark: the specification states it.",
        _parameters,
        _unstated,
    ),
    Rule(
        "request-member-is-stated-or-marked",
        RuleSet.CONTRACT,
        "The suite sends members without a mark to every service.",
        _request_members,
        _unstated,
    ),
    Rule(
        "answer-member-is-stated-or-marked",
        RuleSet.CONTRACT,
        "The suite expects members without a mark from every service.",
        _answer_members,
        _unstated,
    ),
    Rule(
        "delivery-is-stated-or-marked",
        RuleSet.CONTRACT,
        "The suite expects a delivery without a mark from every service.",
        lambda document: document.deliveries,
        _unstated_delivery,
    ),
    Rule(
        "security-is-stated-or-marked",
        RuleSet.CONTRACT,
        "A reader trusts a way to authenticate without a mark: the specification states it.",
        _schemes,
        _unstated_scheme,
    ),
    Rule(
        "stated-thing-exists",
        RuleSet.CONTRACT,
        "The contract keeps everything that the specification states, and never calls it an assumption.",
        _stated_things,
        judgement,
    ),
)
