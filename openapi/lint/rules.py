"""A rule as data: its id, the set that it belongs to, why it exists, what it checks, and how it finds a fault.

This module knows no rule.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import jsonschema_rs

from openapi.lint.documents import Document
from openapi.lint.parts import DocumentPart


class RuleSet(StrEnum):
    """Which documents a rule is for."""

    VALIDITY = "validity"  # Every OpenAPI document.
    STYLE = "style"  # Every OpenAPI document that is valid.
    CONTRACT = "contract"  # A contract with a ledger of assumptions and a list of stated things beside it.


class Source(StrEnum):
    """The file in which a subject of a rule is written."""

    DOCUMENT = "the document"
    LEDGER = "assumptions.yaml"
    STATED = "stated.yaml"
    FILE = "a file as text"


@dataclass(frozen=True)
class SourceRow:
    """A value in a file beside the contract."""

    source: Source
    pointer: str
    name: str
    content: Any


@dataclass(frozen=True)
class Fault:
    """A place with the sentence that says what is wrong there, found before any rule asks."""

    pointer: str
    sentence: str


@dataclass(frozen=True)
class Judged:
    """A place that was judged in one walk over all places of its kind, with what is wrong there, or None."""

    pointer: str
    sentence: str | None
    source: Source = Source.DOCUMENT


@dataclass(frozen=True)
class Rule:
    """One rule. `fault` returns the sentence that says what is wrong with a subject, or None."""

    id: str
    rule_set: RuleSet
    why: str
    subjects: Callable[[Document], Iterable[Any]]
    fault: Callable[[Document, Any], str | None]


@dataclass(frozen=True, order=True)
class Finding:
    """A fault at a place of a file. The pointer leads there inside the bundled document, or inside the file."""

    source: Source
    pointer: str
    rule: str
    sentence: str


# Python raises these when a value has an unexpected type. Our own documents never make a rule stumble: a test holds it.
_STUMBLES = (TypeError, LookupError, AttributeError, ValueError, ArithmeticError, jsonschema_rs.ValidationError)
_UNEXPECTED = "The rule cannot judge this part, because a value in it has an unexpected form."


def findings_of(rule: Rule, document: Document) -> list[Finding]:
    """Everything that breaks *rule* in *document*, one finding for each place."""
    try:
        subjects = list(rule.subjects(document))
    except _STUMBLES:
        return [Finding(Source.DOCUMENT, "", rule.id, _UNEXPECTED)]
    judged = ((subject, _fault(rule, document, subject)) for subject in subjects)
    found = {
        (getattr(subject, "source", Source.DOCUMENT), subject.pointer): sentence
        for subject, sentence in judged
        if sentence
    }
    return [Finding(source, pointer, rule.id, sentence) for (source, pointer), sentence in found.items()]


def _fault(rule: Rule, document: Document, subject: Any) -> str | None:
    try:
        return rule.fault(document, subject)
    except _STUMBLES:
        return _UNEXPECTED


def every(*kinds: str) -> Callable[[Document], list[DocumentPart]]:
    """Selects every part of the named kinds."""
    return lambda document: document.parts(*kinds)


def every_own(*kinds: str) -> Callable[[Document], list[DocumentPart]]:
    """Selects every part of the named kinds that is written out, without references."""
    return lambda document: document.own_parts(*kinds)


def operations(document: Document) -> list[DocumentPart]:
    """Selects the operations that the service serves."""
    return document.operations


def whole(document: Document) -> list[DocumentPart]:
    """Selects the document itself."""
    return document.parts("document")


def stated_fault(_: Document, fault: Fault) -> str:
    """The sentence of a fault that was found before."""
    return fault.sentence


def judgement(_: Document, judged: Judged) -> str | None:
    """What is wrong with a place that was judged before."""
    return judged.sentence
