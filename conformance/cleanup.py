"""Cancels what a run booked. What cannot be cancelled is told, never passed over."""

from collections.abc import Iterator, Mapping, Sequence

from conformance.client import Agency, segment
from conformance.exchanges import Exchange, NotJson, parse_json
from conformance.operations import match
from conformance.results import Leftover
from conformance.verdicts import Judgement


def cancel_bookings(exchanges: Sequence[Exchange], agencies: Mapping[str, Agency]) -> tuple[Leftover, ...]:
    """Cancel every booking that the recording shows as created and not as cancelled, newest first."""
    cancelled = set(_cancelled(exchanges))
    leftovers = []
    for label, booking_id in reversed(list(_created(exchanges))):
        if booking_id in cancelled or label not in agencies:
            continue
        reason = _cancel(agencies[label], booking_id)
        if reason:
            leftovers.append(Leftover("booking", booking_id, reason))
    return tuple(leftovers)


def _cancel(agency: Agency, booking_id: str) -> str | None:
    """None when the booking is cancelled, else why it is not."""
    try:
        answer = agency.delete(f"/travel/bookings/{segment(booking_id)}")
    except Judgement as judgement:
        return str(judgement)
    return None if answer.is_success else f"DELETE answered {answer.status}: {answer.text[:120]}"


def _created(exchanges: Sequence[Exchange]) -> Iterator[tuple[str, str]]:
    for exchange in exchanges:
        if exchange.operation_id == "createBooking" and exchange.response and exchange.response.is_success:
            booking_id = _booking_id(exchange.response.content)
            if booking_id:
                yield exchange.agency, booking_id


def _cancelled(exchanges: Sequence[Exchange]) -> Iterator[str]:
    for exchange in exchanges:
        if exchange.operation_id == "cancelBooking" and exchange.response and exchange.response.is_success:
            found = match(exchange.request.method, exchange.request.path)
            if found:
                yield found.parameters["id"]


def _booking_id(content: bytes) -> str | None:
    """The id in a create answer, under `data` or, where a target forgets the envelope, at the top."""
    try:
        body = parse_json(content)
    except NotJson:
        return None
    booking = body.get("data", body) if isinstance(body, dict) else None
    booking_id = booking.get("id") if isinstance(booking, dict) else None
    return str(booking_id) if booking_id else None
