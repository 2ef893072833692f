"""The part of report.json about generated traffic and about attempts that a target accepted."""

from typing import Any

from conformance.contracts.own_requests import BadRequest
from conformance.results.generated import GeneratedFinding, GeneratedTraffic, Reach


def generated_json(traffic: GeneratedTraffic | None) -> dict[str, Any] | None:
    """Findings and reach as JSON values; None when no traffic was generated."""
    if traffic is None:
        return None
    return {
        "requests": traffic.requests,
        "findings": [_finding(finding) for finding in traffic.findings],
        "operations": [_reach(reach) for reach in traffic.reach],
        "trouble": traffic.trouble,
    }


def attempt_json(attempt: BadRequest) -> dict[str, Any]:
    """A request that does not fit the contract and that the target answered with 2xx."""
    return {"operation": attempt.operation_id, "exchange": attempt.exchange, "message": attempt.sentence}


def _finding(finding: GeneratedFinding) -> dict[str, Any]:
    return {
        "operation": finding.operation_id,
        "check": finding.check,
        "place": finding.place,
        "message": finding.message,
        "phases": list(finding.phases),
        "count": finding.count,
        "exchange": finding.exchange,
        "repeatedIn": finding.repeated_in,
        "confirmed": finding.confirmed,
        "requirements": [row.id for row in finding.rows],
    }


def _reach(reach: Reach) -> dict[str, Any]:
    return {
        "operation": reach.operation_id,
        "requests": reach.requests,
        "successes": reach.successes,
        "reached": reach.is_reached,
        "leftOut": reach.left_out,
    }
