"""Checks answers against the contract before the commit.

A breach of the packaged contract is our fault: it is logged and counted. A breach of a contract that a user wrote is
no fault: the code was not written for that contract.
"""

import logging
from dataclasses import dataclass

import orjson

from mock_server.api.bodies import write_json
from mock_server.api.calls import Answer, Written
from mock_server.api.contract import OperationPlan
from mock_server.api.findings import findings_of
from mock_server.api.problems import Finding, Problem

logger = logging.getLogger("teesheet")


@dataclass(slots=True)
class Faults:
    """How often this process was at fault since it started."""

    response_contract_violations: int = 0
    internal_errors: int = 0


class AnswerUnfit(Exception):
    """An answer of the code that a contract of a user does not allow. *finding* is the first reason."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.pointer}: {finding.detail}")


def fitting(plan: OperationPlan, answer: Answer) -> Written:
    """The answer, written. Raises AnswerUnfit if the contract does not allow it."""
    raw = _raw(answer)
    for finding in violations(plan, answer, raw):
        raise AnswerUnfit(finding)
    return _written(answer, raw)


def checked(plan: OperationPlan, answer: Answer, faults: Faults) -> Written:
    """The answer, written. Raises Problem response_contract_violation if it breaks the contract."""
    raw = _raw(answer)
    findings = violations(plan, answer, raw)
    if findings:
        faults.response_contract_violations += 1
        logger.error("%s broke the contract: %s", plan.operation_id, findings[:5])
        detail = f"The answer of {plan.operation_id} breaks the contract. Nothing was written. Please report it."
        raise Problem("response_contract_violation", detail, findings)
    return _written(answer, raw)


def _raw(answer: Answer) -> bytes:
    if answer.body is None:
        return b""
    return answer.body if isinstance(answer.body, bytes) else write_json(answer.body)


def _written(answer: Answer, raw: bytes) -> Written:
    headers = {**answer.headers, "Content-Type": answer.media_type} if raw else dict(answer.headers)
    return Written(answer.status, headers, raw)


def violations(plan: OperationPlan, answer: Answer, raw: bytes) -> list[Finding]:
    """What is wrong with the status, the headers or the body of an answer. It checks the bytes that are sent."""
    response = plan.response(answer.status)
    if response is None:
        return [Finding("/body", "status", f"The status {answer.status} is not in the contract.")]
    missing = response.required_headers - answer.headers.keys() - {"X-Request-Id"}
    findings = [Finding(f"/header/{name}", "required", "The header is missing.") for name in sorted(missing)]
    if not raw:
        return findings + ([Finding("/body", "required", "The body is missing.")] if response.bodies else [])
    validator = response.bodies.get(answer.media_type)
    if validator is None:
        return [*findings, Finding("/body", "media_type", f"{answer.media_type} is not in the contract.")]
    value = raw.decode() if isinstance(answer.body, bytes) else orjson.loads(raw)
    return findings + findings_of(validator, value, "/body")
