"""Every world has one clock, and everything that depends on time reads it. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from mock_server.embedding.call import LeverCall


class Happening(TypedDict):
    """An event that follows only from time."""

    at: str  # A moment of the world's time, in UTC.
    kind: str  # Kind of event.
    id: str  # Id of the object of the event.


class Clock(TypedDict):
    """The time of a world."""

    now: str  # A moment of the world's time, in UTC.
    mode: Literal["ticking", "frozen"]  # Whether the clock moves by itself.
    upcoming: list[Happening]
    """The next events that follow only from time, in order of time, at most 100 entries."""


class SetClockData(TypedDict):
    """The clock after the move."""

    now: str  # A moment of the world's time, in UTC.
    mode: Literal["ticking", "frozen"]  # Whether the clock moves by itself.
    upcoming: list[Happening]
    """The next events that follow only from time, in order of time, at most 100 entries."""
    timeline: list[Happening]  # The events on the way, in order of time.


class ClockChange(TypedDict):
    """The changes of the clock."""

    mode: NotRequired[Literal["ticking", "frozen"]]  # Whether the clock moves by itself.
    now: NotRequired[str]  # A moment of the world's time, in UTC.


class AdvanceClockData(TypedDict):
    """The clock after the move."""

    now: str  # A moment of the world's time, in UTC.
    mode: Literal["ticking", "frozen"]  # Whether the clock moves by itself.
    upcoming: list[Happening]
    """The next events that follow only from time, in order of time, at most 100 entries."""
    timeline: list[Happening]  # The events on the way, in order of time.


class Advance(TypedDict):
    """How far the clock moves."""

    by: NotRequired[str]  # A duration in the form of ISO 8601, in days, hours, minutes and seconds.
    to: NotRequired[str]  # A moment of the world's time, in UTC.
    toNext: NotRequired[Literal[True]]  # Moves the clock to the next event that follows only from time.


def get_clock() -> LeverCall[Clock]:
    """Read the clock: `GET /clock`.

    Returns the time of the world, whether it moves by itself, and what happens next.
    """
    return LeverCall("GET", "/clock", "data")


def set_clock(body: ClockChange) -> LeverCall[SetClockData]:
    """Freeze, release or set the clock: `PUT /clock`.

    Changes the members in the request, and keeps the others.
    """
    return LeverCall("PUT", "/clock", "data", body=body)


def advance_clock(body: Advance) -> LeverCall[AdvanceClockData]:
    """Move the clock forwards: `POST /clock/advance`.

    Moves the clock by a duration, to a moment, or to the next event that follows only from time.
    """
    return LeverCall("POST", "/clock/advance", "data", body=body)
