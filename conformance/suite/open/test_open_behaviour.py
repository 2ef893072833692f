"""How this target behaves where no document says it. Recorded, never judged."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.catalogue.operations import match
from conformance.discovery.webhooks import EVENT_KINDS
from conformance.evidence.exchanges import Exchange, Role
from conformance.evidence.receiver import Receiver
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.deliveries import kinds_in
from conformance.suite.open.seen import (
    Seen,
    answer,
    counted,
    listed,
    member,
    members,
    observed,
    payload,
    query,
    sent,
    status,
)

_FAR_PAGE = 100_000


@pytest.fixture
def seen(exchanges: Sequence[Exchange]) -> Seen:
    """What this run has seen, for closing checks."""
    return Seen(exchanges)


@verifies("UNS-06", closing=True)
def test_what_ends_a_pending_booking(seen: Seen) -> None:
    pending = {_booking(one) for one in seen.accepted("createBooking") if _status_shown(one) == "pending"}
    cancelled = [one for one in seen.all("cancelBooking") if _named(one) in pending]
    shown = counted(f"{status(one)} with status {_status_shown(one)}" for one in cancelled)
    later = {_status_shown(one) for one in seen.accepted("getBooking") if _named(one) in pending} - {None}

    observed(
        f"DELETE on a pending booking answered {shown}." if cancelled else "",
        f"Bookings that were pending were read as {listed(sorted(map(str, later)))}." if later else "",
    )


@verifies("UNS-07", closing=True)
def test_what_a_change_does_to_the_status(seen: Seen) -> None:
    changed = seen.accepted("updateBooking")

    observed(
        f"PUT answers {counted(status(one) for one in changed)} with {members(changed)}." if changed else "",
        f"It shows the status {counted(_status_shown(one) for one in changed)}." if changed else "",
    )


@verifies("UNS-08", closing=True)
def test_how_a_group_goes_on(seen: Seen) -> None:
    made = {_booking(one): [str(_status_shown(one))] for one in seen.accepted("createGroupBooking")}
    for one in seen.accepted("getGroupBooking"):
        states = made.setdefault(_named(one), [])
        if str(_status_shown(one)) not in states[-1:]:
            states.append(str(_status_shown(one)))

    observed(f"Groups went through {counted(' then '.join(states) for states in made.values())}." if made else "")


@verifies("UNS-09", closing=True)
def test_what_max_results_does(seen: Seen) -> None:
    asked = [one for one in seen.all("searchCourses") if "maxResults" in query(one)]
    said = [f"maxResults={query(one)['maxResults']}: {_page_or_status(one)}" for one in asked]

    observed(f"{listed(said)}." if asked else "")


@verifies("UNS-22", closing=True)
def test_which_other_kinds_are_told(receiver: Receiver) -> None:
    kinds = sorted({kind for each in receiver.everything() for kind in kinds_in(each)} - set(EVENT_KINDS))

    observed(f"Deliveries name {listed(kinds)}." if kinds else "No delivery of this run names another kind.")


@verifies("UNS-29")
def test_a_page_far_beyond_the_last_is_asked_for(agency: Agency) -> None:
    answered = agency.send("GET", "/travel/courses", query={"page": _FAR_PAGE}, role=Role.attempt)
    found = member(answered.body, "data") if answered.is_success else None
    items = f" with {len(found)} items" if isinstance(found, list) else ""

    observed(f"Page {_FAR_PAGE} of the courses answered {answered.status}{items}.")


@verifies("UNS-30", closing=True)
def test_in_which_order_lists_come(seen: Seen) -> None:
    courses = [_items(one) for one in seen.accepted("searchCourses") if not _filters(one)]
    bookings = [_items(one) for one in seen.accepted("listBookings")]

    observed(
        f"Unfiltered courses are ordered by {_orders(courses, ('id', 'name', 'country'))}." if courses else "",
        f"Bookings are ordered by {_orders(bookings, ('id', 'createdAt', 'date'))}." if bookings else "",
    )


@verifies("UNS-31", closing=True)
def test_what_a_repeated_reference_does(seen: Seen) -> None:
    by_reference: defaultdict[str, list[Exchange]] = defaultdict(list)
    for one in seen.all("createBooking"):
        reference = member(sent(one), "agencyBookingReference")
        if isinstance(reference, str):
            by_reference[reference].append(one)
    again = [later for first, *others in by_reference.values() if status(first) < 300 for later in others]
    keys = [one for one in seen.all() if any(name.lower() == "idempotency-key" for name, _ in one.request.headers)]

    taken = [one for one in again if status(one) < 300]

    observed(
        f"A second booking with a reference that is taken was accepted {len(taken)} times." if taken else "",
        f"A reference that is taken was answered with {counted(map(status, again))}." if again and not taken else "",
        f"Requests with an Idempotency-Key answered {counted(status(one) for one in keys)}." if keys else "",
    )


@verifies("UNS-32", closing=True)
def test_what_a_cancelled_booking_answers(seen: Seen) -> None:
    cancelled: set[str] = set()
    later: defaultdict[str, list[int]] = defaultdict(list)
    for one in seen.all("cancelBooking", "updateBooking"):
        if _named(one) in cancelled:
            later[one.operation_id or ""].append(status(one))
        if one.operation_id == "cancelBooking" and status(one) < 300:
            cancelled.add(_named(one))

    observed(*(f"After a cancellation {name} answered {counted(found)}." for name, found in later.items()))


@verifies("UNS-34", closing=True)
def test_in_which_zone_moments_are_told(seen: Seen) -> None:
    names = ("createdAt", "cancellationDate", "holdExpiration")
    zones = [
        f"{name} {_zone(value)}"
        for one in seen.accepted()
        for name in names
        for value in (member(payload(one), name),)
        if isinstance(value, str)
    ]

    observed(f"Moments are written as {counted(zones)}." if zones else "", "Dates and tee times carry no zone.")


@verifies("UNS-35", closing=True)
def test_how_prices_for_agencies_compare_with_retail(seen: Seen) -> None:
    prices = [pair for one in seen.accepted("getCoursePricing") for pair in _prices(answer(one))]
    words = {-1: "below", 0: "equal to", 1: "above"}
    found = Counter(words[(b2b > retail) - (b2b < retail)] for b2b, retail in prices)

    observed(*(f"b2bPrice is {word} retailPrice {count} times." for word, count in found.most_common()))


@verifies("UNS-36", closing=True)
def test_what_the_lowest_price_and_the_best_day_are(seen: Seen) -> None:
    bodies = [answer(one) for one in seen.accepted("checkAvailability") if "startDate" in query(one)]
    compared = [pair for body in bodies if (pair := _best_and_lowest(body))]
    cheapest = sum(1 for best, lowest in compared if best == lowest)
    slots = [
        day["availableSlots"] for body in bodies for day in _days(body) if isinstance(day.get("availableSlots"), int)
    ]

    observed(
        f"The best day has the lowest price of its period in {cheapest} of {len(compared)} answers."
        if compared
        else "",
        f"availableSlots was between {min(slots)} and {max(slots)}." if slots else "",
    )


@verifies("UNS-39", closing=True)
def test_whether_another_agency_can_use_a_hold(seen: Seen) -> None:
    holds = [(member(answer(one), "holdId"), one.agency) for one in seen.accepted("holdTeeTime")]
    makers = {hold_id: agency for hold_id, agency in holds if isinstance(hold_id, str) and hold_id}
    used = [
        status(one)
        for one in seen.all("createBooking")
        for hold_id, maker in makers.items()
        if one.agency != maker and hold_id in _everything_sent(one)
    ]

    observed(f"A booking with the hold of another agency answered {counted(used)}." if used else "Not tried.")


@verifies("UNS-40", closing=True)
def test_which_period_prices_cover_by_default(seen: Seen) -> None:
    without = [one for one in seen.accepted("getCoursePricing") if not {"startDate", "endDate"} & query(one).keys()]
    found = [f"{_period(answer(one))} (asked on {one.started_at.date()})" for one in without]

    observed(f"Without dates, prices cover {counted(found)}." if without else "")


@verifies("UNS-42", closing=True)
def test_what_works_for_courses_of_the_other_kind(seen: Seen) -> None:
    items = [item for one in seen.accepted("searchCourses", "getCourse") for item in _items(one)]
    offline = {str(item.get("id")) for item in items if item.get("isOnline") is False}
    asked = seen.all("listTeeTimes", "checkAvailability", "holdTeeTime", "createGroupBooking")
    there = [one for one in asked if str(_course(one) or member(sent(one), "courseId")) in offline]
    by_operation: defaultdict[str, list[int]] = defaultdict(list)
    for one in there:
        by_operation[one.operation_id or ""].append(status(one))

    observed(*(f"For an offline course {name} answered {counted(found)}." for name, found in by_operation.items()))


def _booking(exchange: Exchange) -> str:
    return str(member(payload(exchange), "id"))


def _status_shown(exchange: Exchange) -> Any:
    return member(payload(exchange), "status")


def _named(exchange: Exchange) -> str:
    met = match(exchange.request.method, exchange.request.path)
    return met.parameters.get("id", "") if met else ""


def _course(exchange: Exchange) -> str | None:
    met = match(exchange.request.method, exchange.request.path)
    return met.course_id if met else None


def _items(exchange: Exchange) -> list[Any]:
    found = payload(exchange)
    return [one for one in (found if isinstance(found, list) else [found]) if isinstance(one, dict)]


def _filters(exchange: Exchange) -> set[str]:
    return query(exchange).keys() - {"page", "pageSize"}


def _page_or_status(exchange: Exchange) -> str:
    pagination = member(answer(exchange), "meta.pagination")
    return f"a pageSize of {pagination.get('pageSize')}" if isinstance(pagination, dict) else f"{status(exchange)}"


def _orders(lists: Sequence[Sequence[Mapping[str, Any]]], names: Sequence[str]) -> str:
    """By which of *names* every one of *lists* is ordered, upwards or downwards."""
    found = [f"{name} {word}" for name in names for word in ("upwards", "downwards") if _is_ordered(lists, name, word)]
    return listed(found) if found else f"none of {', '.join(names)}"


def _is_ordered(lists: Sequence[Sequence[Mapping[str, Any]]], name: str, word: str) -> bool:
    columns = [[str(item[name]) for item in each if name in item] for each in lists]
    telling = [column for column in columns if len(set(column)) > 1]
    return bool(telling) and all(column == sorted(column, reverse=word == "downwards") for column in telling)


def _zone(moment: str) -> str:
    if moment.endswith("Z"):
        return "with Z"
    return "with an offset" if moment[-6:-5] in ("+", "-") else "without a zone"


def _prices(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every pair of b2bPrice and retailPrice that stand side by side."""
    if isinstance(value, dict):
        pair = (value.get("b2bPrice"), value.get("retailPrice"))
        if all(isinstance(one, int | Decimal) for one in pair):
            yield pair
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _prices(one)


def _days(body: Any) -> list[Any]:
    found = member(body, "availabilityResults")
    return [day for day in found if isinstance(day, dict)] if isinstance(found, list) else []


def _best_and_lowest(body: Any) -> tuple[Any, Any] | None:
    """The lowest price of the best day, and that of all days; None where either is not shown."""
    best = member(body, "bestAvailability.lowestPrice")
    prices = [day["lowestPrice"] for day in _days(body) if isinstance(day.get("lowestPrice"), int | Decimal)]
    return (best, min(prices)) if prices and isinstance(best, int | Decimal) else None


def _everything_sent(exchange: Exchange) -> str:
    content = (exchange.request.content or b"").decode("utf-8", errors="replace")
    return f"{content} {exchange.request.url} {exchange.request.headers}"


def _period(body: Any) -> str:
    named = [value for name in ("startDate", "endDate") for value in _values(body, name)]
    return f"{min(named)} to {max(named)}" if named else "no period in the refusal"


def _values(value: Any, name: str) -> Iterator[str]:
    if isinstance(value, dict) and isinstance(value.get(name), str):
        yield value[name]
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _values(one, name)
