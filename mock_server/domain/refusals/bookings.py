"""Bookings, the reserved names of lead players, and repeated requests."""

from dataclasses import dataclass
from datetime import timedelta

from mock_server.domain.refusals.base import Refusal, counted, hours, named_by_reference


@dataclass(eq=False)
class BookingNotFound(Refusal):
    """The agency has no booking with this id. *document_id* is the id of the booking whose reference was sent."""

    booking_id: str
    document_id: str | None = None

    def __str__(self) -> str:
        if self.document_id is not None:
            return named_by_reference(self.booking_id, self.document_id)
        return f"Your agency has no booking {self.booking_id!r}. List the bookings to see their ids."


@dataclass(eq=False)
class BookingNotInWorld(Refusal):
    """No agency of the world has a booking with this id. *document_id* is the id of the booking whose reference was
    sent.
    """

    booking_id: str
    document_id: str | None = None

    def __str__(self) -> str:
        if self.document_id is not None:
            return named_by_reference(self.booking_id, self.document_id)
        return f"This world has no booking {self.booking_id!r}. List the desk to see what waits."


@dataclass(eq=False)
class TooFewPlacesForMorePlayers(Refusal):
    """A booking can grow only by the places that are free at its tee time."""

    players: int
    wanted_players: int
    free: int

    @property
    def most_players(self) -> int:
        """How many players the booking and the free places have room for."""
        return self.players + self.free

    def __str__(self) -> str:
        are = "is" if self.free == 1 else "are"
        return (
            f"The booking has {counted(self.players, 'player')} and {counted(self.free, 'place')} {are} free beside "
            f"it. Send at most {counted(self.most_players, 'player')}."
        )


@dataclass(eq=False)
class ModificationNotAllowed(Refusal):
    """The course terms forbid changes."""

    def __str__(self) -> str:
        return "The terms of this course do not allow changes. Cancel the booking and create a new booking."


@dataclass(eq=False)
class ModificationCutoffPassed(Refusal):
    """It is too late for a change before the tee time."""

    cutoff_hours: int
    time_left: timedelta

    def __str__(self) -> str:
        if self.time_left < timedelta(0):
            return "The tee time is over. A booking can only be changed before its tee time."
        return (
            f"Changes end {self.cutoff_hours} hours before the tee time, and {hours(self.time_left)} are left. "
            "Call the course."
        )


@dataclass(eq=False)
class CancellationCutoffPassed(Refusal):
    """It is too late for a cancellation through the interface."""

    cutoff_hours: int
    time_left: timedelta

    def __str__(self) -> str:
        if self.time_left < timedelta(0):
            return "The tee time is over. A booking can only be cancelled before its tee time."
        return (
            f"Self-service cancellation ends {self.cutoff_hours} hours before the tee time, and "
            f"{hours(self.time_left)} are left. Call the course."
        )


@dataclass(eq=False)
class BookingCancelled(Refusal):
    """A cancelled booking cannot change."""

    booking_id: str

    def __str__(self) -> str:
        return f"Booking {self.booking_id} is cancelled, and a cancelled booking stays as it is. Create a new booking."


@dataclass(eq=False)
class BookingPending(Refusal):
    """The settings of the world do not allow the cancellation of a pending booking."""

    booking_id: str

    def __str__(self) -> str:
        return f"Booking {self.booking_id} waits for its course and cannot be cancelled yet. Try again later."


@dataclass(eq=False)
class PreconditionFailed(Refusal):
    """The booking has changed since the caller read it."""

    booking_id: str

    def __str__(self) -> str:
        return f"Booking {self.booking_id} has changed since you read it. Read it again, then send the new ETag."


@dataclass(eq=False)
class NothingToDecide(Refusal):
    """The course has no open question about this booking."""

    booking_id: str
    status: str

    def __str__(self) -> str:
        return (
            f"Booking {self.booking_id} is {self.status}. Only a pending booking waits for its course. "
            "List the desk to see what waits."
        )


@dataclass(eq=False)
class MagicUnknown(Refusal):
    """A last name is reserved for the sandbox, but the sandbox does not know it."""

    last_name: str
    known: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"Last names that begin with Sandbox- are reserved, and the sandbox does not know {self.last_name!r}. "
            f"Send another last name, or one of {', '.join(self.known)}."
        )


@dataclass(eq=False)
class IdempotencyMismatch(Refusal):
    """The key was used with another request."""

    key: str

    def __str__(self) -> str:
        return f"Idempotency-Key {self.key!r} was used with another request in the last 24 hours. Use a new key."
