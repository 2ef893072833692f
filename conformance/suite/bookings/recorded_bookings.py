"""What the recording of a run shows of all bookings: their ids, what was done to them, and their statuses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.json_values import json_of
from conformance.evidence.verdicts import Untested, Violation
from conformance.recordings.moments import is_of_a_race
from conformance.target.target import Target
from conformance.wire.retrying import is_lost


def require_unique(member: str, exchanges: Sequence[Exchange], target: Target) -> None:
    """Raises `Violation` when two bookings of the run share *member*. Raises `Untested` for fewer than two bookings.

    An identical request, or one that completes the same hold or confirms the same hook, may be answered with the
    booking of the first request.
    """
    seen: dict[Any, Any] = {}
    for exchange in exchanges:
        value = _created_member(exchange, member)
        if value is None:
            continue
        wish = _hold_id(exchange, target) or (exchange.request.path, exchange.request.content)
        if seen.setdefault(value, wish) != wish:
            raise Violation(f"no two bookings share {member}", f"two different requests got {value!r}", exchange)
    if len(seen) < 2:
        raise Untested(f"Fewer than two bookings of this run show {member}.")


def _hold_id(exchange: Exchange, target: Target) -> str | None:
    """The hold id in a request to book, where the target takes it; None when there is none."""
    if target.hold_id is None:
        return None
    body = json_of(exchange.request.content)
    places: dict[str, Mapping[str, Any]] = {
        "body": body if isinstance(body, dict) else {},
        "header": dict(exchange.request.headers),
        "query": dict(exchange.request.query),
    }
    found = places[target.hold_id.place].get(target.hold_id.name)
    return f"hold {found}" if found else None


def _created_member(exchange: Exchange, member: str) -> Any:
    """The *member* of the booking that *exchange* created, None where it created none. No document shows the answer to
    a confirmed hook, so it counts where it has the members of a booking.
    """
    if exchange.operation_id not in ("createBooking", "confirmBookingHook") or exchange.role is Role.attempt:
        return None
    if exchange.response is None or not exchange.response.is_success:
        return None
    try:
        booking = exchange.response.value["data"]
        is_booking = exchange.operation_id == "createBooking" or {"id", "bookingReference"} <= booking.keys()
        return str(booking[member]) if is_booking else None
    except (AttributeError, KeyError, TypeError):
        return None


def cancelled_for_good(exchanges: Sequence[Exchange]) -> set[str]:
    """Bookings whose cancellation was accepted outside a race, and that no accepted change touched afterwards."""
    cancelled: set[str] = set()
    for exchange in exchanges:
        if exchange.operation_id == "cancelBooking" and not is_of_a_race(exchange.racer):
            cancelled |= changed_or_cancelled(exchange)
        else:
            cancelled -= may_be_changed_or_cancelled(exchange)
    return cancelled


def changed_or_cancelled(exchange: Exchange) -> set[str]:
    """The booking that this exchange changed or cancelled, if any."""
    return may_be_changed_or_cancelled(exchange) if exchange.response and exchange.response.is_success else set()


def may_be_changed_or_cancelled(exchange: Exchange) -> set[str]:
    """The booking that this exchange changed or cancelled, or may have, where the answer was lost on its way."""
    done = is_lost(exchange.response) or (exchange.response and exchange.response.is_success)
    if exchange.operation_id not in ("updateBooking", "cancelBooking") or not done:
        return set()
    found = match(exchange.request.method, exchange.request.path)
    return {unquote(found.parameters["id"])} if found else set()


def statuses_shown(exchange: Exchange) -> Iterator[tuple[str, Any]]:
    """Id and status of every booking that create, get or list shows in this exchange."""
    if exchange.operation_id not in ("createBooking", "getBooking", "listBookings"):
        return
    if exchange.response is None or not exchange.response.is_success:
        return
    try:
        shown = exchange.response.value["data"]
    except (KeyError, TypeError):
        return
    for booking in shown if isinstance(shown, list) else [shown]:
        if isinstance(booking, dict) and "status" in booking:
            yield str(booking.get("id")), booking["status"]


@dataclass
class StatusWatch:
    """Watches the confirmed bookings of a run until a request begins to change or cancel them. *visibility* is the time
    that the target may take to show that a course has agreed; *agreed_at* is when a read first showed it.
    """

    visibility: timedelta
    confirmed: set[str] = field(default_factory=set)
    agreed_at: dict[str, datetime] = field(default_factory=dict)
    observations: int = 0

    def require_confirmed_throughout(self, exchanges: Sequence[Exchange]) -> None:
        """Raises `Violation` when a read shows another status, and `Untested` when no booking was read again."""
        ended_at = _first_changes(exchanges)
        for exchange in exchanges:
            for booking_id, status in statuses_shown(exchange):
                if booking_id not in ended_at or exchange.ended_at < ended_at[booking_id]:
                    self._require_still_confirmed(exchange, booking_id, status)
        if not self.observations:
            raise Untested("No confirmed booking was read again in this run.")

    def _require_still_confirmed(self, exchange: Exchange, booking_id: str, status: Any) -> None:
        if exchange.operation_id == "createBooking" and status == "confirmed":
            self.confirmed.add(booking_id)
        elif booking_id in self.confirmed:
            self.observations += 1
            if status != "confirmed":
                raise _other_status(exchange, booking_id, status)
        elif status == "confirmed":
            self.agreed_at.setdefault(booking_id, exchange.ended_at)
        elif status == "pending" and self._has_agreed(booking_id, before=exchange):
            # What else the course decides about its booking is open.
            raise _other_status(exchange, booking_id, status)

    def _has_agreed(self, booking_id: str, *, before: Exchange) -> bool:
        agreed_at = self.agreed_at.get(booking_id)
        return agreed_at is not None and before.started_at > agreed_at + self.visibility


def _other_status(exchange: Exchange, booking_id: str, status: Any) -> Violation:
    actual = f"{exchange.request.method} {exchange.request.path} shows {booking_id} with status {status}"
    return Violation("a booking stays confirmed until it is changed or cancelled", actual, exchange)


def _first_changes(exchanges: Iterable[Exchange]) -> Mapping[str, datetime]:
    """For each booking that was changed or cancelled, or may have been, the moment at which the first such request was
    sent. The effect of an accepted change on the status is open. After a cancellation, a repeated create may be
    answered as the first time.
    """
    found: dict[str, datetime] = {}
    for exchange in exchanges:
        for booking_id in may_be_changed_or_cancelled(exchange):
            found[booking_id] = min(exchange.started_at, found.get(booking_id, exchange.started_at))
    return found
