"""Runs the rules over one version of a contract, and says for each finding in which file and line it is."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openapi.lint.catalogue import FIRST, RULES
from openapi.lint.documents import Document
from openapi.lint.rules import Finding, RuleSet, Source, findings_of
from openapi.lint.waivers import Covers, Waiver, waivers
from openapi.older import document_as_31, is_older
from openapi.places import Place, Placed, place_of
from openapi.versions import Version


@dataclass(frozen=True, order=True)
class Located:
    """A finding with its place."""

    place: Place
    rule: str
    sentence: str
    pointer: str


@dataclass(frozen=True)
class Excused:
    """A finding that a waiver excuses, with the reason of the waiver."""

    finding: Located
    reason: str


@dataclass(frozen=True)
class Report:
    """What lint says about one document.

    `waiting` is true where only validity could be judged. `is_older` is true for OpenAPI 3.0.
    """

    name: str
    rule_sets: tuple[RuleSet, ...]
    rules: int
    findings: list[Located]
    excused: list[Excused]
    waiting: bool
    is_older: bool = False


def lint_version(version: Version, name: str, only: Collection[str] = ()) -> Report:
    """The report about a version, by all rules for such a document or *only* by the rules with these ids."""
    document = Document(document_as_31(version.document), version.assumptions, version.stated, _files(version))
    judgement = _judged_as_written(version) or judge(document, only)
    covers = Covers([] if judgement.waiting else [waiver for waiver in waivers(document) if waiver.reason.strip()])
    located = [(_located(version, finding), next(iter(covers.of(finding)), None)) for finding in judgement.findings]
    return Report(
        name,
        rule_sets(document),
        judgement.rules,
        sorted({finding for finding, excuse in located if excuse is None}),
        [Excused(finding, excuse.reason) for finding, excuse in sorted(located, key=_place) if excuse is not None],
        judgement.waiting,
        document.is_older,
    )


def _judged_as_written(version: Version) -> "Judgement | None":
    """What makes a document of OpenAPI 3.0 invalid in its own words. None for a valid document, and for OpenAPI 3.1."""
    findings = findings_of(RULES[FIRST[0]], Document(version.document)) if is_older(version.document) else []
    return Judgement(findings, 1, waiting=True) if findings else None


def validity_findings(version: Version) -> list[Located]:
    """Where a version is not valid OpenAPI. The dialect of schemas is judged for OpenAPI 3.1 alone."""
    document = Document(version.document)
    rules = FIRST[:1] if is_older(version.document) else FIRST
    findings = [finding for rule in rules for finding in findings_of(RULES[rule], document)]
    return sorted(_located(version, finding) for finding in findings)


@dataclass(frozen=True)
class Judgement:
    """The findings of some rules, how many rules looked, and whether the others wait for a valid document."""

    findings: list[Finding]
    rules: int
    waiting: bool


def judge(document: Document, only: Collection[str] = ()) -> Judgement:
    """What breaks the rules for such a document, or *only* the rules with these ids.

    A document that was OpenAPI 3.0 is judged as it reads in 3.1. Its own structure was judged before.
    """
    first = FIRST[1:] if document.is_older else FIRST
    invalid = [finding for rule in first for finding in findings_of(RULES[rule], document)]
    if invalid:
        return Judgement(invalid, len(FIRST), waiting=True)
    sets = rule_sets(document)
    chosen = [rule for rule in RULES.values() if rule.rule_set in sets and (not only or rule.id in only)]
    chosen = [rule for rule in chosen if rule.id in first or rule.id not in FIRST]
    findings = [finding for rule in chosen for finding in findings_of(rule, document)]
    return Judgement(findings, len(chosen), waiting=False)


def rule_sets(document: Document) -> tuple[RuleSet, ...]:
    """The sets that apply to a document. The rules of this contract need the ledger and the list of stated things."""
    has_ledger = bool(document.ledger) and bool(document.stated)
    return tuple(rule_set for rule_set in RuleSet if rule_set is not RuleSet.CONTRACT or has_ledger)


def _place(item: tuple[Located, Waiver | None]) -> Located:
    return item[0]


def _located(version: Version, finding: Finding) -> Located:
    return Located(_place_of(version, finding), finding.rule, finding.sentence, finding.pointer)


def _place_of(version: Version, finding: Finding) -> Place:
    if finding.source is Source.FILE:
        file, _, line = finding.pointer.rpartition(":")
        return Place(file, int(line))
    contents: Mapping[Source, Any] = {Source.LEDGER: version.assumptions, Source.STATED: version.stated}
    return _nearest(contents.get(finding.source, version.document), finding.pointer)


def _nearest(content: Any, pointer: str) -> Place:
    """The place of a value, or of the nearest object around it: a value of the 3.0 rendering can have no place."""
    while True:
        try:
            return place_of(content, pointer)
        except (KeyError, IndexError, ValueError, TypeError):
            pointer = pointer.rpartition("/")[0]


def _files(version: Version) -> dict[str, str]:
    """The files of a version as text, by the names under which places show them. Files of a revision are not there."""
    names = {place.file for content in (version.document, version.assumptions) for place in _places(content)}
    return {name: Path(name).read_bytes().decode() for name in sorted(names) if Path(name).is_file()}


def _places(content: Any) -> Iterator[Place]:
    if isinstance(content, Placed):
        yield content.place
    values = content.values() if isinstance(content, dict) else content if isinstance(content, list) else ()
    for value in values:
        yield from _places(value)
