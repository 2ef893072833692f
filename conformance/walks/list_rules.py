"""How lists of own bookings, and reads by another agency, narrow the model. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from conformance.walks.beliefs import CANCELLED, CONFIRMED, Booking, Deviation
from conformance.walks.booking_rules import explains
from conformance.walks.ledger import Ledger

Items = Sequence[Mapping[str, Any]]

# No document shows these members in a list: a target may omit them, or show them empty.
_NOT_SHOWN_IN_LISTS = frozenset(["specialRequests", "leadPlayer", "cancellationDate"])


def listed(ledger: Ledger, day: str, status: str | None, items: Items) -> None:
    """Judges the list of own bookings of *day* (YYYY-MM-DD) under *status*, None for all. Raises `Deviation`."""
    by_id = {str(item.get("id")): item for item in items}
    for key in sorted(ledger.rival_ids & by_id.keys()):
        raise Deviation("AUT-09", "a list shows own bookings only", f"it shows {key} of the second agency")
    for item in items:
        _expect_what_was_asked(item, day, status)
    for booking in ledger.bookings:
        _judge_one(booking, status, by_id.get(booking.id))


def _expect_what_was_asked(item: Mapping[str, Any], day: str, status: str | None) -> None:
    if status and item.get("status", status) != status:
        raise Deviation(
            "BKL-04",
            f"every booking in the list with status={status} has this status",
            f"a booking is {item['status']}",
        )
    date = str(item.get("date", day))
    if date != day:
        row = "BKL-05" if date < day else "BKL-07"
        raise Deviation(row, f"every booking in the list from {day} to {day} is on this day", f"a booking is on {date}")


def _judge_one(booking: Booking, status: str | None, item: Mapping[str, Any] | None) -> None:
    if item is None:
        _expect_absent(booking, status)
    elif status == CONFIRMED and booking.status.is_surely(CANCELLED):
        raise Deviation("BKX-04", "a cancelled booking is not listed under status=confirmed", "it is")
    elif not explains(booking, {name: value for name, value in item.items() if name not in _NOT_SHOWN_IN_LISTS}):
        differing = {name: item.get(name) for name in ("status", "players", "agencyBookingReference")}
        raise Deviation("BKL-12", "the list shows what reading the booking shows", f"the list shows {differing}")


def _expect_absent(booking: Booking, status: str | None) -> None:
    if status == CANCELLED and booking.status.is_surely(CANCELLED):
        raise Deviation(
            "BKX-04", "a cancelled booking is in the list with status=cancelled", "the list does not show the booking"
        )
    if status is None and booking.status.is_surely(CONFIRMED):
        raise Deviation("BKL-03", "a confirmed booking is in the list", "the list does not show the booking")
    if status == CONFIRMED and booking.status.is_surely(CONFIRMED):
        raise Deviation(
            "BKL-13", "a confirmed booking is in one of the three status lists", "no list shows the booking"
        )


def listed_to_rival(ledger: Ledger, items: Items) -> None:
    """Judges the list of the second agency. Raises `Deviation`."""
    own = {booking.id for booking in ledger.bookings} & {str(item.get("id")) for item in items}
    if own:
        raise Deviation("AUT-09", "the list of another agency does not show the booking", f"it shows {min(own)}")


def read_by_rival(booking_id: str, shown: Mapping[str, Any] | None, row: str) -> None:
    """Judges the answer to a read by the second agency, None when it was refused. Raises `Deviation`."""
    if shown is not None and str(shown.get("id")) == booking_id:
        raise Deviation(row, "another agency cannot read the booking", "another agency reads the booking")
