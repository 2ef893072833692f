"""What client generators lose or name badly, although OpenAPI allows it. The tests in tests/clients run generators."""

from collections import Counter

from openapi.lint.documents import SCHEMAS, Document
from openapi.lint.parts import DocumentPart
from openapi.lint.rules import Rule, RuleSet, every

_PLAIN = frozenset({"string", "number", "integer", "boolean", "array"})


def _link_with_body(_: Document, link: DocumentPart) -> str | None:
    return f"{link} has a request body, which generators cannot read." if "requestBody" in link.node else None


def _composed(document: Document) -> list[DocumentPart]:
    return [part for part in document.parts(*SCHEMAS) if "allOf" in part.node]


def _narrowed_member(document: Document, part: DocumentPart) -> str | None:
    branches = [document.target(branch) for branch in part.node["allOf"]]
    counts = Counter(name for branch in [part.node, *branches] for name in branch.get("properties", {}))
    twice = [name for name, count in counts.items() if count > 1]
    return f"Several branches of the allOf describe `{twice[0]}`. Generators keep one of them." if twice else None


def _only_renames(_: Document, part: DocumentPart) -> str | None:
    alias = "$ref" in part.node or len(part.node.get("allOf", [])) == 1
    return f"{part} only renames another schema. Refer to that schema." if alias else None


def _is_plain(_: Document, part: DocumentPart) -> str | None:
    if part.node.get("type") not in _PLAIN or "enum" in part.node:
        return None
    return f"{part} is a plain value. Generators lose its type: describe it where it is used."


def _fixed_truth(_: Document, part: DocumentPart) -> str | None:
    fixed = part.node.get("type") == "boolean" and {"const", "enum"} & part.node.keys()
    return f"{part} has a fixed truth value, and generated enums of truth values fit no answer." if fixed else None


def _objects(document: Document) -> list[DocumentPart]:
    return [part for part in document.parts(*SCHEMAS) if "properties" in part.node]


def _nameless_object(_: Document, part: DocumentPart) -> str | None:
    named = part.kind == "schema" and part.pointer.startswith("/components/schemas/")
    return None if named else f"{part} is an object without a name of its own. Move it into a schema with a name."


def _shared_tag(document: Document, delivery: DocumentPart) -> str | None:
    shared = sorted(document.served_tags.intersection(delivery.node.get("tags", [])))
    return f"The delivery shares the tag `{shared[0]}` with operations of the service." if shared else None


def _rendered_members(document: Document) -> list[DocumentPart]:
    return [part for part in document.rendering.parts("property") if part.node.get("type") != "boolean"]


def _nameless_fixed_text(_: Document, part: DocumentPart) -> str | None:
    if len(part.node.get("enum", [])) == 1:
        return f"{part} has one fixed value without a name in OpenAPI 3.0, and generators give it a number."
    return None


RULES = (
    Rule(
        "link-without-body",
        RuleSet.STYLE,
        "Generators stop at a link with a body.",
        every("link"),
        _link_with_body,
    ),
    Rule(
        "member-described-once",
        RuleSet.STYLE,
        "Generators keep one of two descriptions of a member, and not always the narrower one.",
        _composed,
        _narrowed_member,
    ),
    Rule(
        "component-adds-something",
        RuleSet.STYLE,
        "A component that only renames another, here or in OpenAPI 3.0, becomes a second class with the same members.",
        lambda document: [*document.components, *document.rendering.components],
        _only_renames,
    ),
    Rule(
        "component-is-object-or-choice",
        RuleSet.STYLE,
        "Generators lose the type of a component that only names a text, a number or a list.",
        lambda document: document.components,
        _is_plain,
    ),
    Rule(
        "truth-value-is-free",
        RuleSet.CONTRACT,
        "A list of one truth value becomes an enum that is true either way, or that no value fits.",
        lambda document: [*document.parts(*SCHEMAS), *document.rendering.parts(*SCHEMAS)],
        _fixed_truth,
    ),
    Rule(
        "object-has-name",
        RuleSet.CONTRACT,
        "Generators invent a name for an object without one, and the name changes with its place.",
        _objects,
        _nameless_object,
    ),
    Rule(
        "fixed-text-has-name-in-3.0",
        RuleSet.CONTRACT,
        "Generators give only numbers to the values of a list without a name.",
        _rendered_members,
        _nameless_fixed_text,
    ),
    Rule(
        "delivery-has-own-tag",
        RuleSet.STYLE,
        "A generator writes one class for each tag, and an agency never calls a delivery.",
        lambda document: document.deliveries,
        _shared_tag,
    ),
)
