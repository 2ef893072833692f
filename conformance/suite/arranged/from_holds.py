"""Bookings that complete a hold, of as many places or of more."""

from collections.abc import Mapping
from typing import Any

from conformance.asking.oracles import part
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.suite.arranged.booked import PLACES, Booked, book, book_unusually
from conformance.target.target import Target


def book_from_hold(
    desk: BookingDesk, body: Mapping[str, Any], tee_time: OfferedTeeTime, target: Target, **unusual: Any
) -> Booked:
    """As `book`, from a hold where the target file says how and the target accepts a hold, and with *unusual* members
    where it takes them.
    """
    wanted = dict(body) | unusual
    held = desk.hold(tee_time, int(body["players"])) if target.hold_id is not None else None
    if held is not None and held.is_success:
        # What the target refuses to take may leave the hold as it was.
        for members in (wanted, dict(body)) if unusual else (wanted,):
            answer = desk.complete_with(str(part(held.body, "holdId", judge=False)), members)
            if answer.is_success:
                return Booked(tee_time, members, answer)
            if members != body:
                answer.mark(Role.attempt)
    return book_unusually(desk, body, tee_time, **unusual) if unusual else book(desk, body, tee_time)


def book_from_larger_hold(
    desk: BookingDesk, body: Mapping[str, Any], tee_time: OfferedTeeTime, target: Target
) -> Booked | None:
    """The booking of *body* that completes a hold of more places. None where the target file does not say how, or the
    target refuses that: no document says what happens to the other places.
    """
    players = int(body["players"])
    if target.hold_id is None or players >= PLACES:
        return None
    answer = desk.hold(tee_time, players + 1)
    if answer.is_success:
        answer = desk.complete_with(str(part(answer.body, "holdId", judge=False)), dict(body))
    if answer.is_success:
        return Booked(tee_time, body, answer)
    answer.mark(Role.attempt)
    return None


def book_own_from_larger_hold(desk: BookingDesk, tee_times: TeeTimeFinder, players: int, target: Target) -> Booked:
    """As `book_own_tee_time`, from a hold of one more place where the target takes that, else as `book_from_hold`."""
    tee_time = tee_times.fresh()
    larger = book_from_larger_hold(desk, desk.body(tee_time, players), tee_time, target)
    if larger is not None:
        return larger
    # The larger hold may still keep its places.
    tee_time = tee_times.fresh()
    return book_from_hold(desk, desk.body(tee_time, players), tee_time, target)
