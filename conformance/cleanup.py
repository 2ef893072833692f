"""Cancels what a run booked and removes its subscriptions. What cannot be undone is told, never passed over."""

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote

from conformance.client import Agency, segment
from conformance.exchanges import Exchange, NotJson, Response, parse_json
from conformance.operations import match
from conformance.results import Leftover
from conformance.verdicts import Judgement
from conformance.webhook_ids import webhook_id


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


def remove_subscriptions(
    exchanges: Sequence[Exchange], agencies: Mapping[str, Agency], id_place: str | None
) -> tuple[Leftover, ...]:
    """Remove every subscription that the recording shows as made and not as removed. *id_place* is where the answer
    shows its id, None where that is not declared.
    """
    removed = set(_named(exchanges, "deleteWebhook"))
    leftovers = []
    for label, answer in list(_subscribed(exchanges)):
        found = webhook_id(answer, id_place)
        if found in removed or label not in agencies:
            continue
        reason = _removed(agencies[label], found) if found else "the answer that made it shows no id"
        if reason:
            leftovers.append(Leftover("subscription", found or "of unknown id", reason))
    return tuple(leftovers)


def _removed(agency: Agency, webhook: str) -> str | None:
    """None when the subscription is gone, else why it is not."""
    try:
        answer = agency.delete(f"/webhooks/{segment(webhook)}")
    except Judgement as judgement:
        return str(judgement)
    gone = answer.is_success or answer.status in (404, 410)
    return None if gone else f"DELETE answered {answer.status}: {answer.text[:120]}"


def _subscribed(exchanges: Sequence[Exchange]) -> Iterator[tuple[str, Response]]:
    for exchange in exchanges:
        if exchange.operation_id == "createWebhook" and exchange.response and exchange.response.is_success:
            yield exchange.agency, exchange.response


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
    return _named(exchanges, "cancelBooking")


def _named(exchanges: Sequence[Exchange], operation_id: str) -> Iterator[str]:
    """The ids in the paths of the accepted requests of one operation, decoded."""
    for exchange in exchanges:
        if exchange.operation_id == operation_id and exchange.response and exchange.response.is_success:
            found = match(exchange.request.method, exchange.request.path)
            if found:
                yield unquote(found.parameters["id"])


def _booking_id(content: bytes) -> str | None:
    """The id in a create answer, under `data` or, where a target forgets the envelope, at the top."""
    try:
        body = parse_json(content)
    except NotJson:
        return None
    booking = body.get("data", body) if isinstance(body, dict) else None
    booking_id = booking.get("id") if isinstance(booking, dict) else None
    return str(booking_id) if booking_id else None
