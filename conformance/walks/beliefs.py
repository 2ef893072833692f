"""What the model believes about single facts: the values that the specification leaves possible. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from conformance.evidence.verdicts import shown

CONFIRMED, PENDING, CANCELLED = "confirmed", "pending", "cancelled"

# Around the end of a hold, nobody knows whether it still keeps its places: clocks differ, and expiry may take a moment.
_BEFORE_THE_END = timedelta(seconds=5)
_AFTER_THE_END = timedelta(seconds=61)


class Deviation(Exception):
    """An answer that no behaviour within the specification explains. *row* is the requirement that it breaks."""

    def __init__(self, row: str, expected: str, actual: str) -> None:
        super().__init__(f"{row}: expected {expected}, not {actual}")
        self.row = row
        self.expected = expected
        self.actual = actual


@dataclass(frozen=True)
class Belief:
    """The values that one fact may have; None for any value. *row* is the requirement that another value breaks, or
    None.
    """

    possible: frozenset[Any] | None
    row: str | None = None

    def allows(self, value: Any) -> bool:
        """Whether *value* breaks no requirement."""
        return self.possible is None or self.row is None or value in self.possible

    def narrowed(self, value: Any, what: str) -> "Belief":
        """The belief after an answer showed *value* for the fact called *what*. Raises `Deviation`."""
        if not self.allows(value):
            assert self.row is not None
            raise Deviation(self.row, f"{what} is {self._in_words()}", shown(value))
        return Belief(frozenset([value]), self.row)

    def is_surely(self, value: Any) -> bool:
        """Whether nothing but *value* is possible."""
        return self.possible is not None and self.possible == {value}

    def _in_words(self) -> str:
        return " or ".join(sorted(shown(value) for value in self.possible or ()))


def only(value: Any, row: str | None) -> Belief:
    """Nothing but *value*; anything else breaks *row*."""
    return Belief(frozenset([value]), row)


ANYTHING = Belief(None)


@dataclass
class Booking:
    """One own booking. *members* are the members that must be read back, by name; timestamps are moments."""

    id: str
    tee_time: int
    players: Belief
    status: Belief
    members: dict[str, Belief]
    cancelled_at: Belief = ANYTHING

    @property
    def surely_takes(self) -> int:
        """The fewest players that may be on the tee time."""
        surely = self.status.is_surely(CONFIRMED) and self.players.possible
        return int(min(self.players.possible)) if surely and self.players.possible else 0

    @property
    def possibly_takes(self) -> int:
        """The most players that may be on the tee time."""
        if self.status.is_surely(CANCELLED):
            return 0
        return int(max(self.players.possible)) if self.players.possible else 4


@dataclass
class Hold:
    """One own hold, in any of *states*: held, used by a booking, or gone. *expires_at* is None when it is not shown."""

    id: str
    tee_time: int
    players: int
    expires_at: datetime | None
    states: frozenset[str] = frozenset({"held"})
    booking_id: str | None = None

    def surely_holds(self, now: datetime) -> bool:
        """Whether its places are surely kept at *now*."""
        lasts = self.expires_at is not None and now < self.expires_at - _BEFORE_THE_END
        return lasts and self.states == {"held"}

    def may_hold(self, now: datetime) -> bool:
        """Whether its places may be kept at *now*."""
        over = self.expires_at is not None and now > self.expires_at + _AFTER_THE_END
        return not over and "held" in self.states


@dataclass
class Hook:
    """One own booking hook, in any of *states*: open, confirmed or released. *booking* is its request."""

    id: str
    tee_time: int
    players: int
    booking: Mapping[str, Any]
    states: frozenset[str] = frozenset({"open"})


@dataclass
class Group:
    """One own group booking, and its request."""

    id: str
    sent: Mapping[str, Any] = field(default_factory=dict)
