"""How the service of a world answers where the specification is silent. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from mock_server.embedding.call import LeverCall

ErrorBody: TypeAlias = Literal["problem", "envelope", "text", "empty"]
"""The body of an answer to a failed request (A-01)."""


InvalidStatus: TypeAlias = Literal["split", "400", "422"]
"""Status of an answer to an invalid request, 400 or 422. `split` uses both (A-02)."""


CreatedStatus: TypeAlias = Literal["201", "200"]
"""The status of a creation (A-06)."""


PageSize: TypeAlias = Literal["refuse", "clamp"]
"""How the sandbox answers a page, pageSize, distance or players out of bounds (A-13)."""


HoldIdPlace: TypeAlias = Literal["body", "header"]
"""Place of the hold id in a booking request, holdId or X-Hold-Id (A-27)."""


PendingCancel: TypeAlias = Literal["accept", "refuse"]
"""Whether an agency can cancel a pending booking (A-31)."""


SecondCancel: TypeAlias = Literal["same", "refuse"]
"""How the sandbox answers a second cancellation (A-32)."""


EmptyMembers: TypeAlias = Literal["absent", "null"]
"""How a member without a value appears (A-36)."""


class Alternatives(TypedDict):
    """Points on which another conforming service may differ, by name."""

    errorBody: ErrorBody
    invalidStatus: InvalidStatus
    createdStatus: CreatedStatus
    pageSize: PageSize
    holdIdPlace: HoldIdPlace
    pendingCancel: PendingCancel
    secondCancel: SecondCancel
    emptyMembers: EmptyMembers


class RateLimit(TypedDict):
    """Greatest number of requests of an agency in a window of time."""

    requests: int  # Number of requests in a window.
    seconds: int  # Length of the window, by the clock of the world.


SignatureClock: TypeAlias = Literal["wall", "world"]
"""Clock that `webhook-timestamp` shows in signed deliveries.
`wall`, the default, is the clock of the machine. A receiver that refuses old and future timestamps then accepts
the delivery, even if the clock of the world has moved.
`world` is the clock of the world, for a receiver that also reads that clock.
The `timestamp` in the payload always shows the time of the world.
"""


class Settings(TypedDict):
    """The settings of a world."""

    alternatives: Alternatives
    rateLimit: RateLimit | None  # The limit of requests. Null without a limit.
    signatureClock: SignatureClock
    journal: bool  # Whether the journal records the exchanges of the world.


class AlternativesChange(TypedDict):
    """The points that change."""

    errorBody: NotRequired[ErrorBody]
    invalidStatus: NotRequired[InvalidStatus]
    createdStatus: NotRequired[CreatedStatus]
    pageSize: NotRequired[PageSize]
    holdIdPlace: NotRequired[HoldIdPlace]
    pendingCancel: NotRequired[PendingCancel]
    secondCancel: NotRequired[SecondCancel]
    emptyMembers: NotRequired[EmptyMembers]


class NewRateLimit(TypedDict):
    """Greatest number of requests of an agency in a window of time."""

    requests: int  # Number of requests in a window.
    seconds: int  # Length of the window, by the clock of the world.


class SettingsChange(TypedDict):
    """The settings that change."""

    alternatives: NotRequired[AlternativesChange]
    rateLimit: NotRequired[NewRateLimit | None]  # The limit of requests. Null removes the limit.
    signatureClock: NotRequired[SignatureClock]
    journal: NotRequired[bool]  # Whether the journal records the exchanges of the world.


def get_settings() -> LeverCall[Settings]:
    """See the settings: `GET /settings`.

    Returns every setting of the world.
    """
    return LeverCall("GET", "/settings", "data")


def change_settings(body: SettingsChange) -> LeverCall[Settings]:
    """Change the settings: `PATCH /settings`.

    Changes the members in the request, and keeps the others.
    """
    return LeverCall("PATCH", "/settings", "data", body=body)
