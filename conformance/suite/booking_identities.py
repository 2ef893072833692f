"""Ids and references of all bookings that a run made: no two bookings may share one."""

from collections.abc import Mapping, Sequence
from typing import Any

from conformance.exchanges import Exchange, NotJson, Role, parse_json
from conformance.target import Target
from conformance.verdicts import Untested, Violation


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
            raise Violation(f"no two bookings share {member}", f"{value!r} came twice", one.index)
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
