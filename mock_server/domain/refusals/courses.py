"""Courses, and the days on which they take bookings."""

from dataclasses import dataclass
from datetime import date, datetime

from mock_server.domain.refusals.base import Refusal, counted


@dataclass(eq=False)
class CourseNotFound(Refusal):
    """No course has this document id. *document_id* is the id of the course whose booking code was sent."""

    course_id: str
    document_id: str | None = None

    def __str__(self) -> str:
        if self.document_id is not None:
            return f"{self.course_id!r} is a booking code. Send the document id of that course: {self.document_id}."
        return f"No course has the id {self.course_id!r}. Search for courses to see their document ids."


@dataclass(eq=False)
class CourseOffline(Refusal):
    """The operation needs a live tee sheet, but the course has none."""

    course_name: str

    def __str__(self) -> str:
        return f"{self.course_name} has no live tee sheet. Send a booking: it stays pending until the course answers."


@dataclass(eq=False)
class DateInPast(Refusal):
    """The day, or the tee time, is over at the course."""

    asked: str
    now_at_course: datetime

    def __str__(self) -> str:
        now = f"{self.now_at_course:%Y-%m-%d %H:%M}"
        return f"{self.asked} is in the past: at the course it is {now}. Choose a later time."


@dataclass(eq=False)
class DateTooFar(Refusal):
    """The day lies beyond maxDaysInAdvance of the course terms."""

    asked: date
    last_day: date
    days: int

    def __str__(self) -> str:
        return (
            f"{self.asked} is too far ahead: the course takes bookings {self.days} days ahead, until {self.last_day}. "
            "Choose an earlier day."
        )


@dataclass(eq=False)
class PeriodTooFar(Refusal):
    """A pricing period begins or ends outside the days that are priced."""

    member: str
    asked: date
    first_day: date
    last_day: date

    def __str__(self) -> str:
        return (
            f"Prices exist from {self.first_day} to {self.last_day}, and {self.member} {self.asked} is outside. "
            f"Choose another {self.member} within these days."
        )


@dataclass(eq=False)
class TooManyPlayers(Refusal):
    """The request has more players than the course takes in one booking."""

    players: int
    maximum: int

    def __str__(self) -> str:
        return f"The course takes at most {self.maximum} players in one booking, not {self.players}. See its terms."


@dataclass(eq=False)
class TeeTimeUnavailable(Refusal):
    """The tee time does not exist on the sheet, or has too few places. *instead* names the nearest with enough."""

    play_date: date
    tee_time: str
    wanted: int
    free: int | None
    instead: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.free is None:
            return f"There is no tee time at {self.tee_time} on {self.play_date}. Read the tee times of that day."
        return (
            f"The tee time {self.tee_time} on {self.play_date} has {counted(self.free, 'place')} left, "
            f"not {self.wanted}. Read the tee times again and choose another."
        )


@dataclass(eq=False)
class TooFewPlacesToBlock(Refusal):
    """Only free places of a tee time can be blocked. *can_be_blocked* includes the places that are blocked now."""

    play_date: date
    tee_time: str
    wanted: int
    can_be_blocked: int

    def __str__(self) -> str:
        return (
            f"The tee time {self.tee_time} on {self.play_date} has {counted(self.can_be_blocked, 'place')} that you "
            f"can block, not {self.wanted}. Send at most {self.can_be_blocked} as `blocked`."
        )
