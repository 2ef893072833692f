"""Checks of a booking that began as a hook and was cancelled, and of the deliveries about it."""

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import same
from conformance.discovery import BookingDesk, BookingHookDesk, TeeTimeFinder
from conformance.evidence.receiver import Receiver
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.deliveries import CANCELLED, Mailroom
from conformance.suite.webhooks.awaited_deliveries import require_delivered_after
from conformance.suite.webhooks.cancelled_hooks import (
    CancelledBooking,
    book_by_hook,
    cancel_while_subscribed,
    confirm_hook_again,
    require_cancelled_booking_named,
)
from conformance.target.target import Target

pytestmark = pytest.mark.hears_deliveries


@pytest.fixture(scope="session")
def cancelled_hook(
    agency: Agency,
    bookings: BookingDesk,
    hooks: BookingHookDesk,
    tee_times: TeeTimeFinder,
    receiver: Receiver,
    run: Run,
    target: Target,
) -> CancelledBooking:
    """A booking that began as a hook and was cancelled while a subscription was open, and the deliveries about that."""
    return cancel_while_subscribed(Mailroom(agency, bookings, tee_times, receiver, run, target), hooks)


@verifies("EVT-01")
def test_a_delivery_reports_the_cancellation_of_a_booking_that_began_as_a_hook(
    first_mailroom: Mailroom, hooks: BookingHookDesk, cancelled_hook: CancelledBooking
) -> None:
    if not cancelled_hook.arrived:
        require_delivered_after(
            first_mailroom, CANCELLED, lambda: book_by_hook(first_mailroom, hooks), first_mailroom.cancel
        )


@verifies("EVT-07")
def test_a_delivery_names_a_booking_that_began_as_a_hook(cancelled_hook: CancelledBooking) -> None:
    require_cancelled_booking_named(cancelled_hook)


@verifies("BKX-09")
def test_a_cancelled_booking_stays_cancelled_when_its_hook_is_confirmed_again(
    hooks: BookingHookDesk, bookings: BookingDesk, cancelled_hook: CancelledBooking, target: Target
) -> None:
    attempt, status = confirm_hook_again(cancelled_hook, hooks, bookings, target)

    same(status, "cancelled", f"the status of booking {cancelled_hook.booking.id}, after {attempt.where}")
