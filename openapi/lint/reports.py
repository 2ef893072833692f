"""What lint prints: lines for people, JSON for programs, SARIF for pages of code review."""

import json
from collections.abc import Sequence
from typing import Any

from openapi import sarif as notation
from openapi.lint.catalogue import RULES
from openapi.lint.running import Excused, Located, Report


def text(reports: Sequence[Report]) -> str:
    """A line for each finding, and a sentence for each document."""
    return "\n".join(line for report in reports for line in [*map(_line, report.findings), _sentence(report)])


def _line(finding: Located) -> str:
    return f"{finding.place}: {finding.rule}: {finding.sentence}"


def _sentence(report: Report) -> str:
    if report.waiting:
        return f"{report.name}: {_counted(report)}. The other rules wait until the document is valid OpenAPI."
    excused = f", {len(report.excused)} excused" if report.excused else ""
    return f"{report.name}: {_counted(report)}{excused}. {_rules(report)}."


def _counted(report: Report) -> str:
    count = len(report.findings)
    return "no findings" if count == 0 else "1 finding" if count == 1 else f"{count} findings"


def _rules(report: Report) -> str:
    sets = ", ".join(report.rule_sets)
    return f"Checked by {report.rules} rule{'s' * (report.rules != 1)} of these sets: {sets}"


def as_json(reports: Sequence[Report]) -> str:
    """The reports as one JSON document."""
    documents = [
        {
            "name": report.name,
            "ruleSets": list(report.rule_sets),
            "rules": report.rules,
            "onlyValidityJudged": report.waiting,
            "findings": [_finding(finding) for finding in report.findings],
            "excused": [{**_finding(item.finding), "reason": item.reason} for item in report.excused],
        }
        for report in reports
    ]
    return json.dumps({"documents": documents}, indent=2, ensure_ascii=False)


def _finding(finding: Located) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "file": finding.place.file,
        "line": finding.place.line,
        "pointer": finding.pointer,
        "sentence": finding.sentence,
    }


def sarif(reports: Sequence[Report]) -> str:
    """The reports as SARIF 2.1.0."""
    findings = [(finding, None) for report in reports for finding in report.findings]
    excused = [(item.finding, item) for report in reports for item in report.excused]
    used = sorted({finding.rule for finding, _ in [*findings, *excused]})
    rules = [notation.rule(rule, RULES[rule].why, "error", [RULES[rule].rule_set]) for rule in used]
    results = [_result(finding, used, excuse) for finding, excuse in [*findings, *excused]]
    return notation.log("teesheet contract lint", rules, results)


def _result(finding: Located, used: Sequence[str], excuse: Excused | None) -> dict[str, Any]:
    result = notation.result(finding.rule, used, "error", finding.sentence, finding.place)
    if excuse is not None:
        result["suppressions"] = [{"kind": "inSource", "justification": excuse.reason}]
    return result
