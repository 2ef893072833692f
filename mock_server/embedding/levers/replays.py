"""What would have happened if one thing had been different. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from mock_server.embedding.call import LeverCall


class Outcome(TypedDict):
    """The answer to a step."""

    status: int  # Status of the answer. 0 if the sandbox cut the connection.
    body: str  # Body of the answer in the form of the journal, without personal data.
    sentence: str | None  # Why the sandbox refused the step. Null if it did not refuse the step.


class ReplayedStep(TypedDict):
    """A request or a lever, with its outcome in both histories."""

    kind: Literal["request", "lever"]  # Whether the step is a request or a lever.
    number: int  # Number of the step in the journal or among the levers.
    agency: str  # Agency that sent the request or the lever.
    operation: str  # Id of the operation.
    method: str  # Method of the request.
    path: str  # Path of the request.
    query: str  # Query string of the request.
    at: str | None  # The time of the world before the step, in UTC. Null if the step did not read the clock.
    sent: str  # Body of the request. Empty without a body.
    verdict: Literal["same", "different", "not_repeated"]
    """Whether the two outcomes are the same bytes, except for `Date`.
    `not_repeated`: the replay did not repeat the answer in the journal, so the sandbox does not compare this
    step.
    """
    then: Outcome
    now: Outcome


class Replay(TypedDict):
    """Both histories."""

    reason: str | None  # Why there is no comparison. Null if there is a comparison.
    begins: str | None  # Moment at which the replayed history begins.
    before: int  # Number of steps from this moment to the chosen row.
    milliseconds: int  # Duration of the replay.
    firstDifference: int | None
    """Place of the first row that differs. The first place is 0. Null without a difference."""
    differences: int  # Number of rows that differ.
    reachesNow: bool  # Whether the last row is the newest step of the world.
    kept: str | None
    """Name of the new world with the changed history. Null without `keepAs`, and without a comparison."""
    rows: list[ReplayedStep]  # The chosen row and the rows after it, in order of time.


class Change(TypedDict):
    """A call of the control plane that the history did not contain. The path of the call is below the address of
    the control plane.
    """

    method: Literal["POST", "PUT", "PATCH", "DELETE"]  # Method of the call.
    path: str
    """Path of the call. The call changes the clock, a rule, a setting, a policy, the rival, the inventory or the
    desk.
    """
    body: NotRequired[dict[str, Any] | None]  # Body of the call.


class ReplayRequest(TypedDict):
    """The row at which the two histories part, and the change."""

    request: NotRequired[int]  # Number of the request in the journal.
    lever: NotRequired[int]  # Number of the lever.
    change: NotRequired[Change]
    limit: NotRequired[int]  # Greatest number of steps to compare. 200 by default.
    keepAs: NotRequired[str]
    """Name of a world that does not exist yet. The name `self` is not allowed, because `self` means the world of
    the key.
    """


def replay_history(body: ReplayRequest) -> LeverCall[Replay]:
    """Ask what would have happened: `POST /replay`.

    Plays the history of the world again in memory, from a request of the journal or from a lever. One change
    comes just before this request or lever.
    """
    return LeverCall("POST", "/replay", "data", body=body)
