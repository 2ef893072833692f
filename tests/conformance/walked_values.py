"""The habits of a walked target, and the values that it keeps and refuses with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

Json = dict[str, Any]


Place = tuple[str, str, str]


BASE_URL = "http://walked.example/api/v1"


CAPACITY = 4


TIMES = ("08:00", "08:10", "08:20", "08:30", "08:40", "08:50", "09:00", "09:10")


HABITS = (
    "a booking takes the whole tee time",
    "an agency has one hold at a time",
    "a booking uses up the own hold",
    "a single place is kept back",
    "a cancelled booking cannot be read",
    "a second cancel is accepted",
    "a second completion shows the first booking",
    "a change answers nothing",
    "a change makes a booking pending",
    "groups are refused",
    "hooks are refused",
    "bookings of three are refused",
    "changes are refused",
)


class Refusal(Exception):
    """The target says no with this status."""

    def __init__(self, status: int = 409) -> None:
        super().__init__(status)
        self.status = status


@dataclass
class Taking:
    """Places kept for a booking, a hold or a hook. *shown* is what reading it shows."""

    kind: str
    agency: str
    place: Place
    players: int
    shown: Json
    expires_at: datetime | None = None
    ended: bool = False
    booking_id: str | None = None
