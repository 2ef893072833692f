"""Another agency that takes places on purpose. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from mock_server.embedding.call import Call


class RivalBooking(TypedDict):
    """A booking of the rival."""

    id: str  # Id of the booking.
    players: int  # Number of players.


class Rival(TypedDict):
    """The bookings of the rival."""

    agency: str  # Agency that has the bookings.
    taken: int  # How many places it took.
    free: int  # How many places are free now.
    bookings: list[RivalBooking]  # The bookings of the rival. Empty if there was no place to take.


class RivalRequest(TypedDict):
    """A tee time to compete for."""

    courseId: str  # Course document id.
    date: str  # Day of play.
    teeTime: str  # Tee time.
    leave: NotRequired[int]  # How many places stay free.


def send_rival(body: RivalRequest) -> Call[Rival]:
    """Let a rival take places: `POST /rival`.

    Creates real bookings of the agency `rival` until only `leave` places of a tee time are free.
    """
    return Call("POST", "/rival", "data", body=body)
