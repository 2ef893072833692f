"""Bookings that began as a booking hook."""

from collections.abc import Mapping
from typing import Any

from conformance.discovery import BookingDesk, BookingHookDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import or_else
from conformance.suite.arranged.booked import Booked, book_own_tee_time


def book_from_hook(hooks: BookingHookDesk, body: Mapping[str, Any], tee_time: OfferedTeeTime) -> Booked | None:
    """The booking that a hook with this *body* becomes. None when the target refuses the hook or shows no booking: what
    a hook takes and shows is open.
    """
    hook = hooks.post(hooks.body(body))
    if not hook.is_success:
        hook.mark(Role.attempt)
        return None
    answer = hooks.confirm(hooks.id_of(hook), body)
    if not answer.is_success:
        answer.mark(Role.attempt)
    booked = Booked(tee_time, body, answer)
    return booked if answer.is_success and or_else(lambda: booked.shown("players"), None) is not None else None


def book_own_from_hook(desk: BookingDesk, hooks: BookingHookDesk, tee_times: TeeTimeFinder, players: int) -> Booked:
    """As `book_own_tee_time`, from a hook where the target takes it and shows the booking."""
    tee_time = tee_times.fresh()
    booked = book_from_hook(hooks, desk.body(tee_time, players), tee_time)
    # The hook may still keep its places.
    return booked or book_own_tee_time(desk, tee_times, players)
