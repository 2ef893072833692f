"""How this target behaves where no document says it. Recorded, never judged."""

from collections import Counter

from conformance.asking.client import Agency
from conformance.discovery.webhooks import EVENT_KINDS
from conformance.evidence.exchanges import Answer, Exchange, Role
from conformance.evidence.json_values import member_at
from conformance.evidence.receiver import Receiver
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.deliveries import kinds_in
from conformance.suite.open.observations import (
    if_any,
    listed,
    members,
    observed,
    statuses_by_operation,
    times,
    with_frequencies,
)
from conformance.suite.open.readings import (
    about_pending_bookings,
    after_a_cancellation,
    answers_to_repeated_references,
    best_and_lowest,
    course_named,
    dates_on_earth,
    everything_sent,
    filters_of,
    items_of,
    moments_of,
    orders_of,
    page_or_status,
    period_of,
    prices_of,
    slots_of,
    states_of_groups,
    status_shown,
    statuses_in_answers,
    with_idempotency_key,
)
from conformance.suite.open.seen import AnsweredExchanges, answer, query, sent, status

_FAR_PAGE = 100_000


@verifies("UNS-06", closing=True)
def test_what_ends_a_pending_booking(seen: AnsweredExchanges) -> None:
    cancelled = about_pending_bookings(seen, "cancelBooking")
    later = statuses_in_answers(about_pending_bookings(seen, "getBooking"))

    observed(
        if_any(
            cancelled, f"DELETE on a booking created as pending answered {with_frequencies(map(_in_words, cancelled))}."
        ),
        if_any(later, f"Bookings that were pending were read as {listed(sorted(later))}."),
    )


def _in_words(cancelled: Exchange) -> str:
    """The status of HTTP and, where the answer shows one, the status of the booking."""
    shown = status_shown(cancelled)
    return f"{status(cancelled)}{if_any(shown, f' with status {shown}')}"


@verifies("UNS-07", closing=True)
def test_what_a_change_does_to_the_status(seen: AnsweredExchanges) -> None:
    changed = seen.accepted("updateBooking")
    shown = statuses_in_answers(changed)

    observed(
        if_any(
            changed,
            f"PUT answers {with_frequencies(status(exchange) for exchange in changed)} with {members(changed)}.",
        ),
        if_any(shown, f"It shows the status {with_frequencies(shown)}."),
    )


@verifies("UNS-08", closing=True)
def test_how_a_group_goes_on(seen: AnsweredExchanges) -> None:
    histories = states_of_groups(seen)

    observed(
        if_any(histories, f"Groups went through {with_frequencies(' then '.join(states) for states in histories)}.")
    )


@verifies("UNS-09", closing=True)
def test_what_max_results_does(seen: AnsweredExchanges) -> None:
    asked = [exchange for exchange in seen.all("searchCourses") if "maxResults" in query(exchange)]
    said = [f"maxResults={query(exchange)['maxResults']}: {page_or_status(exchange)}" for exchange in asked]

    observed(if_any(asked, f"{listed(said)}."))


@verifies("UNS-22", closing=True)
def test_deliveries_show_which_other_kinds_the_service_sends(receiver: Receiver) -> None:
    arrived = receiver.everything()
    kinds = sorted({kind for delivery in arrived for kind in kinds_in(delivery)} - set(EVENT_KINDS))

    observed(
        if_any(kinds, f"Deliveries name {listed(kinds)}."),
        if_any(arrived and not kinds, f"None of the {len(arrived)} deliveries names another kind."),
    )


@verifies("UNS-29")
def test_what_a_page_beyond_the_last_answers(agency: Agency) -> None:
    answered = agency.send("GET", "/travel/courses", query={"page": _FAR_PAGE}, role=Role.attempt)
    observed(f"Page {_FAR_PAGE} of the courses answered {answered.status}{_number_of_items(answered)}.")


def _number_of_items(answered: Answer) -> str:
    found = member_at(answered.body, "data") if answered.is_success else None
    return f" with {len(found)} items" if isinstance(found, list) else ""


@verifies("UNS-30", closing=True)
def test_in_which_order_lists_come(seen: AnsweredExchanges) -> None:
    courses = [items_of(exchange) for exchange in seen.accepted("searchCourses") if not filters_of(exchange)]
    bookings = [items_of(exchange) for exchange in seen.accepted("listBookings")]
    order_of_courses = orders_of(courses, ("id", "name", "country"))
    order_of_bookings = orders_of(bookings, ("id", "createdAt", "date"))

    observed(
        if_any(order_of_courses, f"Unfiltered courses are ordered by {order_of_courses}."),
        if_any(order_of_bookings, f"Bookings are ordered by {order_of_bookings}."),
    )


@verifies("UNS-31", closing=True)
def test_what_a_repeated_reference_does(seen: AnsweredExchanges) -> None:
    booked, answered, refused = answers_to_repeated_references(seen)
    statuses = with_frequencies(map(status, refused))
    keyed = with_idempotency_key(seen)

    observed(
        if_any(booked, f"The target accepted another booking with the same reference {times(len(booked))}."),
        if_any(answered, f"The target answered with the earlier booking {times(len(answered))}."),
        if_any(refused, f"The target refused requests with a repeated reference with {statuses}."),
        if_any(keyed, f"Requests with an Idempotency-Key answered {with_frequencies(map(status, keyed))}."),
    )


@verifies("UNS-32", closing=True)
def test_what_a_cancelled_booking_answers(seen: AnsweredExchanges) -> None:
    later = statuses_by_operation(after_a_cancellation(seen))

    observed(*(f"After a cancellation {name} answered {with_frequencies(found)}." for name, found in later.items()))


@verifies("UNS-34", closing=True)
def test_how_moments_are_written(seen: AnsweredExchanges) -> None:
    moments = list(moments_of(seen.accepted(), ("createdAt", "cancellationDate", "holdExpiration")))
    days = list(moments_of(seen.accepted(), ("date", "teeTime")))

    observed(
        if_any(moments, f"Moments are written as {with_frequencies(moments)}."),
        if_any(days, f"Dates and tee times are written as {with_frequencies(days)}."),
    )


@verifies("UNS-35", closing=True)
def test_how_prices_for_agencies_compare_with_retail(seen: AnsweredExchanges) -> None:
    prices = [pair for exchange in seen.accepted("getCoursePricing") for pair in prices_of(answer(exchange))]
    words = {-1: "below", 0: "equal to", 1: "above"}
    found = Counter(words[(b2b > retail) - (b2b < retail)] for b2b, retail in prices)

    observed(*(f"b2bPrice is {word} retailPrice {count} times." for word, count in found.most_common()))


@verifies("UNS-36", closing=True)
def test_what_the_lowest_price_and_the_best_day_are(seen: AnsweredExchanges) -> None:
    bodies = [answer(exchange) for exchange in seen.accepted("checkAvailability") if "startDate" in query(exchange)]
    compared = [pair for body in bodies if (pair := best_and_lowest(body))]
    cheapest = sum(1 for best, lowest in compared if best == lowest)
    slots = [slots for body in bodies for slots in slots_of(body)]
    most, fewest = max(slots, default=0), min(slots, default=0)

    observed(
        if_any(compared, f"The best day has the lowest price of its period in {cheapest} of {len(compared)} answers."),
        if_any(slots, f"availableSlots was between {fewest} and {most}."),
    )


@verifies("UNS-39", closing=True)
def test_whether_another_agency_can_use_a_hold(seen: AnsweredExchanges) -> None:
    holds = [(member_at(answer(exchange), "holdId"), exchange.agency) for exchange in seen.accepted("holdTeeTime")]
    makers = {hold_id: agency for hold_id, agency in holds if isinstance(hold_id, str) and hold_id}
    used = [
        status(exchange)
        for exchange in seen.all("createBooking")
        for hold_id, maker in makers.items()
        if exchange.agency != maker and hold_id in everything_sent(exchange)
    ]

    observed(
        if_any(used, f"A booking with the hold of another agency answered {with_frequencies(used)}.") or "Not tried."
    )


@verifies("UNS-40", closing=True)
def test_which_period_prices_cover_by_default(seen: AnsweredExchanges) -> None:
    without = [
        exchange
        for exchange in seen.accepted("getCoursePricing")
        if not {"startDate", "endDate"} & query(exchange).keys()
    ]
    found = [
        f"{period_of(answer(exchange))} (asked on {' or '.join(dates_on_earth(exchange.started_at))}, by time zone)"
        for exchange in without
    ]

    observed(if_any(without, f"Without dates, prices cover {with_frequencies(found)}."))


@verifies("UNS-42", closing=True)
def test_what_works_for_courses_of_the_other_kind(seen: AnsweredExchanges) -> None:
    items = [item for exchange in seen.accepted("searchCourses", "getCourse") for item in items_of(exchange)]
    offline = {str(item.get("id")) for item in items if item.get("isOnline") is False}
    asked = seen.all("listTeeTimes", "checkAvailability", "holdTeeTime", "createGroupBooking")
    there = [
        exchange
        for exchange in asked
        if str(course_named(exchange) or member_at(sent(exchange), "courseId")) in offline
    ]
    by_operation = statuses_by_operation(there)

    observed(
        *(f"For an offline course {name} answered {with_frequencies(found)}." for name, found in by_operation.items())
    )
