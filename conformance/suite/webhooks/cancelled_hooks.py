"""Bookings that began as hooks, and what is delivered when they are cancelled."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from conformance.asking.oracles import within_budget
from conformance.discovery import BookingDesk, BookingHookDesk
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.receiver import Delivery
from conformance.evidence.verdicts import Inconclusive, expect
from conformance.suite.arranged.booked import if_possible, read
from conformance.suite.arranged.deliveries import CANCELLED, Mailroom, NamedBooking
from conformance.suite.arranged.hooked_tee_times import Hooked, confirm_and_get_booking, hook_tee_time
from conformance.target.target import Target


@dataclass(frozen=True)
class CancelledBooking:
    """A cancelled booking, the hook that it was, and what *arrived* about its cancellation at a subscription to that
    kind.
    """

    hook: Hooked
    booking: NamedBooking
    arrived: Sequence[Delivery]


def book_by_hook(mailroom: Mailroom, hooks: BookingHookDesk) -> NamedBooking:
    """A booking that began as a hook. Raises `NoEvidence` where the target takes no hook, or does not confirm
    it.
    """
    return _book(mailroom, hooks, _hook(mailroom, hooks))


def _hook(mailroom: Mailroom, hooks: BookingHookDesk) -> Hooked:
    return if_possible(lambda: hook_tee_time(hooks, mailroom.tee_times))


def _book(mailroom: Mailroom, hooks: BookingHookDesk, hook: Hooked) -> NamedBooking:
    mailroom.note_change()
    return mailroom.remember(if_possible(lambda: confirm_and_get_booking(hooks, hook)))


def cancel_while_subscribed(mailroom: Mailroom, hooks: BookingHookDesk) -> CancelledBooking:
    """Cancels a booking that began as a hook while a subscription to cancellations is open. Removes the subscription.
    Raises as `book_by_hook` does.
    """
    hook = _hook(mailroom, hooks)
    booking = _book(mailroom, hooks, hook)
    try:
        line = mailroom.open(CANCELLED)
        return CancelledBooking(hook, booking, mailroom.arrived(line, mailroom.cancel(booking)))
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


def confirm_hook_again(
    cancelled: CancelledBooking, hooks: BookingHookDesk, desk: BookingDesk, target: Target
) -> tuple[Answer, Any]:
    """The answer to a second confirmation of the hook, and the status of its cancelled booking after that, as soon as
    it is cancelled or the budget has run out. Raises `NoEvidence` where a cancelled booking cannot be read.
    """
    attempt = hooks.confirm(hooks.id_of(cancelled.hook.answer), cancelled.hook.sent)
    attempt.mark(Role.attempt)
    status = within_budget(
        lambda: if_possible(lambda: read(desk, cancelled.booking.id)).get("status"),
        lambda status: status == "cancelled",
        seconds=target.budgets.visibility_seconds,
    )
    return attempt, status
