"""The members that the contract knows at the place of an unknown member. It reads the contract, and no request."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from mock_server.api.problems import Finding
from openapi.references import resolve
from openapi.spelling import did_you_mean

_KEYWORD = "/additionalProperties"


def with_known_members(findings: Iterable[Finding], document: Mapping[str, Any]) -> list[Finding]:
    """*findings*, where each finding about an unknown member also names the nearest known member, or all of them."""
    return [_with_names(finding, document) if finding.rule.endswith(_KEYWORD) else finding for finding in findings]


def _with_names(finding: Finding, document: Mapping[str, Any]) -> Finding:
    known = sorted(resolve(document, finding.rule.removesuffix(_KEYWORD)).get("properties", ()))
    last = finding.pointer.rpartition("/")[2]
    # The pointer of several unknown members is that of their object, and none of them is the misspelt name.
    sent = last if repr(last) in finding.detail else ""
    detail = f"{finding.detail}{did_you_mean(sent, known)}" if known else finding.detail
    return replace(finding, detail=detail, accepted={"names": known})
