"""What exchanges of a run show at open points: ids, statuses, histories, prices. It records and never judges."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import member_at
from conformance.suite.open.observations import listed
from conformance.suite.open.seen import AnsweredExchanges, answer, payload, query, sent, status

# Hours that the clocks furthest behind UTC and furthest ahead of it differ from UTC.
_FARTHEST_WEST, _FARTHEST_EAST = -12, 14


def states_of_groups(seen: AnsweredExchanges) -> Sequence[Sequence[str]]:
    """The statuses that each group showed, in their order and without repetitions."""
    histories = {booking_of(created): [str(status_shown(created))] for created in seen.accepted("createGroupBooking")}
    for read in seen.accepted("getGroupBooking"):
        states = histories.setdefault(booking_named(read), [])
        if str(status_shown(read)) not in states[-1:]:
            states.append(str(status_shown(read)))
    return list(histories.values())


def by_reference(seen: AnsweredExchanges) -> Sequence[Sequence[Exchange]]:
    """The requests for bookings that share an agencyBookingReference, in their order."""
    requests: defaultdict[str, list[Exchange]] = defaultdict(list)
    for exchange in seen.all("createBooking"):
        reference = member_at(sent(exchange), "agencyBookingReference")
        if isinstance(reference, str):
            requests[reference].append(exchange)
    return list(requests.values())


def after_a_cancellation(seen: AnsweredExchanges) -> Iterator[Exchange]:
    """The changes and cancellations that an agency asks for after it has cancelled the booking."""
    cancelled: set[tuple[str, str]] = set()
    for exchange in seen.all("cancelBooking", "updateBooking"):
        booking = (exchange.agency, booking_named(exchange))
        if booking in cancelled:
            yield exchange
        if exchange.operation_id == "cancelBooking" and status(exchange) < 300:
            cancelled.add(booking)


def slots_of(body: Any) -> list[int]:
    """availableSlots of every day in an answer."""
    return [day["availableSlots"] for day in _days(body) if isinstance(day.get("availableSlots"), int)]


def booking_of(exchange: Exchange) -> str:
    """The id in the answer, as text."""
    return str(member_at(payload(exchange), "id"))


def status_shown(exchange: Exchange) -> Any:
    """The status in the answer, None when there is none."""
    return member_at(payload(exchange), "status")


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
    """By which of *names* every one of *lists* is ordered, upwards or downwards."""
    found = [f"{name} {word}" for name in names for word in ("upwards", "downwards") if _is_ordered(lists, name, word)]
    return listed(found) if found else f"none of {', '.join(names)}"


def _is_ordered(lists: Sequence[Sequence[Mapping[str, Any]]], name: str, word: str) -> bool:
    columns = [[str(item[name]) for item in items if name in item] for items in lists]
    telling = [column for column in columns if len(set(column)) > 1]
    return bool(telling) and all(column == sorted(column, reverse=word == "downwards") for column in telling)


def zone_of(moment: str) -> str:
    """How *moment* is written: its zone, and whether it has a fraction of a second."""
    fraction = " and a fraction of a second" if "." in moment else ""
    if moment.endswith("Z"):
        return f"with Z{fraction}"
    return f"with an offset{fraction}" if moment[-6:-5] in ("+", "-") else f"without a zone{fraction}"


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
    return f"{min(named)} to {max(named)}" if named else "no period in the refusal"


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
