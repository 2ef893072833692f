"""The version, the contract and the health of this server. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

from mock_server.embedding.call import LeverCall

if TYPE_CHECKING:
    pass


class IndexedResourceOperation(TypedDict):
    """An operation."""

    method: str  # Method of the request.
    operationId: str  # Id of the operation in the document.
    summary: str  # Summary of the operation.


class IndexedResource(TypedDict):
    """A resource and its operations."""

    href: str  # Address of the resource. A name in braces is a parameter.
    isTemplate: bool  # Whether the address has names in braces.
    operations: list[IndexedResourceOperation]  # Operations of the resource.


class GetIndexData(TypedDict):
    """The control plane."""

    title: str  # Title of the control plane.
    version: str  # Version of the control plane.
    document: str  # Address of the OpenAPI document of the control plane.
    resources: list[IndexedResource]  # The resources, in the order of the document.


class GetHealthData(TypedDict):
    """The server."""

    status: Literal["ok"]  # Always `ok`.
    database: str  # Kind of database.
    worlds: int  # Number of worlds.
    workers: int  # Number of processes.
    uptimeSeconds: int  # How long this process has been running.


class ListMagicNamesDataItem(TypedDict):
    """A reserved last name."""

    lastName: str  # The last name of the lead player.
    appliesTo: list[str]  # The requests on which the name has an effect.
    summary: str  # Effect of the name.


class NamedCourse(TypedDict):
    """A golf course with a known behaviour."""

    behaviour: str  # Name of the behaviour.
    summary: str  # What the course does.
    id: str  # Course document id.
    bookingCode: str  # Booking code of the course.
    name: str  # Name of the course.
    timeZone: str  # Time zone of the dates and tee times of the course.


class InfoContract(TypedDict):
    """The served contract."""

    title: str  # Title of the contract.
    version: str  # Version of the contract.
    sha256: str  # Digest of `/openapi.json` as the server sends it.


class InfoOperations(TypedDict):
    """How the sandbox answers the operations of the interface."""

    stateful: list[str]  # Operations that read or change state.
    answeredFromExamples: list[str]
    """Operations without code, which the sandbox answers from the examples of the contract."""


class InfoFaults(TypedDict):
    """Failures of this process since its start."""

    responseContractViolations: int  # Answers that the sandbox did not send, because they broke the contract.
    internalErrors: int  # Requests that failed inside the sandbox.


class Info(TypedDict):
    """A running sandbox."""

    teesheet: str  # Version of this program.
    contract: InfoContract  # The served contract.
    basePath: str  # Path at which the booking interface begins.
    seed: int  # Seed of the courses and tee sheets. Ids follow from the seed and the name of the world.
    secrets: Literal["derived", "random"]
    """The source of webhook secrets and of the keys of tokens.
    `derived` secrets follow from the seed and the name of the world: everybody can compute a derived secret, so
    a derived secret protects nothing.
    `random` secrets also follow from a random secret in the database.
    """
    courses: int  # Number of courses.
    database: str  # Kind of database.
    operations: InfoOperations  # How the sandbox answers the operations of the interface.
    faults: InfoFaults  # Failures of this process since its start.


def get_index() -> LeverCall[GetIndexData]:
    """Find every resource of the control plane: `GET /`.

    Lists every resource with the address and the operations that this document declares.
    """
    return LeverCall("GET", "/", "data")


def get_health() -> LeverCall[GetHealthData]:
    """See whether the server can work: `GET /health`.

    Reads the database, and writes to it if the last write failed.
    """
    return LeverCall("GET", "/health", "data")


def get_metrics() -> LeverCall[str]:
    """Get the metrics for Prometheus: `GET /metrics`.

    Returns the numbers of requests, outcomes, durations, events, worlds and waiting deliveries of all processes
    of this server.
    """
    return LeverCall("GET", "/metrics", "text")


def list_magic_names() -> LeverCall[list[ListMagicNamesDataItem]]:
    """See the reserved last names: `GET /magic`.

    A lead player with one of these last names causes a certain outcome, so a form or a generated client can
    test this outcome.
    """
    return LeverCall("GET", "/magic", "data")


def list_named_courses() -> LeverCall[list[NamedCourse]]:
    """See the courses with a known behaviour: `GET /behaviours`.

    Lists one course for each behaviour that a test may need, such as a course that declines.
    """
    return LeverCall("GET", "/behaviours", "data")


def get_info() -> LeverCall[Info]:
    """See what this server is: `GET /info`.

    Returns the version, the contract, the seed, the operations with code, and the number of failures of the
    server.
    """
    return LeverCall("GET", "/info", "data")


def get_target() -> LeverCall[str]:
    """Get a target file for the conformance suite: `GET /target`.

    Describes this sandbox for the conformance suite, with the world of the key or the world `demo`.
    """
    return LeverCall("GET", "/target", "text")


def get_control_document() -> LeverCall[dict[str, Any]]:
    """Get this document: `GET /openapi.json`.

    Returns the OpenAPI document of the control plane in one file.
    """
    return LeverCall("GET", "/openapi.json", "json")
