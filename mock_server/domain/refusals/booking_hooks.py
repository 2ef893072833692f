"""Booking hooks."""

from dataclasses import dataclass
from datetime import datetime

from mock_server.domain.refusals.base import Refusal, utc


@dataclass(eq=False)
class BookingHookNotFound(Refusal):
    """The agency has no booking hook with this id."""

    hook_id: str

    def __str__(self) -> str:
        return f"Your agency has no booking hook {self.hook_id!r}. Use the id from the answer that created it."


@dataclass(eq=False)
class HooksNotTaken(Refusal):
    """The course is online, but it takes no booking hooks."""

    course_name: str

    def __str__(self) -> str:
        return f"{self.course_name} takes no booking hooks. Book the tee time, or hold it for 15 minutes."


@dataclass(eq=False)
class BookingHookExpired(Refusal):
    """The time of the booking hook ran out."""

    hook_id: str
    expired_at: datetime

    def __str__(self) -> str:
        return (
            f"Booking hook {self.hook_id} expired at {utc(self.expired_at)}. Its places are on sale again: "
            "book the tee time again."
        )


@dataclass(eq=False)
class BookingHookClosed(Refusal):
    """The booking hook is confirmed or released. *booking_id* is the booking it became, or None after a release."""

    hook_id: str
    booking_id: str | None

    def __str__(self) -> str:
        if self.booking_id is None:
            return f"Booking hook {self.hook_id} is released and cannot be confirmed. Book the tee time."
        return (
            f"Booking hook {self.hook_id} is confirmed and cannot be released. "
            f"Cancel booking {self.booking_id} instead."
        )
