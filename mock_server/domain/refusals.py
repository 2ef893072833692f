"""What a caller may do wrong: one class per reason, with its facts and a sentence that shows the way out.

Nothing here knows of HTTP. `api/problems.py` holds the one table that gives each refusal its status.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta


def _utc(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"


def _hours(span: timedelta) -> str:
    minutes = int(span.total_seconds() // 60)
    return f"{minutes // 60} h {minutes % 60:02d} min"


@dataclass(eq=False)
class Refusal(Exception):
    """A request that the rules do not allow. `str()` gives the sentence for the caller."""

    def __str__(self) -> str:
        raise NotImplementedError


@dataclass(eq=False)
class CourseNotFound(Refusal):
    """No course has this id."""

    course_id: str

    def __str__(self) -> str:
        return f"No course has the id {self.course_id!r}. Search for courses to see their document ids."


@dataclass(eq=False)
class BookingNotFound(Refusal):
    """The agency has no booking with this id."""

    booking_id: str

    def __str__(self) -> str:
        return f"Your agency has no booking {self.booking_id!r}. List the bookings to see their ids."


@dataclass(eq=False)
class HoldNotFound(Refusal):
    """The agency has no tee-time hold with this id."""

    hold_id: str

    def __str__(self) -> str:
        return f"Your agency has no tee-time hold {self.hold_id!r}. Hold the tee time again, or book without holdId."


@dataclass(eq=False)
class CourseOffline(Refusal):
    """The operation needs a live tee sheet, and the course keeps none."""

    course_name: str

    def __str__(self) -> str:
        return f"{self.course_name} has no live tee sheet. Send a booking: it stays pending until the course answers."


@dataclass(eq=False)
class DateInPast(Refusal):
    """The day, or the tee time, is over at the course."""

    asked: str
    now_at_course: datetime

    def __str__(self) -> str:
        return (
            f"{self.asked} is in the past: at the course it is {self.now_at_course:%Y-%m-%d %H:%M}. Choose a later one."
        )


@dataclass(eq=False)
class DateTooFar(Refusal):
    """The day lies beyond maxDaysInAdvance of the course terms."""

    asked: date
    last_day: date
    days: int

    def __str__(self) -> str:
        return (
            f"{self.asked} is too far ahead: the course takes bookings {self.days} days ahead, until {self.last_day}."
        )


@dataclass(eq=False)
class PeriodTooFar(Refusal):
    """A pricing period begins or ends outside the days that are priced."""

    member: str
    asked: date
    first_day: date
    last_day: date

    def __str__(self) -> str:
        return f"Prices exist from {self.first_day} to {self.last_day}. {self.member} {self.asked} lies outside."


@dataclass(eq=False)
class TooManyPlayers(Refusal):
    """More players than the course takes in one booking."""

    players: int
    maximum: int

    def __str__(self) -> str:
        return f"The course takes at most {self.maximum} players in one booking, not {self.players}. See its terms."


@dataclass(eq=False)
class TeeTimeUnavailable(Refusal):
    """The tee time does not exist on the sheet, or has too few places."""

    play_date: date
    tee_time: str
    wanted: int
    free: int | None

    def __str__(self) -> str:
        if self.free is None:
            return f"There is no tee time at {self.tee_time} on {self.play_date}. Read the tee times of that day."
        places = "place" if self.free == 1 else "places"
        return (
            f"The tee time {self.tee_time} on {self.play_date} has {self.free} {places} left, not {self.wanted}. "
            "Read the tee times again and choose another."
        )


@dataclass(eq=False)
class HoldExpired(Refusal):
    """The hold ran out before it was used."""

    hold_id: str
    expired_at: datetime

    def __str__(self) -> str:
        return f"Hold {self.hold_id} expired at {_utc(self.expired_at)}. Its places are on sale again: hold them anew."


@dataclass(eq=False)
class HoldAlreadyUsed(Refusal):
    """The hold has completed a booking before."""

    hold_id: str
    booking_id: str

    def __str__(self) -> str:
        return f"Hold {self.hold_id} completed booking {self.booking_id}. A hold is used once."


@dataclass(eq=False)
class HoldMismatch(Refusal):
    """The booking differs from what the hold reserves."""

    hold_id: str
    member: str
    held: str
    asked: str

    def __str__(self) -> str:
        return f"Hold {self.hold_id} is for {self.member} {self.held}, not {self.asked}. Send what was held."


@dataclass(eq=False)
class ModificationNotAllowed(Refusal):
    """The course terms forbid changes."""

    def __str__(self) -> str:
        return "The terms of this course do not allow changes. Cancel the booking and make a new one."


@dataclass(eq=False)
class ModificationCutoffPassed(Refusal):
    """Too close to the tee time for a change."""

    cutoff_hours: int
    time_left: timedelta

    def __str__(self) -> str:
        return (
            f"Changes end {self.cutoff_hours} hours before the tee time, and {_hours(self.time_left)} are left. "
            "Call the course."
        )


@dataclass(eq=False)
class CancellationCutoffPassed(Refusal):
    """Too close to the tee time for a cancellation through the interface."""

    cutoff_hours: int
    time_left: timedelta

    def __str__(self) -> str:
        if self.time_left < timedelta(0):
            return "The tee time is over. A booking can be cancelled before it only."
        return (
            f"Self-service cancellation ends {self.cutoff_hours} hours before the tee time, and "
            f"{_hours(self.time_left)} are left. Call the course."
        )


@dataclass(eq=False)
class BookingCancelled(Refusal):
    """A cancelled booking stays as it is."""

    booking_id: str

    def __str__(self) -> str:
        return f"Booking {self.booking_id} is cancelled and cannot be changed. Make a new booking."


@dataclass(eq=False)
class NothingToDecide(Refusal):
    """The course has no open question about this booking."""

    booking_id: str
    status: str

    def __str__(self) -> str:
        return f"Booking {self.booking_id} is {self.status}. Only a pending booking waits for its course."


@dataclass(eq=False)
class BackwardsInTime(Refusal):
    """A clock moves forwards only, since what happened has happened."""

    now: datetime
    asked: datetime

    def __str__(self) -> str:
        return (
            f"The clock stands at {_utc(self.now)} and cannot go back to {_utc(self.asked)}. Reset the world instead."
        )


@dataclass(eq=False)
class TooManyWorlds(Refusal):
    """The server keeps as many worlds as it may."""

    maximum: int

    def __str__(self) -> str:
        return (
            f"This server keeps at most {self.maximum} worlds. Use one of them, or start it with a higher --max-worlds."
        )


@dataclass(eq=False)
class IdempotencyMismatch(Refusal):
    """The key was used with another request."""

    key: str

    def __str__(self) -> str:
        return f"Idempotency-Key {self.key!r} was used with another request in the last 24 hours. Use a new key."
