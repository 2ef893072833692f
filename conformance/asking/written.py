"""Finds out whether a write whose answer was lost was done. It searches the answers of the target for our own values: a
reference, an address or an id.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from conformance.asking.lists import GetSender, PagedList
from conformance.catalogue.operations import Match, match
from conformance.catalogue.paths import BOOKINGS, WEBHOOKS
from conformance.evidence.exchanges import Request
from conformance.evidence.json_values import json_of
from conformance.evidence.shown_ids import HOOK_NOUNS, found_ids
from conformance.evidence.verdicts import CutShort, Judgement
from conformance.recordings.recording import Recording

_MOST_PAGES = 5
_PAGE_SIZE = 100

# Patterns, not a JSON parser: they also work on a body that is cut off before its end.
_REFERENCE = re.compile(rb'"agencyBookingReference"\s*:\s*"([^"\\]+)"')
_DATE = re.compile(rb'"date"\s*:\s*"(\d{4}-\d\d-\d\d)"')


def is_shown_as_not_done(read: GetSender, recording: Recording, request: Request) -> bool:
    """Whether the target shows, by *read*, that the write *request* was not done. False when it shows that the write
    was done, and when it shows neither. *recording* holds the requests that were sent before.
    """
    met = match(request.method, request.path)
    is_absent = _ABSENCES.get(met.operation_id) if met else None
    if met is None or is_absent is None:
        return False
    try:
        return is_absent(read, recording, request, met)
    except CutShort:
        raise
    except Judgement:
        return False


def reference_in(content: bytes | None) -> str | None:
    """The agency's own reference in a body, None when the body has none."""
    found = _REFERENCE.search(content or b"")
    return found[1].decode("utf-8", "replace") if found else None


def _no_booking(read: GetSender, _recording: Recording, request: Request, _met: Match) -> bool:
    return _no_booking_listed(read, request.content)


def _no_confirmation(read: GetSender, recording: Recording, _request: Request, met: Match) -> bool:
    """A confirmed hook becomes a booking with the reference of the hook."""
    hook = unquote(met.parameters["id"])
    creates = [exchange for exchange in recording.exchanges if exchange.operation_id == "createBookingHook"]
    bodies = [
        exchange.request.content
        for exchange in creates
        if exchange.response and hook in found_ids(_parsed(exchange.response.content), HOOK_NOUNS)
    ]
    return bool(bodies) and _no_booking_listed(read, bodies[-1])


def _no_booking_listed(read: GetSender, content: bytes | None) -> bool:
    """Whether no booking of the day that *content* names has its reference. False when *content* has no reference."""
    reference, day = reference_in(content), _DATE.search(content or b"")
    if reference is None:
        return False
    period = {"startDate": day[1].decode(), "endDate": day[1].decode()} if day else {}
    return all(item.get("agencyBookingReference") != reference for item in _bookings(read, period))


def _bookings(read: GetSender, query: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The bookings that a list shows. Raises `Judgement` when the list cannot be read to its end."""
    bookings = PagedList(read, BOOKINGS, query, page_size=_PAGE_SIZE, most_pages=_MOST_PAGES)
    yield from bookings.items()
    if bookings.broken_off:
        raise bookings.broken_off


def _no_cancellation(read: GetSender, _recording: Recording, request: Request, _met: Match) -> bool:
    answer = read(request.path)
    status = _record(answer.body).get("status") if answer.is_success else None
    return status not in (None, "cancelled")


def _no_change(read: GetSender, _recording: Recording, request: Request, _met: Match) -> bool:
    """Whether a member still differs from the value that was sent. A value that was there before shows nothing."""
    wanted, answer = _parsed(request.content), read(request.path)
    shown = _record(answer.body) if answer.is_success else {}
    return any(name in shown and shown[name] != value for name, value in wanted.items())


def _no_subscription(read: GetSender, _recording: Recording, request: Request, _met: Match) -> bool:
    url = _parsed(request.content).get("url")
    return isinstance(url, str) and bool(url) and url not in _texts(read)


def _no_removal(read: GetSender, _recording: Recording, _request: Request, met: Match) -> bool:
    return unquote(met.parameters["id"]) in _texts(read)


def _texts(read: GetSender) -> set[str]:
    """Every text and number in the list of subscriptions. Raises `Judgement` when it cannot be read to its end."""
    subscriptions = PagedList(read, WEBHOOKS, {}, page_size=None, most_pages=_MOST_PAGES)
    found = set(_values(list(subscriptions.bodies())))
    if subscriptions.broken_off:
        raise subscriptions.broken_off
    return found


_IsAbsent = Callable[[GetSender, Recording, Request, Match], bool]
_ABSENCES: Mapping[str, _IsAbsent] = {
    "createBooking": _no_booking,
    "confirmBookingHook": _no_confirmation,
    "updateBooking": _no_change,
    "cancelBooking": _no_cancellation,
    "createWebhook": _no_subscription,
    "updateWebhook": _no_subscription,
    "deleteWebhook": _no_removal,
}


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _values(part)
    elif isinstance(value, str | int):
        yield str(value)


def _record(body: Any) -> Mapping[str, Any]:
    record = body.get("data", body) if isinstance(body, dict) else None
    return record if isinstance(record, dict) else {}


def _parsed(content: bytes | None) -> Mapping[str, Any]:
    body = json_of(content)
    return body if isinstance(body, dict) else {}
