"""What exchanges of a run show at open points: ids, statuses, histories, prices. It records and never judges."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import member_at
from conformance.suite.open.observations import if_any, listed
from conformance.suite.open.seen import AnsweredExchanges, answer, is_accepted, payload, query, sent, status

# Hours that the clocks furthest behind UTC and furthest ahead of it differ from UTC.
_FARTHEST_WEST, _FARTHEST_EAST = -12, 14


def states_of_groups(seen: AnsweredExchanges) -> Sequence[Sequence[str]]:
    """The statuses that each group showed, in their order and without repetitions."""
    histories: defaultdict[str, list[str]] = defaultdict(list)
    for exchange in seen.accepted("createGroupBooking", "getGroupBooking"):
        states = histories[booking_named(exchange) or booking_of(exchange)]
        shown = status_shown(exchange)
        if shown is not None and shown not in states[-1:]:
            states.append(shown)
    return [states for states in histories.values() if states]


def about_pending_bookings(seen: AnsweredExchanges, operation_id: str) -> list[Exchange]:
    """The requests for this operation on bookings that the same agency created, and that were pending at first."""
    pending = {
        (exchange.agency, booking_of(exchange))
        for exchange in seen.accepted("createBooking")
        if status_shown(exchange) == "pending"
    }
    return [exchange for exchange in seen.all(operation_id) if (exchange.agency, booking_named(exchange)) in pending]


def answers_to_repeated_references(seen: AnsweredExchanges) -> tuple[list[Exchange], list[Exchange], list[Exchange]]:
    """The requests that repeat the reference of an earlier booking of their agency, in three lists: they booked again,
    they were answered with the earlier booking, or they were refused.
    """
    repeated = list(_repeated_references(seen))
    booked = [exchange for exchange, is_earlier in repeated if is_accepted(exchange) and not is_earlier]
    answered = [exchange for exchange, is_earlier in repeated if is_earlier]
    refused = [exchange for exchange, _ in repeated if not is_accepted(exchange)]
    return booked, answered, refused


def with_idempotency_key(seen: AnsweredExchanges) -> list[Exchange]:
    """The requests that carry an Idempotency-Key."""
    return [
        exchange
        for exchange in seen.all()
        if any(name.lower() == "idempotency-key" for name, _ in exchange.request.headers)
    ]


def _repeated_references(seen: AnsweredExchanges) -> Iterator[tuple[Exchange, bool]]:
    """The requests of an agency for a booking with a reference that it has booked with before.

    Each comes with whether the answer shows an earlier booking with this reference.
    """
    booked: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for exchange in seen.all("createBooking"):
        reference = member_at(sent(exchange), "agencyBookingReference")
        if not isinstance(reference, str):
            continue
        earlier = booked[exchange.agency, reference]
        if earlier:
            yield exchange, booking_of(exchange) in earlier
        if is_accepted(exchange):
            earlier.add(booking_of(exchange))


def after_a_cancellation(seen: AnsweredExchanges) -> Iterator[Exchange]:
    """The changes and cancellations that an agency asks for after it has cancelled the booking."""
    cancelled: set[tuple[str, str]] = set()
    for exchange in seen.all("cancelBooking", "updateBooking"):
        booking = (exchange.agency, booking_named(exchange))
        if booking in cancelled:
            yield exchange
        if exchange.operation_id == "cancelBooking" and is_accepted(exchange):
            cancelled.add(booking)


def slots_of(body: Any) -> list[int]:
    """availableSlots of every day in an answer."""
    return [day["availableSlots"] for day in _days(body) if isinstance(day.get("availableSlots"), int)]


def booking_of(exchange: Exchange) -> str:
    """The id in the answer, as text."""
    return str(member_at(payload(exchange), "id"))


def status_shown(exchange: Exchange) -> str | None:
    """The status in an accepted answer, None when it shows none. The status of a problem is the one of HTTP."""
    shown = member_at(payload(exchange), "status") if is_accepted(exchange) else None
    return shown if isinstance(shown, str) else None


def statuses_in_answers(exchanges: Iterable[Exchange]) -> list[str]:
    """The statuses in the accepted answers that show one."""
    return [shown for exchange in exchanges if (shown := status_shown(exchange)) is not None]


def booking_named(exchange: Exchange) -> str:
    """The id in the address of the request, empty when there is none."""
    met = match(exchange.request.method, exchange.request.path)
    return met.parameters.get("id", "") if met else ""


def course_named(exchange: Exchange) -> str | None:
    """The course id in the address of the request, None when there is none."""
    met = match(exchange.request.method, exchange.request.path)
    return met.course_id if met else None


def items_of(exchange: Exchange) -> list[Any]:
    """The objects under data in the answer: a list of them, or the only object."""
    found = payload(exchange)
    return [item for item in (found if isinstance(found, list) else [found]) if isinstance(item, dict)]


def filters_of(exchange: Exchange) -> set[str]:
    """The names of the query parameters beside page and pageSize."""
    return query(exchange).keys() - {"page", "pageSize"}


def page_or_status(exchange: Exchange) -> str:
    """The pageSize that the answer reports, or its status, in words."""
    pagination = member_at(answer(exchange), "meta.pagination")
    return f"a pageSize of {pagination.get('pageSize')}" if isinstance(pagination, dict) else f"{status(exchange)}"


def orders_of(lists: Sequence[Sequence[Mapping[str, Any]]], names: Sequence[str]) -> str:
    """By which of *names* every one of *lists* is ordered, upwards or downwards. Empty where no list has two values."""
    columns = {name: _columns_with_an_order(lists, name) for name in names}
    compared = [name for name in names if columns[name]]
    found = [f"{name} {word}" for name in compared for word in _WORDS if _are_ordered(columns[name], word)]
    return listed(found) if found else if_any(compared, f"none of {', '.join(compared)}")


_WORDS = ("upwards", "downwards")


def _columns_with_an_order(lists: Sequence[Sequence[Mapping[str, Any]]], name: str) -> Sequence[Sequence[str]]:
    """The values of *name* in each list that has at least two different values."""
    columns = [[str(item[name]) for item in items if name in item] for items in lists]
    return [column for column in columns if len(set(column)) > 1]


def _are_ordered(columns: Sequence[Sequence[str]], word: str) -> bool:
    return all(list(column) == sorted(column, reverse=word == "downwards") for column in columns)


def moments_of(exchanges: Iterable[Exchange], names: Sequence[str]) -> Iterator[str]:
    """How the values of these members are written: `createdAt with Z`, `teeTime without a zone`."""
    for exchange in exchanges:
        for item in items_of(exchange):
            yield from (f"{name} {zone_of(value)}" for name in names if isinstance(value := item.get(name), str))


def zone_of(moment: str) -> str:
    """How a date, a time or a moment is written: its zone, and whether it has a fraction of a second."""
    fraction = " and a fraction of a second" if "." in moment else ""
    zone = _ZONE.search(moment)
    if zone is None:
        return f"without a zone{fraction}"
    return f"with Z{fraction}" if zone[1] in "Zz" else f"with an offset{fraction}"


# The zone behind a time of day. The last hyphen of a date is no offset.
_ZONE = re.compile(r":\d\d(?:\.\d+)?(Z|[+-]\d\d(?::?\d\d)?)$", re.ASCII | re.IGNORECASE)


def prices_of(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every pair of b2bPrice and retailPrice of one price."""
    if isinstance(value, dict):
        pair = (value.get("b2bPrice"), value.get("retailPrice"))
        if all(isinstance(price, int | Decimal) for price in pair):
            yield pair
    for part in _parts(value):
        yield from prices_of(part)


def _days(body: Any) -> list[Any]:
    found = member_at(body, "availabilityResults")
    return [day for day in found if isinstance(day, dict)] if isinstance(found, list) else []


def best_and_lowest(body: Any) -> tuple[Any, Any] | None:
    """The lowest prices of the best day and of all days. None where either is not shown."""
    best = member_at(body, "bestAvailability.lowestPrice")
    prices = [day["lowestPrice"] for day in _days(body) if isinstance(day.get("lowestPrice"), int | Decimal)]
    return (best, min(prices)) if prices and isinstance(best, int | Decimal) else None


def everything_sent(exchange: Exchange) -> str:
    """The body, the address and the headers of the request, as a text to search."""
    content = (exchange.request.content or b"").decode("utf-8", errors="replace")
    return f"{content} {exchange.request.url} {exchange.request.headers}"


def period_of(body: Any) -> str:
    """The first and the last date that a price list names, in words."""
    named = [value for name in ("startDate", "endDate") for value in _values(body, name)]
    return f"{min(named)} to {max(named)}" if named else "no period that the answer names"


def dates_on_earth(moment: datetime) -> list[str]:
    """The dates that clocks on walls show at this aware *moment*: one, two or three, the earliest first."""
    utc = moment.astimezone(UTC)
    return sorted({str((utc + timedelta(hours=hours)).date()) for hours in (_FARTHEST_WEST, 0, _FARTHEST_EAST)})


def _values(value: Any, name: str) -> Iterator[str]:
    if isinstance(value, dict) and isinstance(value.get(name), str):
        yield value[name]
    for part in _parts(value):
        yield from _values(part, name)


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
