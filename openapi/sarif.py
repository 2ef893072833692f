"""SARIF 2.1.0, which GitHub shows beside the lines of a pull request.

This module knows the notation, not what is reported in it.
"""

import json
from collections.abc import Sequence
from typing import Any

from openapi.places import Place

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def log(tool: str, rules: Sequence[dict[str, Any]], results: Sequence[dict[str, Any]]) -> str:
    """The report of one run of a tool."""
    run = {"tool": {"driver": {"name": tool, "rules": list(rules)}}, "results": list(results)}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def rule(name: str, text: str, level: str, tags: Sequence[str]) -> dict[str, Any]:
    """What a report says about one rule: its id, a sentence, the level of its results, and its sets."""
    return {
        "id": name,
        "shortDescription": {"text": text},
        "defaultConfiguration": {"level": level},
        "properties": {"tags": list(tags)},
    }


def result(name: str, used: Sequence[str], level: str, text: str, place: Place) -> dict[str, Any]:
    """One result of the rule *name*. *used* lists the rules of the report, in their order."""
    location: dict[str, Any] = {"artifactLocation": {"uri": place.file}}
    if place.line:
        location["region"] = {"startLine": place.line}
    return {
        "ruleId": name,
        "ruleIndex": used.index(name),
        "level": level,
        "message": {"text": text},
        "locations": [{"physicalLocation": location}] if place.file else [],
    }
