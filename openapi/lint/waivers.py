"""Waivers: a node of a document says which rule does not hold for it, and why.

`x-lint-waiver: {rule-id: reason}` is beside what it excuses. It covers the node and everything below it, moves with the
node, and is seen by whoever reviews the contract.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from openapi.lint.documents import Document
from openapi.lint.rules import Finding, Rule, RuleSet, Source, findings_of
from openapi.references import escape

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

    def covers(self, finding: Finding) -> bool:
        """Whether the waiver excuses a finding. A waiver of the whole document excuses the files beside it too."""
        below = finding.source is Source.DOCUMENT and f"{finding.pointer}/".startswith(f"{self.node}/")
        return finding.rule == self.rule and (below or not self.node)


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

    def idle(document: Document, waiver: Waiver) -> str | None:
        rule = rules.get(waiver.rule)
        if rule is None or any(waiver.covers(finding) for finding in findings_of(rule, document)):
            return None
        return f"The waiver of `{waiver.rule}` excuses nothing here. Remove it."

    return (
        Rule("waiver-has-reason", RuleSet.VALIDITY, "A waiver without a reason is a mistake.", waivers, _unreasoned),
        Rule("waiver-names-a-rule", RuleSet.VALIDITY, "A misspelt waiver excuses nothing.", waivers, unknown),
        Rule(
            "waiver-excuses-something",
            RuleSet.VALIDITY,
            "A waiver that nothing needs hides the next mistake.",
            waivers,
            idle,
        ),
    )


def _unreasoned(_: Document, waiver: Waiver) -> str | None:
    return None if waiver.reason.strip() else f"The waiver of `{waiver.rule}` has no reason."
