"""Requests, their answers, and why the sandbox refused a request. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from mock_server.embedding.call import LeverCall, segment

if TYPE_CHECKING:
    from mock_server.embedding.levers.rules import InterfaceOperation


class Exchange(TypedDict):
    """A summary of one request and its answer."""

    number: int  # Number of the exchange. Later exchanges have higher numbers.
    requestId: str  # Id of the request.
    agency: str  # Agency that sent the request.
    operation: str  # Id of the operation.
    method: str  # Method of the request.
    path: str  # Path of the request.
    query: str  # Query string of the request.
    status: int  # Status of the answer. 0 means that the sandbox cut the connection.
    code: str | None  # Code of the problem. Null for a success.
    sentence: str | None  # Why the sandbox refused the request. Null for a success.
    sentAt: str  # Moment at which the request arrived, in UTC on the clock of the machine.
    worldTime: str | None  # The time of the world, in UTC. Null if the request read no state.
    milliseconds: float  # Duration of the answer.
    events: list[str]  # Ids of the events that the request caused.
    rules: list[str]  # Rules and reserved names that acted on the request.


class ExportHarAnswer(TypedDict):
    """An HTTP archive."""

    log: dict[str, Any]  # The log of the archive.


class Message(TypedDict):
    """A redacted request or answer."""

    headers: list[list[str]]  # Pairs of name and value.
    body: str  # The body as text, at most 16384 characters. `teesheet serve --journal-body` sets another limit.
    bodyBytes: int  # Length of the whole body.
    isTruncated: bool  # Whether the journal keeps only the beginning of the body.


class WholeExchange(TypedDict):
    """One request and its answer, with headers and bodies."""

    number: int  # Number of the exchange. Later exchanges have higher numbers.
    requestId: str  # Id of the request.
    agency: str  # Agency that sent the request.
    operation: str  # Id of the operation.
    method: str  # Method of the request.
    path: str  # Path of the request.
    query: str  # Query string of the request.
    status: int  # Status of the answer. 0 means that the sandbox cut the connection.
    code: str | None  # Code of the problem. Null for a success.
    sentence: str | None  # Why the sandbox refused the request. Null for a success.
    sentAt: str  # Moment at which the request arrived, in UTC on the clock of the machine.
    worldTime: str | None  # The time of the world, in UTC. Null if the request read no state.
    milliseconds: float  # Duration of the answer.
    events: list[str]  # Ids of the events that the request caused.
    rules: list[str]  # Rules and reserved names that acted on the request.
    request: Message
    response: Message
    explanation: dict[str, Any] | None  # Why the sandbox refused the request. Null for a success.


class Explanation(TypedDict):
    """The reason for an answer. A member without a value is absent."""

    number: int  # Number of the exchange.
    status: int  # Status of the answer.
    code: NotRequired[str]  # Code of the problem. Absent for a success.
    sentence: str  # The `detail` that the caller got.
    rule: NotRequired[str]  # The rule in words. Absent for a success.
    decidedBy: NotRequired[str]
    """The row of the state table that decided, with its source. Absent if no state table decided."""
    contract: list[str]  # Where the contract states the rule.
    facts: dict[str, Any]
    """The facts that decided, under the names of the contract.
    The name of a number contains the word places or players, or the unit of the number, such as
    `timeLeftMinutes`.
    A request that does not match the contract has one fact, `wrong`. This fact lists every mistake with its
    place, member, pointer and keyword of the contract.
    """
    accepted: NotRequired[dict[str, Any]]
    """The values that the sandbox would have accepted, by member. Each is a value, or a bound such as `atMost`,
    `oneOf` or `format`.
    `oneOf` lists every accepted value. `nearest` lists the accepted values that are nearest to the sent value;
    the sandbox accepts others too.
    These values follow only from the facts. The member is absent if the facts are not enough.
    """
    rules: list[str]  # Rules and reserved names that acted on the request.
    events: list[str]  # Ids of the events that the request caused.


def list_exchanges(
    *,
    method: Literal["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"] | None = None,
    path: str | None = None,
    operation: InterfaceOperation | None = None,
    status: int | None = None,
    agency: str | None = None,
    request_id: str | None = None,
    text: str | None = None,
    after: int | None = None,
    limit: int | None = None,
) -> LeverCall[list[Exchange]]:
    """See the requests and their answers: `GET /journal`.

    Lists the newest exchanges of the booking interface that match every parameter. The list is in order of time
    and has no bodies.
    """
    return LeverCall(
        "GET",
        "/journal",
        "data",
        query={
            "method": method,
            "path": path,
            "operation": operation,
            "status": status,
            "agency": agency,
            "requestId": request_id,
            "text": text,
            "after": after,
            "limit": limit,
        },
    )


def clear_journal() -> LeverCall[None]:
    """Empty the journal: `DELETE /journal`.

    Removes every exchange of the world.
    """
    return LeverCall("DELETE", "/journal", "nothing")


def export_har(
    *,
    method: Literal["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"] | None = None,
    path: str | None = None,
    operation: InterfaceOperation | None = None,
    status: int | None = None,
    agency: str | None = None,
    request_id: str | None = None,
    text: str | None = None,
    after: int | None = None,
    limit: int | None = None,
) -> LeverCall[ExportHarAnswer]:
    """Get the journal as an HTTP archive: `GET /journal.har`.

    Returns an archive in the format HAR 1.2, which browsers and proxies can open. The archive contains the
    exchanges that match every parameter.
    """
    return LeverCall(
        "GET",
        "/journal.har",
        "json",
        query={
            "method": method,
            "path": path,
            "operation": operation,
            "status": status,
            "agency": agency,
            "requestId": request_id,
            "text": text,
            "after": after,
            "limit": limit,
        },
    )


def get_exchange(number: str) -> LeverCall[WholeExchange]:
    """See one exchange: `GET /journal/{number}`.

    Returns the request and the answer with headers and bodies, the events of the request and the rules that
    acted on it.
    """
    return LeverCall("GET", f"/journal/{segment(number)}", "data")


def explain_exchange(number: str) -> LeverCall[Explanation]:
    """See why the sandbox refused a request: `GET /journal/{number}/why`.

    Returns the rule that decided, the place of the rule in the contract, the facts of that moment, and the
    values that the sandbox would have accepted.
    """
    return LeverCall("GET", f"/journal/{segment(number)}/why", "data")
