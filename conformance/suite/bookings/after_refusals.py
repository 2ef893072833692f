"""A booking that everybody tried to change and to cancel in vain, and what its own agency can do with it then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance.asking.oracles import golden
from conformance.discovery import BookingDesk, BookingHookDesk, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence
from conformance.suite.arranged.booked import change, read
from conformance.suite.arranged.hooked_tee_times import confirm_and_get_booking, hook_tee_time
from conformance.suite.arranged.read_back import require_unchanged
from conformance.suite.arranged.refusals import ALWAYS_REFUSED, OF_ANOTHER_STATE, Refusals, ask_in_vain
from conformance.suite.arranged.ways_to_book import book_in_some_way
from conformance.target.target import Target

_PLAYERS = 3


@dataclass(frozen=True)
class TriedBooking:
    """A booking *before* and *after* the refused *attempts*, and the answers to its change and its cancellation by its
    own agency then.
    """

    booking_id: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    attempts: Sequence[Answer]
    change: Answer
    cancel: Answer


def change_and_cancel_after_refusals(
    desk: BookingDesk, other_desk: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> TriedBooking:
    """Lets everybody try in vain, then lowers the players of the booking and cancels it.

    A target that knows no tags accepts a request for another state of the booking: then the check tries without such
    requests on another booking. Raises `Inconclusive` when another attempt is accepted, which other rows judge.
    """
    for requests in ({**ALWAYS_REFUSED, **OF_ANOTHER_STATE}, ALWAYS_REFUSED):
        booked = book_in_some_way(desk, tee_times.fresh(), target, _PLAYERS)
        before = read(desk, booked.id)
        attempts = ask_in_vain(Refusals(desk, other_desk, booked.id), requests)
        if not attempts[-1].is_success:
            after = read(desk, booked.id)
            changed = change(desk, booked.id, {"players": _PLAYERS - 1})
            return TriedBooking(booked.id, before, after, attempts, changed, desk.cancel(booked.id))
    raise Inconclusive(f"{attempts[-1].where} was accepted, which another row judges.")


def require_unmoved(tried: TriedBooking) -> None:
    """Raises `Violation` when a refused attempt moved the booking."""
    require_unchanged(tried.before, tried.after, tried.attempts)


def require_changeable_after_refusals(tried: TriedBooking) -> None:
    """Raises `Violation` when its own agency cannot change the booking after the refused attempts."""
    golden(tried.change)


def require_cancellable_after_refusals(tried: TriedBooking, desk: BookingDesk) -> None:
    """Raises `Violation` when its own agency cannot cancel the booking after the refused attempts.

    What the change before the cancellation does to the status is open. Raises `NoEvidence` when the booking is not
    confirmed.
    """
    if not tried.cancel.is_success and read(desk, tried.booking_id).get("status") != "confirmed":
        raise NoEvidence("The booking is not confirmed after a change, and no document says that it must be.")
    golden(tried.cancel)


@dataclass(frozen=True)
class ReleasedLate:
    """The booking that a hook became, *before* and *after* the *release* of the hook."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    release: Answer


def release_after_confirmations(desk: BookingDesk, hooks: BookingHookDesk, tee_times: TeeTimeFinder) -> ReleasedLate:
    """Confirms a hook, asks for its confirmation again, and releases it. Whether these two are refused is open.

    Raises `NoEvidence` where the confirmation does not show the booking.
    """
    hook = hook_tee_time(hooks, tee_times)
    booking_id = str(confirm_and_get_booking(hooks, hook)["id"])
    hook_id = hooks.id_of(hook.answer)
    hooks.confirm(hook_id, hook.sent).mark(Role.attempt)
    before = read(desk, booking_id)
    release = hooks.release(hook_id)
    release.mark(Role.attempt)
    return ReleasedLate(before, read(desk, booking_id), release)


def require_release_without_effect(late: ReleasedLate) -> None:
    """Raises `Violation` when the release was refused and moved the booking. Raises `NoEvidence` where it was accepted:
    no document says what it does then.
    """
    if late.release.is_success:
        raise NoEvidence("The target releases a hook that is confirmed, and no document says what this does.")
    require_unchanged(late.before, late.after, [late.release])
