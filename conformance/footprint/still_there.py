"""Finds bookings of a run that no answer showed: in the agency's own list, by our references and tee times.

Hooks and groups that no list shows are reported, so that somebody else can look for them.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import unquote

from conformance.asking.client import Agency, segment
from conformance.asking.lists import PagedList
from conformance.asking.written import reference_in
from conformance.catalogue.paths import BOOKINGS
from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import json_of, member_at
from conformance.evidence.shown_ids import BOOKING_NOUNS, HOOK_NOUNS, found_id, found_ids
from conformance.evidence.verdicts import Judgement
from conformance.footprint.giving_back import Created, created_id, hook_of
from conformance.footprint.insisting import reads_of
from conformance.results.run_result import Leftover
from conformance.scope.lanes import several_at_once
from conformance.scope.run import digits_of
from conformance.target.levers import HookPayloads
from conformance.wire.retrying import is_lost

_LIVING = ("confirmed", "pending")
_BOOKS = ("createBooking", "confirmBookingHook")
# A target may show new bookings late, so more may be missing than are worth a look.
_MOST_MISSING_READ = 3
_UNLISTED: Mapping[str, tuple[str, str]] = {
    "createBookingHook": ("booking hook", " It ends by itself after 14 days."),
    "createGroupBooking": ("group booking", ""),
}

TextsSent = frozenset[str]


def bookings_still_listed(
    agencies: Mapping[str, Agency], marker: str, exchanges: Sequence[Exchange], at_once: int = 1
) -> tuple[list[Created], list[Leftover]]:
    """Bookings that the target lists as confirmed or pending, and a leftover for each list that breaks off.

    A booking counts when its reference has *marker*, or when it has the course, day and time of a booking that this run
    sent without a reference. *at_once* lists are read in parallel.
    """
    found: list[Created] = []
    unread: list[Leftover] = []
    for label, agency in agencies.items():
        sent = [
            exchange
            for exchange in exchanges
            if exchange.agency == label and exchange.operation_id in _BOOKS and _may_be_done(exchange)
        ]
        if not sent:
            continue
        unsure = [exchange for exchange in sent if not _is_found_by_id(exchange)]
        unmarked = [_texts_sent(exchange, exchanges) for exchange in unsure if not _has_reference(exchange, exchanges)]
        listed, broken_off = _listed(agency, at_once)
        if broken_off and unsure:
            unread.append(Leftover("booking", f"with the reference {marker}-...", f"It may be there: {broken_off}"))
        ours = [item for item in listed if _is_ours(item, marker, unmarked)]
        found += [Created("booking", label, shown) for item in ours if (shown := found_id(item, BOOKING_NOUNS))]
    return list(dict.fromkeys(found)), unread


def look_once_more(agencies: Mapping[str, Agency], exchanges: Sequence[Exchange], at_once: int = 1) -> None:
    """Lists the bookings that an agency still has, if it created any. The answers show what a write did to a booking
    that its check did not look at. *at_once* lists are read in parallel.

    Of the bookings that no list shows, although nobody cancelled them, a few are read, right after a list of their day.
    """
    for label, agency in agencies.items():
        own = [exchange for exchange in exchanges if exchange.agency == label]
        if any(exchange.operation_id in _BOOKS for exchange in own):
            listed, broken_off = _listed(agency, at_once)
            missing = {} if broken_off else _missing(own, listed)
            for booking_id, day in list(missing.items())[:_MOST_MISSING_READ]:
                # The clean-up goes on where no answer comes.
                with suppress(Judgement):
                    agency.get(BOOKINGS, startDate=day, endDate=day)
                    agency.get(f"{BOOKINGS}/{segment(booking_id)}")


def _missing(own: Sequence[Exchange], listed: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The ids and days of bookings that an agency created, as its *own* exchanges show, and that are not *listed*,
    although no answer showed that they had ended.
    """
    created = dict[str, str]()
    settled = {found_id(item, BOOKING_NOUNS) for item in listed}
    for exchange in own:
        if exchange.response is None or not exchange.response.is_success:
            continue
        if exchange.operation_id == "cancelBooking":
            settled.add(unquote(exchange.request.path.rpartition("/")[2]))
        told = member_at(exchange.response.value, "data")
        shown = [item for item in (told if isinstance(told, list) else [told]) if isinstance(item, dict)]
        settled |= {item.get("id") for item in shown if item.get("status") not in (None, *_LIVING)}
        if exchange.operation_id == "createBooking":
            created |= {str(item["id"]): str(item["date"]) for item in shown if item.keys() >= {"id", "date"}}
    return {booking_id: day for booking_id, day in created.items() if booking_id not in settled}


def unlisted(exchanges: Sequence[Exchange], hooks: HookPayloads) -> Iterator[Leftover]:
    """Hooks and groups that may be there and have no known id: their answer was lost, or it shows no id."""
    for exchange in exchanges:
        operation = exchange.operation_id or ""
        if operation in _UNLISTED and _may_be_done(exchange) and created_id(exchange, hooks) is None:
            kind, ends = _UNLISTED[operation]
            lost = is_lost(exchange.response)
            why = "It may be there: its answer was lost" if lost else "The answer to its request shows no id"
            name = reference_in(exchange.request.content) or "of unknown id"
            yield Leftover(kind, name, f"{why}, and no document lists them.{ends}")


def _may_be_done(exchange: Exchange) -> bool:
    return is_lost(exchange.response) or (exchange.response is not None and exchange.response.is_success)


def _is_found_by_id(exchange: Exchange) -> bool:
    return not is_lost(exchange.response) and created_id(exchange, HookPayloads()) is not None


def _listed(agency: Agency, at_once: int) -> tuple[list[Mapping[str, Any]], Judgement | None]:
    """The agency's bookings that are not cancelled, and why their lists could not be read to the end, if so."""
    lists = [PagedList(reads_of(agency), BOOKINGS, {"status": status}, page_size=100) for status in _LIVING]
    reads = [partial(list[Mapping[str, Any]], bookings.items()) for bookings in lists]
    pages = several_at_once(reads, at_once)
    found = [item for items in pages for item in items if item.get("status") in (None, *_LIVING)]
    return found, next((bookings.broken_off for bookings in lists if bookings.broken_off), None)


def _is_ours(item: Mapping[str, Any], marker: str, unmarked: Sequence[TextsSent]) -> bool:
    reference = item.get("agencyBookingReference")
    if isinstance(reference, str) and reference:
        return reference.startswith((f"{marker}-", digits_of(marker)))
    course = item.get("courseId") or (item["course"].get("id") if isinstance(item.get("course"), dict) else None)
    place = {str(value) for value in (course, item.get("date"), item.get("teeTime"))}
    return "None" not in place and any(place <= values for values in unmarked)


def _has_reference(exchange: Exchange, exchanges: Sequence[Exchange]) -> bool:
    return any(reference_in(content) is not None for content in _bodies_sent(exchange, exchanges))


def _texts_sent(exchange: Exchange, exchanges: Sequence[Exchange]) -> TextsSent:
    return frozenset(text for content in _bodies_sent(exchange, exchanges) for text in _texts(json_of(content)))


def _bodies_sent(exchange: Exchange, exchanges: Sequence[Exchange]) -> list[bytes | None]:
    """The body of a booking, or the body of the hook that became the booking."""
    hook = hook_of(exchange)
    if hook is None:
        return [exchange.request.content]
    return [
        earlier.request.content
        for earlier in exchanges
        if earlier.operation_id == "createBookingHook"
        and earlier.response
        and hook in found_ids(earlier.response.value, HOOK_NOUNS)
    ]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
    elif isinstance(value, str):
        yield value
