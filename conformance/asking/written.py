"""Looks whether a write whose answer was lost was done: by our own values (a reference, an address, an id) in what the
target shows.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Protocol
from urllib.parse import unquote

from conformance.catalogue.operations import Match, match
from conformance.evidence.exchanges import Answer, NotJson, Request, parse_json
from conformance.evidence.shown_ids import HOOK_NOUNS, found_ids
from conformance.evidence.verdicts import CutShort, Judgement
from conformance.recordings.recording import Recording

BOOKINGS = "/travel/bookings"
WEBHOOKS = "/webhooks"

_MOST_PAGES = 5
_PAGE_SIZE = 100
_GONE = (404, 410)
# Also in a body that is cut off before its end.
_REFERENCE = re.compile(rb'"agencyBookingReference"\s*:\s*"([^"\\]+)"')
_DATE = re.compile(rb'"date"\s*:\s*"(\d{4}-\d\d-\d\d)"')


class Trace(StrEnum):
    """What the target shows of a write: it was done, nothing of it is there, or it shows nothing either way."""

    there = "there"
    absent = "absent"
    unknown = "unknown"


class Reading(Protocol):
    """Sends a GET as one agency, and returns the answer."""

    def __call__(self, path: str, **query: object) -> Answer:
        """The answer to GET *path*."""


def trace_of(read: Reading, recording: Recording, request: Request) -> Trace:
    """What the target shows, by *read*, of the write *request*. *recording* holds what was sent before."""
    met = match(request.method, request.path)
    look = _LOOKS.get(met.operation_id) if met else None
    if met is None or look is None:
        return Trace.unknown
    try:
        return look(read, recording, request, met)
    except CutShort:
        raise
    except Judgement:
        return Trace.unknown


def reference_in(content: bytes | None) -> str | None:
    """The agency's own reference in a body, None when it has none."""
    found = _REFERENCE.search(content or b"")
    return found[1].decode("utf-8", "replace") if found else None


def _booking(read: Reading, _recording: Recording, request: Request, _met: Match) -> Trace:
    return _listed(read, request.content)


def _confirmation(read: Reading, recording: Recording, _request: Request, met: Match) -> Trace:
    """The booking that a confirmed hook becomes has the reference of the hook."""
    hook = unquote(met.parameters["id"])
    made = [exchange for exchange in recording.exchanges if exchange.operation_id == "createBookingHook"]
    bodies = [
        exchange.request.content
        for exchange in made
        if exchange.response and hook in found_ids(_parsed(exchange.response.content), HOOK_NOUNS)
    ]
    return _listed(read, bodies[-1]) if bodies else Trace.unknown


def _listed(read: Reading, content: bytes | None) -> Trace:
    """Whether the bookings of the day that *content* names show its reference."""
    reference, day = reference_in(content), _DATE.search(content or b"")
    if reference is None:
        return Trace.unknown
    period = {"startDate": day[1].decode(), "endDate": day[1].decode()} if day else {}
    shown = any(item.get("agencyBookingReference") == reference for item in _bookings(read, period))
    return Trace.there if shown else Trace.absent


def _bookings(read: Reading, query: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The bookings that a list shows. Raises `Judgement` when it is no list, or too long to be read to its end."""
    for page in range(1, _MOST_PAGES + 1):
        answer = read(BOOKINGS, page=page, pageSize=_PAGE_SIZE, **query)
        body = answer.body if answer.is_success else None
        items = body.get("data") if isinstance(body, dict) else body
        if not isinstance(items, list):
            raise Judgement(f"{answer.where} shows no list.")
        yield from (item for item in items if isinstance(item, dict))
        pages = _pages(body)
        if page >= pages if pages is not None else len(items) < _PAGE_SIZE:
            return
    raise Judgement(f"{answer.where} is not the last page of the list.")


def _cancellation(read: Reading, _recording: Recording, request: Request, _met: Match) -> Trace:
    answer = read(request.path)
    if answer.status in _GONE:
        return Trace.there
    status = _record(answer.body).get("status") if answer.is_success else None
    if status is None:
        return Trace.unknown
    return Trace.there if status == "cancelled" else Trace.absent


def _change(read: Reading, _recording: Recording, request: Request, _met: Match) -> Trace:
    """A change that shows in no member was not made, or says what was so before: then it cannot be told."""
    wanted, answer = _parsed(request.content), read(request.path)
    shown = _record(answer.body) if answer.is_success else {}
    compared = [name for name in wanted if name in shown]
    if not compared:
        return Trace.unknown
    return Trace.absent if any(shown[name] != wanted[name] for name in compared) else Trace.there


def _subscription(read: Reading, _recording: Recording, request: Request, _met: Match) -> Trace:
    url = _parsed(request.content).get("url")
    if not isinstance(url, str) or not url:
        return Trace.unknown
    return Trace.there if url in _texts(read) else Trace.absent


def _removal(read: Reading, _recording: Recording, _request: Request, met: Match) -> Trace:
    return Trace.absent if unquote(met.parameters["id"]) in _texts(read) else Trace.there


def _texts(read: Reading) -> set[str]:
    """Every text and number that the list of subscriptions shows. Raises `Judgement` when it cannot be read."""
    found: set[str] = set()
    for page in range(1, _MOST_PAGES + 1):
        answer = read(WEBHOOKS, page=page) if page > 1 else read(WEBHOOKS)
        if not answer.is_success:
            raise Judgement(f"{answer.where} answered {answer.status}.")
        found |= set(_values(answer.body))
        if page >= (_pages(answer.body) or 1):
            break
    return found


_Look = Callable[[Reading, Recording, Request, Match], Trace]
_LOOKS: Mapping[str, _Look] = {
    "createBooking": _booking,
    "confirmBookingHook": _confirmation,
    "updateBooking": _change,
    "cancelBooking": _cancellation,
    "createWebhook": _subscription,
    "updateWebhook": _subscription,
    "deleteWebhook": _removal,
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


def _pages(body: Any) -> int | None:
    try:
        pages = body["meta"]["pagination"]["totalPages"]
    except (KeyError, TypeError):
        return None
    return pages if isinstance(pages, int) else None


def _parsed(content: bytes | None) -> Mapping[str, Any]:
    try:
        body = parse_json(content or b"")
    except NotJson:
        return {}
    return body if isinstance(body, dict) else {}
