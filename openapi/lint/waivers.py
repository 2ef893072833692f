"""Waivers: a node of a document says which rule does not hold for it, and why.

`x-lint-waiver: {rule-id: reason}` is beside what it excuses. It covers the node and everything below it, moves with the
node, and is seen by whoever reviews the contract.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openapi.lint.documents import Document
from openapi.lint.rules import Finding, Judged, Rule, RuleSet, Source, findings_of, judgement
from openapi.references import around, escape

KEYWORD = "x-lint-waiver"


@dataclass(frozen=True)
class Waiver:
    """One rule that does not hold for a node and everything below it."""

    node: str
    rule: str
    reason: str

    @property
    def pointer(self) -> str:
        """Where the waiver is written."""
        return f"{self.node}/{KEYWORD}/{escape(self.rule)}"


class Covers:
    """Finds the waivers that cover a finding, without a look at every waiver."""

    def __init__(self, known: Iterable[Waiver]) -> None:
        self._known = {(waiver.rule, waiver.node): waiver for waiver in known}

    def of(self, finding: Finding) -> list[Waiver]:
        """The waivers of a finding, the nearest first. A waiver of the whole document covers files beside it too."""
        nodes = around(finding.pointer) if finding.source is Source.DOCUMENT else [""]
        found = (self._known.get((finding.rule, node)) for node in nodes)
        return [waiver for waiver in found if waiver is not None]


def waivers(document: Document) -> list[Waiver]:
    """Every waiver of a document."""
    return [
        Waiver(pointer, str(rule), str(reason or ""))
        for pointer, content in document.extensions(KEYWORD)
        for rule, reason in content.items()
    ]


def waiver_rules(rules: Mapping[str, Rule]) -> tuple[Rule, ...]:
    """The rules about waivers of *rules*."""

    def unknown(_: Document, waiver: Waiver) -> str | None:
        return None if waiver.rule in rules else f"The waiver names `{waiver.rule}`, which is not a rule."

    def idle(document: Document) -> list[Judged]:
        known = [waiver for waiver in waivers(document) if waiver.rule in rules]
        covers = Covers(known)
        waived = {waiver.rule for waiver in known}
        findings = (finding for rule in waived for finding in findings_of(rules[rule], document))
        used = {waiver for finding in findings for waiver in covers.of(finding)}
        sentences = {waiver: f"The waiver of `{waiver.rule}` excuses nothing here. Remove it." for waiver in known}
        return [Judged(waiver.pointer, None if waiver in used else sentences[waiver]) for waiver in known]

    return (
        Rule("waiver-has-reason", RuleSet.VALIDITY, "A waiver without a reason is a mistake.", waivers, _unreasoned),
        Rule("waiver-names-a-rule", RuleSet.VALIDITY, "A misspelt waiver excuses nothing.", waivers, unknown),
        Rule(
            "waiver-excuses-something",
            RuleSet.VALIDITY,
            "A waiver that nothing needs hides the next mistake.",
            idle,
            judgement,
        ),
    )


def _unreasoned(_: Document, waiver: Waiver) -> str | None:
    return None if waiver.reason.strip() else f"The waiver of `{waiver.rule}` has no reason."
