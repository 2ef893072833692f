"""What would have happened if one thing had been different. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from mock_server.embedding.call import Call


class Outcome(TypedDict):
    """The answer to a step."""

    status: int  # Status of the answer. 0 if the sandbox cut the connection.
    body: str  # Body of the answer as the journal keeps it, without personal data.
    sentence: str | None  # Why the sandbox refused the step. Null if it did not.


class ReplayedStep(TypedDict):
    """A request or a lever, with its outcome in both histories."""

    kind: Literal["request", "lever"]  # What came to the world.
    number: int  # Its number in the journal or among the levers.
    agency: str  # Agency that sent it.
    operation: str  # Id of its operation.
    method: str  # Its method.
    path: str  # Its path.
    query: str  # Its query string.
    at: str | None  # The time of the world before it, in UTC. Null if it did not read the clock.
    sent: str  # The body that was sent. Empty without a body.
    verdict: Literal["same", "different", "not_repeated"]
    """Whether the two outcomes are the same bytes, except for `Date`.
    `not_repeated`: the replay did not repeat the answer in the journal, so this step is not compared.
    """
    then: Outcome
    now: Outcome


class Replay(TypedDict):
    """Both histories."""

    reason: str | None  # Why there is no comparison. Null if there is a comparison.
    begins: str | None  # The moment from which the sandbox built the world again.
    before: int  # Number of steps from there to the chosen row.
    milliseconds: int  # What the replay cost.
    firstDifference: int | None
    """Place of the first row that differs, counted from 0. Null without a difference."""
    differences: int  # How many rows differ.
    reachesNow: bool  # Whether the rows end at the present. Otherwise the list ends before.
    kept: str | None
    """Name of the new world that has the changed history. Null if none was asked for, or if there is no
    comparison.
    """
    rows: list[ReplayedStep]  # The chosen row and what followed, in order.


class Change(TypedDict):
    """A call of the control plane that the history did not have. Its path is below the address of the control
    plane.
    """

    method: Literal["POST", "PUT", "PATCH", "DELETE"]  # Method of the call.
    path: str
    """Path of the call. It moves the clock, a rule, a setting, a policy, the rival, the inventory or the desk."""
    body: NotRequired[dict[str, Any] | None]  # Body of the call.


class ReplayRequest(TypedDict):
    """Where the two histories part, and the change."""

    request: NotRequired[int]  # Number of the request in the journal.
    lever: NotRequired[int]  # Number of the lever.
    change: NotRequired[Change]
    limit: NotRequired[int]  # Greatest number of steps to compare. 200 by default.
    keepAs: NotRequired[str]
    """Name of a world that does not exist yet. `self` means the world of a key, so it cannot be a name."""


def replay_history(body: ReplayRequest) -> Call[Replay]:
    """Ask what would have happened: `POST /replay`.

    Plays the history of the world again from a request of the journal or from a lever, in memory, and changes
    one thing just before it.
    """
    return Call("POST", "/replay", "data", body=body)
