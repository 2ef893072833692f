"""The served contract, and its assumptions. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from mock_server.embedding.call import LeverCall, segment


class GetContractDataOperation(TypedDict):
    """One operation."""

    operationId: str  # Id of the operation.
    method: str  # Method of the operation.
    path: str  # Path of the operation below the base path.


class GetContractDataAnsweredFromExample(TypedDict):
    """An operation without code."""

    operationId: str  # Id of the operation.
    reason: str  # Why the code cannot serve the operation.


class GetContractDataReplacedAnswer(TypedDict):
    """An operation with replaced answers."""

    operationId: str  # Id of the operation.
    count: int  # How many answers the sandbox replaced.
    reason: str  # Why the sandbox replaced the last answer.


class ServedContractOperation(TypedDict):
    """One operation."""

    operationId: str  # Id of the operation.
    method: str  # Method of the operation.
    path: str  # Path of the operation below the base path.


class ServedContractAnsweredFromExample(TypedDict):
    """An operation without code."""

    operationId: str  # Id of the operation.
    reason: str  # Why the code cannot serve the operation.


class ServedContractReplacedAnswer(TypedDict):
    """An operation with replaced answers."""

    operationId: str  # Id of the operation.
    count: int  # How many answers the sandbox replaced.
    reason: str  # Why the sandbox replaced the last answer.


class ServedContract(TypedDict):
    """A contract as the server serves it."""

    file: NotRequired[str]  # The file of the contract. Absent for the packaged contract.
    title: str  # Title of the contract.
    version: str  # Version of the contract.
    sha256: str  # Digest of `/openapi.json` as the server sends it.
    basePath: str  # Path at which the booking interface begins.
    operations: list[ServedContractOperation]  # Operations of the contract.
    answeredFromExamples: list[ServedContractAnsweredFromExample]
    """Operations that the code of the sandbox cannot serve. They always answer from the examples of the contract."""
    replacedAnswers: list[ServedContractReplacedAnswer]
    """Operations with code whose answers this process replaced by an example, because the contract does not allow
    them.
    The sandbox wrote nothing for a replaced answer.
    """


class GetContractData(TypedDict):
    """The served contract."""

    file: NotRequired[str]  # The file of the contract. Absent for the packaged contract.
    title: str  # Title of the contract.
    version: str  # Version of the contract.
    sha256: str  # Digest of `/openapi.json` as the server sends it.
    basePath: str  # Path at which the booking interface begins.
    operations: list[GetContractDataOperation]  # Operations of the contract.
    answeredFromExamples: list[GetContractDataAnsweredFromExample]
    """Operations that the code of the sandbox cannot serve. They always answer from the examples of the contract."""
    replacedAnswers: list[GetContractDataReplacedAnswer]
    """Operations with code whose answers this process replaced by an example, because the contract does not allow
    them.
    The sandbox wrote nothing for a replaced answer.
    """
    watched: bool  # Whether the server serves every edit of the files of the contract.
    trouble: NotRequired[str]  # Why the server does not serve the last edit. Absent if it serves the edit.
    differences: NotRequired[list[str]]
    """Differences that the edits since the start caused. Absent while the server compares."""
    beside: NotRequired[ServedContract]
    """The second contract, which `--beside` names. Absent without `--beside`."""


class AssumptionAnswer(TypedDict):
    """An answer."""

    value: str  # Word for the answer. No other answer of the assumption has this word.
    text: str  # The answer.


class AssumptionSelectableItem(TypedDict):
    """A setting."""

    name: str  # Name of the setting among the `alternatives` of the settings.
    choices: list[str]  # The possible choices. The answer of the contract comes first.
    chosen: NotRequired[str]  # The present choice in the world of the key. Absent without a key.


class Assumption(TypedDict):
    """A point on which the specification is silent."""

    id: str  # Id of the assumption.
    heading: str  # Heading of the specification for this question.
    question: str  # The open question of the specification.
    answer: str  # The answer of the contract.
    chosen: str  # The answer of the contract in one word.
    reason: str  # Reason for the answer of the contract.
    alternatives: list[str]  # Answers that another conforming service may give instead.
    answers: list[AssumptionAnswer]  # Every answer with its word. The answer of the contract comes first.
    selectable: list[AssumptionSelectableItem]
    """The settings of a world that choose another answer. Empty if no setting chooses an answer."""


def get_contract() -> LeverCall[GetContractData]:
    """See the served contract: `GET /contract`.

    Returns title, version and digest of the contract, and all its operations.
    """
    return LeverCall("GET", "/contract", "data")


def list_assumptions() -> LeverCall[list[Assumption]]:
    """See the assumptions: `GET /contract/assumptions`.

    Lists every point on which the specification is silent, with the answer of the contract.
    """
    return LeverCall("GET", "/contract/assumptions", "data")


def get_assumption(object_id: str) -> LeverCall[Assumption]:
    """See one assumption: `GET /contract/assumptions/{id}`.

    Returns one point on which the specification is silent.
    """
    return LeverCall("GET", f"/contract/assumptions/{segment(object_id)}", "data")
