"""Bookings that began as hooks, and what is delivered when they are cancelled."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.discovery import BookingHookDesk
from conformance.evidence.receiver import Delivery
from conformance.evidence.verdicts import Inconclusive, expect
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.deliveries import CANCELLED, Mailroom, NamedBooking
from conformance.suite.arranged.hooked_tee_times import confirm_and_get_booking, hook_tee_time


@dataclass(frozen=True)
class CancelledBooking:
    """A cancelled booking, and what *arrived* about its cancellation at a subscription to that kind."""

    booking: NamedBooking
    arrived: Sequence[Delivery]


def book_by_hook(mailroom: Mailroom, hooks: BookingHookDesk) -> NamedBooking:
    """A booking for two that began as a hook. Raises `NoEvidence` where the target takes no hook, or does not confirm
    it.
    """
    hook = if_possible(lambda: hook_tee_time(hooks, mailroom.tee_times, 2))
    mailroom.note_change()
    return mailroom.remember(if_possible(lambda: confirm_and_get_booking(hooks, hook)))


def cancel_while_subscribed(mailroom: Mailroom, hooks: BookingHookDesk) -> CancelledBooking:
    """Cancels a booking that began as a hook while a subscription to cancellations is open. Removes the subscription.
    Raises as `book_by_hook` does.
    """
    booking = book_by_hook(mailroom, hooks)
    try:
        line = mailroom.open(CANCELLED)
        return CancelledBooking(booking, mailroom.arrived(line, mailroom.cancel(booking)))
    finally:
        mailroom.clear()


def require_cancelled_booking_named(cancelled: CancelledBooking) -> None:
    """Raises `Violation` unless the delivery of its cancellation names the booking. Raises `Inconclusive` when none
    came.
    """
    if not cancelled.arrived:
        raise Inconclusive("No delivery arrived within the budget, which EVT-01 judges.")
    booking, delivery = cancelled.booking, cancelled.arrived[0]
    expected = f"the delivery names the booking, by one of {list(booking.names)}"
    expect(booking.in_(delivery), expected, f"it says {delivery.text[:300]}")
