"""The document read aloud: every part is described, in whole sentences, in the present tense and in plain words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from openapi.lint.documents import SCHEMAS, Document
from openapi.lint.parts import DocumentPart
from openapi.lint.rules import Rule, RuleSet, every, every_own

_DESCRIBED = ("operation", "parameter", "header", "response", "request_body", "tag", "security_scheme", "link")
_READ = ("operation", "parameter", "header", "response", "request_body", "property", "schema", "tag", "link")
_BANNED = re.compile(
    r"\b(will|shall|should|going to|allows? you|please note|simply|e\.g\.|i\.e\.|etc)\b", re.IGNORECASE
)
_SENTENCES = re.compile(r"[A-Z0-9`].*\.", re.DOTALL)


@dataclass(frozen=True)
class Text:
    """A summary or a description, and the part that it belongs to."""

    part: DocumentPart
    member: str

    @property
    def pointer(self) -> str:
        """Where the text is."""
        return f"{self.part.pointer}/{self.member}"

    @property
    def words(self) -> str:
        """The text itself."""
        return str(self.part.node[self.member])


def _texts(document: Document) -> list[Text]:
    parts = document.parts(*_READ, "example", "security_scheme", "server")
    return [Text(part, member) for part in parts for member in ("summary", "description") if member in part.node]


def _descriptions(document: Document) -> list[Text]:
    return [Text(part, "description") for part in document.parts(*_READ) if "description" in part.node]


def _summaries(document: Document) -> list[Text]:
    return [Text(part, "summary") for part in document.parts("operation", "example") if "summary" in part.node]


def _undescribed(_: Document, part: DocumentPart) -> str | None:
    return None if part.node.get("description") else f"{part} has no description."


def _undescribed_schema(document: Document, part: DocumentPart) -> str | None:
    return None if document.inherited(part.node, "description") else f"{part} has no description."


def _without_summary(_: Document, operation: DocumentPart) -> str | None:
    return None if operation.node.get("summary") else f"{operation} has no summary."


def _with_unknown_tag(document: Document, operation: DocumentPart) -> str | None:
    tags = operation.node.get("tags") or []
    unknown = [tag for tag in tags if tag not in document.declared_tags]
    if not tags:
        return f"{operation} has no tag."
    return f"{operation} has the tag `{unknown[0]}`, which the document does not declare." if unknown else None


def _without_id(_: Document, operation: DocumentPart) -> str | None:
    return None if operation.node.get("operationId") else f"{operation} has no operationId."


def _banned_word(_: Document, text: Text) -> str | None:
    found = _BANNED.search(text.words)
    return f"The text says `{found[0]}`. Say in the present tense and in plain words who does what." if found else None


_PARTICIPLES = (
    r"\w+(?<!e)ed|made|sent|taken|given|shown|known|held|kept|paid|sold|told|"
    "found|built|chosen|written|left|said|done|seen"
)
_PASSIVE = re.compile(
    rf"\b(?:is|are|was|were|be|been|being)\s+(?:(?:not|never|always|also|still|already|only|then)\s+)*(?:{_PARTICIPLES})\b",
    re.IGNORECASE,
)


def _passive(_: Document, text: Text) -> str | None:
    found = _PASSIVE.search(text.words)
    return f"The text says `{found[0]}`. Say who does it, with an active verb." if found else None


# The steps of a pointer that are not names of parts.
_STEPS = frozenset(("components", "properties", "schemas", "parameters", "paths", "items", "allOf", "anyOf", "oneOf"))


def _named_parts(document: Document) -> list[DocumentPart]:
    return [part for part in document.parts("property", "parameter", "schema") if "description" in part.node]


def _words(text: str) -> set[str]:
    """The words of a text or of a name in camel case, in lower case and in the singular."""
    return {word.lower().removesuffix("s") for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)}


# These words add nothing to a name.
_EMPTY_WORDS = _words("a an and at each for id in its list name number of on one or the their this to")


def _repeats_its_name(_: Document, part: DocumentPart) -> str | None:
    steps = [step for step in part.pointer.split("/") if step not in _STEPS]
    said = _words(part.node["description"]) - _EMPTY_WORDS
    if said - _words(f"{' '.join(steps)} {part.node.get('name', '')}"):
        return None
    return f"The description of {str(part)[:1].lower()}{str(part)[1:]} only repeats its name. Say what it is good for."


def _no_whole_sentence(_: Document, text: Text) -> str | None:
    if _SENTENCES.fullmatch(text.words.strip()):
        return None
    return "The description is not a whole sentence: it begins with a capital letter and ends with a full stop."


def _closed_title(_: Document, text: Text) -> str | None:
    return "The summary is a title and ends without a full stop." if text.words.endswith(".") else None


def _moments(document: Document) -> list[DocumentPart]:
    return [part for part in document.parts(*SCHEMAS) if part.node.get("format") == "date-time"]


def _moment_without_zone(document: Document, part: DocumentPart) -> str | None:
    text = str(document.inherited(part.node, "description") or "")
    if re.search(r"\bUTC\b|time zone|offset", text):
        return None
    return f"{part} is a moment, and its description does not say in which time zone. Say `UTC`, or name the zone."


_MEASURES = re.compile(r"distance|radius|duration|delay|latency|timeout|lifetime|expiresIn|cutoff", re.IGNORECASE)
_UNITS = re.compile(r"\bkm\b|kilomet|metre|meter|mile|millisecond|second|minute|hour|day", re.IGNORECASE)


def _measures(document: Document) -> list[DocumentPart]:
    parts = document.parts("property", "parameter")
    return [part for part in parts if _MEASURES.search(str(part.node.get("name", part.name))) and _is_number(part)]


def _is_number(part: DocumentPart) -> bool:
    schema = part.node.get("schema", part.node)
    return isinstance(schema, Mapping) and schema.get("type") in {"integer", "number"}


def _measure_without_unit(document: Document, part: DocumentPart) -> str | None:
    text = f"{part.name} {document.inherited(part.node, 'description') or ''}"
    return None if _UNITS.search(text) else f"{part} is a measure, and neither its name nor its description has a unit."


RULES = (
    Rule(
        "part-described",
        RuleSet.STYLE,
        "A caller learns from the description what a part means.",
        every_own(*_DESCRIBED),
        _undescribed,
    ),
    Rule(
        "property-described",
        RuleSet.STYLE,
        "The name of a member does not say its unit, its zone or its limits.",
        every("property"),
        _undescribed_schema,
    ),
    Rule(
        "schema-described",
        RuleSet.STYLE,
        "A named schema becomes a class of a client, with its description as documentation.",
        lambda document: document.components,
        _undescribed_schema,
    ),
    Rule(
        "operation-has-id",
        RuleSet.STYLE,
        "Generators, links and logs name an operation by its id.",
        every("operation"),
        _without_id,
    ),
    Rule(
        "operation-has-summary",
        RuleSet.STYLE,
        "The navigation of every documentation page shows the summary.",
        every("operation"),
        _without_summary,
    ),
    Rule(
        "operation-has-known-tag",
        RuleSet.STYLE,
        "Generators write one class for each tag, and pages one section.",
        every("operation"),
        _with_unknown_tag,
    ),
    Rule(
        "text-in-present-tense",
        RuleSet.STYLE,
        "A contract says what is. Promises, permissions and abbreviations leave the reader in doubt.",
        _texts,
        _banned_word,
    ),
    Rule(
        "text-in-active-voice",
        RuleSet.CONTRACT,
        "A passive sentence hides who acts: the caller, the service or the course.",
        _texts,
        _passive,
    ),
    Rule(
        "description-adds-to-name",
        RuleSet.CONTRACT,
        "A description that repeats the name tells a caller nothing.",
        _named_parts,
        _repeats_its_name,
    ),
    Rule(
        "description-in-sentences",
        RuleSet.STYLE,
        "A whole sentence says who does what.",
        _descriptions,
        _no_whole_sentence,
    ),
    Rule(
        "summary-without-full-stop",
        RuleSet.STYLE,
        "A summary is a title.",
        _summaries,
        _closed_title,
    ),
    Rule(
        "moment-has-zone",
        RuleSet.STYLE,
        "A caller in another time zone reads a moment without a zone wrongly.",
        _moments,
        _moment_without_zone,
    ),
    Rule(
        "measure-has-unit",
        RuleSet.STYLE,
        "A number without its unit is used in the wrong unit.",
        _measures,
        _measure_without_unit,
    ),
)
