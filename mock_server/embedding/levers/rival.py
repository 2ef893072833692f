"""Another agency that takes places on purpose. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from mock_server.embedding.call import LeverCall


class RivalBooking(TypedDict):
    """A booking of the rival."""

    id: str  # Id of the booking.
    players: int  # Number of players.


class Rival(TypedDict):
    """The bookings of the rival."""

    agency: str  # Agency that has the bookings.
    taken: int  # Number of places that the rival took.
    free: int  # Number of places that are free now.
    bookings: list[RivalBooking]  # The bookings of the rival. Empty if no place was free.


class RivalRequest(TypedDict):
    """The tee time whose places the rival takes."""

    courseId: str  # Course document id.
    date: str  # Day of play.
    teeTime: str  # Tee time.
    leave: NotRequired[int]  # How many places stay free, at most as many as are free now.


def send_rival(body: RivalRequest) -> LeverCall[Rival]:
    """Let a rival take places: `POST /rival`.

    Creates real bookings of the agency `rival` until only `leave` places of a tee time are free.
    """
    return LeverCall("POST", "/rival", "data", body=body)
