"""Tee-time holds."""

from dataclasses import dataclass
from datetime import datetime

from mock_server.domain.refusals.base import Refusal, utc


@dataclass(eq=False)
class HoldNotFound(Refusal):
    """The agency has no tee-time hold with this id."""

    hold_id: str

    def __str__(self) -> str:
        return f"Your agency has no tee-time hold {self.hold_id!r}. Hold the tee time again, or book without holdId."


@dataclass(eq=False)
class HoldExpired(Refusal):
    """The hold ran out before it was used."""

    hold_id: str
    expired_at: datetime

    def __str__(self) -> str:
        return (
            f"Hold {self.hold_id} expired at {utc(self.expired_at)}. Its places are on sale again: hold the tee time "
            "again."
        )


@dataclass(eq=False)
class HoldAlreadyUsed(Refusal):
    """The hold has completed a booking before."""

    hold_id: str
    booking_id: str

    def __str__(self) -> str:
        return (
            f"Hold {self.hold_id} completed booking {self.booking_id}. "
            "A hold can be used only once: hold the tee time again."
        )


@dataclass(frozen=True, slots=True)
class Difference:
    """A member of a booking that differs from the hold: the value of the hold, and the value of the request."""

    member: str
    held: str
    asked: str

    def __str__(self) -> str:
        if self.member == "players":
            return f"for {self.held} players, not for {self.asked}"
        return f"for {self.member} {self.held}, not {self.asked}"


@dataclass(eq=False)
class HoldMismatch(Refusal):
    """The booking differs from what the hold reserves, in one or several members."""

    hold_id: str
    differences: tuple[Difference, ...]

    def __str__(self) -> str:
        return f"Hold {self.hold_id} is {', and '.join(map(str, self.differences))}. {self._way_out}"

    @property
    def _way_out(self) -> str:
        if len(self.differences) > 1:
            return "Send the values of the hold."
        return "Send fewer players." if self.differences[0].member == "players" else "Send the value of the hold."
