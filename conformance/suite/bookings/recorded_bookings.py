"""What the recording of a run shows of all bookings: their ids, what was done to them, and their statuses."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange, NotJson, Role, parse_json
from conformance.evidence.verdicts import Untested, Violation
from conformance.target.target import Target
from conformance.wire.retrying import is_lost


def every_booking_has_its_own(member: str, exchanges: Sequence[Exchange], target: Target) -> None:
    """Judges all bookings of the run. An identical request, or one that completes the same hold, may be answered with
    the booking that was made before.
    """
    seen: dict[Any, Any] = {}
    for one in exchanges:
        value = _created_member(one, member)
        if value is None:
            continue
        wish = _hold_id(one, target) or one.request.content
        if seen.setdefault(value, wish) != wish:
            raise Violation(f"no two bookings share {member}", f"{value!r} was given to two different requests", one)
    if len(seen) < 2:
        raise Untested(f"Fewer than two bookings of this run show {member}.")


def _hold_id(one: Exchange, target: Target) -> str | None:
    """The hold id in a request to book, where the target takes it; None when there is none."""
    if target.hold_id is None:
        return None
    try:
        body = parse_json(one.request.content or b"")
    except NotJson:
        body = None
    places: dict[str, Mapping[str, Any]] = {
        "body": body if isinstance(body, dict) else {},
        "header": dict(one.request.headers),
        "query": dict(one.request.query),
    }
    found = places[target.hold_id.place].get(target.hold_id.name)
    return f"hold {found}" if found else None


def _created_member(one: Exchange, member: str) -> Any:
    if one.operation_id != "createBooking" or one.role is Role.attempt:
        return None
    if one.response is None or not one.response.is_success:
        return None
    try:
        booking = parse_json(one.response.content)["data"]
        return str(booking[member])
    except (NotJson, KeyError, TypeError):
        return None


def cancelled_for_good(exchanges: Sequence[Exchange]) -> set[str]:
    """Bookings whose cancellation was accepted outside a race, and that no accepted change touched afterwards."""
    cancelled: set[str] = set()
    for one in exchanges:
        if one.operation_id == "cancelBooking" and not one.lane:
            cancelled |= changed_or_cancelled(one)
        else:
            cancelled -= may_be_changed_or_cancelled(one)
    return cancelled


def changed_or_cancelled(one: Exchange) -> set[str]:
    """The booking that this exchange changed or cancelled, if any."""
    return may_be_changed_or_cancelled(one) if one.response and one.response.is_success else set()


def may_be_changed_or_cancelled(one: Exchange) -> set[str]:
    """The booking that this exchange changed or cancelled, or may have, where the answer was lost on its way."""
    done = is_lost(one.response) or (one.response and one.response.is_success)
    if one.operation_id not in ("updateBooking", "cancelBooking") or not done:
        return set()
    found = match(one.request.method, one.request.path)
    return {unquote(found.parameters["id"])} if found else set()


def statuses_shown(one: Exchange) -> Iterator[tuple[str, Any]]:
    """Id and status of every booking that create, get or list shows in this exchange."""
    if one.operation_id not in ("createBooking", "getBooking", "listBookings"):
        return
    if one.response is None or not one.response.is_success:
        return
    try:
        shown = parse_json(one.response.content)["data"]
    except (NotJson, KeyError, TypeError):
        return
    for booking in shown if isinstance(shown, list) else [shown]:
        if isinstance(booking, dict) and "status" in booking:
            yield str(booking.get("id")), booking["status"]
