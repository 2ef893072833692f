"""Checks that nobody gets deliveries that are not theirs: after a removal, at an old address, of others, of refusals.

The checks watch for unwanted deliveries for a while: no document says how long a delivery may take.
"""

from collections.abc import Callable, Iterator, Sequence

import pytest

from conformance.asking.client import Agency
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.receiver import Receiver
from conformance.evidence.verdicts import expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import give_back
from conformance.suite.arranged.deliveries import KINDS, Mailroom, NamedBooking, Subscribed
from conformance.suite.arranged.refusals import (
    ALWAYS_REFUSED,
    OF_ANOTHER_STATE,
    Refusals,
    ask_in_vain,
)
from conformance.suite.webhooks.unwanted_deliveries import (
    arrivals,
    book_beside_another_party,
    cancellations_named,
    give_a_new_query,
    give_a_new_url,
    give_a_new_url_in_turn,
    grow_without_room,
    leave_unused,
    named,
    require_first_url_served_again,
    require_nothing_unnamed,
    require_refused_attempts,
    require_working_channel,
    use,
    use_and_change,
    wait_for_cancellations,
    wait_for_either,
    without_accepted,
)
from conformance.target.target import Target

_TOO_MANY = 99

# What happens before a subscription is changed or removed, and the bookings that it leaves.
Uses = Callable[[Mailroom, Subscribed], Sequence[NamedBooking]]
NewUrl = Callable[[Mailroom, Subscribed], Subscribed]

# A delivery that names no booking could be about a booking of another check.
pytestmark = pytest.mark.hears_deliveries


@pytest.fixture
def second_mailroom(
    second_agency: Agency,
    second_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    receiver: Receiver,
    run: Run,
    target: Target,
) -> Iterator[Mailroom]:
    """Opens subscriptions for the second agency, and removes them after the check."""
    room = Mailroom(second_agency, second_bookings, tee_times, receiver, run, target)
    yield room
    room.clear()


@verifies("EVT-08")
@pytest.mark.parametrize("uses", [leave_unused, use_and_change], ids=["never used", "used before"])
def test_nothing_is_delivered_after_a_removal(mailroom: Mailroom, uses: Uses) -> None:
    removed, kept = mailroom.open(*KINDS), mailroom.open(*KINDS)
    older = uses(mailroom, removed)
    mailroom.remove(removed)

    booking = mailroom.cancel(mailroom.change_players(mailroom.book(2), 3))
    cancelled = [mailroom.cancel(booked_before) for booked_before in older]
    require_working_channel(mailroom, kept, booking)
    wait_for_cancellations(mailroom, kept, removed, cancelled)
    late = mailroom.quiet(
        lambda _: [*named(mailroom, removed, booking), *cancellations_named(mailroom, removed, cancelled)]
    )

    expect(not late, "nothing arrives at a subscription that was removed before", arrivals(late))
    require_nothing_unnamed(mailroom, removed, booking)


@verifies("EVT-09")
@pytest.mark.parametrize(
    ("uses", "changes"),
    [(leave_unused, (give_a_new_url, give_a_new_query)), (use, (give_a_new_url_in_turn,))],
    ids=["never used", "used before"],
)
def test_a_new_url_takes_the_place_of_the_old_one(mailroom: Mailroom, uses: Uses, changes: Sequence[NewUrl]) -> None:
    old = new = mailroom.open(*KINDS)
    older = uses(mailroom, old)
    for change in changes:
        old, new = new, change(mailroom, new)

    booking = mailroom.book()
    cancelled = [mailroom.cancel(booked_before) for booked_before in older]
    wait_for_either(mailroom, new, old, booking)
    wait_for_cancellations(mailroom, new, old, cancelled)
    late = mailroom.quiet(lambda _: [*named(mailroom, old, booking), *cancellations_named(mailroom, old, cancelled)])

    expect(not late, "nothing arrives at the old url after the change", arrivals(late))
    require_nothing_unnamed(mailroom, old, booking)
    require_working_channel(mailroom, new, booking)
    require_first_url_served_again(mailroom, old, new, booking)


@verifies("EVT-10")
def test_refused_requests_are_not_delivered(
    first_mailroom: Mailroom, bookings: BookingDesk, other_bookings: BookingDesk
) -> None:
    booking, in_another_state = first_mailroom.book(2), first_mailroom.book()
    beside_others = book_beside_another_party(first_mailroom, other_bookings)
    line = first_mailroom.open(*KINDS)

    require_refused_attempts(ask_in_vain(Refusals(bookings, other_bookings, booking.id), ALWAYS_REFUSED))
    tried = ask_in_vain(Refusals(bookings, other_bookings, in_another_state.id), OF_ANOTHER_STATE)
    untouched = [booking, *without_accepted(in_another_state, tried)]
    untouched += without_accepted(beside_others, [grow_without_room(bookings, beside_others)])
    early = first_mailroom.quiet(
        lambda _: [delivery for kept in untouched for delivery in named(first_mailroom, line, kept)]
    )
    require_working_channel(first_mailroom, line, first_mailroom.change_players(booking, 3))

    expect(not early, "a refused change or cancellation causes no delivery", arrivals(early))


@verifies("EVT-10")
def test_a_refused_booking_is_not_delivered(
    first_mailroom: Mailroom, bookings: BookingDesk, tee_times: TeeTimeFinder
) -> None:
    line = first_mailroom.open(*KINDS)
    body = bookings.body(tee_times.fresh(), _TOO_MANY)

    attempt = bookings.post(body)
    give_back(bookings, attempt)
    require_refused_attempts([attempt])
    refused_booking = NamedBooking("", (body["agencyBookingReference"],))
    early = first_mailroom.quiet(lambda _: named(first_mailroom, line, refused_booking))
    require_working_channel(first_mailroom, line, first_mailroom.book())

    expect(not early, "a refused booking causes no delivery", arrivals(early))


@verifies("EVT-10")
def test_a_refused_cancellation_is_not_delivered(first_mailroom: Mailroom, second_bookings: BookingDesk) -> None:
    booking = first_mailroom.book()
    line = first_mailroom.open(*KINDS)

    attempt = second_bookings.cancel(booking.id)
    require_refused_attempts([attempt])
    early = first_mailroom.quiet(lambda _: named(first_mailroom, line, booking))
    require_working_channel(first_mailroom, line, first_mailroom.cancel(booking))

    expect(not early, "a refused cancellation causes no delivery", arrivals(early))


@verifies("EVT-13")
def test_no_delivery_reports_a_booking_of_another_agency(first_mailroom: Mailroom, second_mailroom: Mailroom) -> None:
    own, others = first_mailroom.open(*KINDS), second_mailroom.open(*KINDS)

    booking = first_mailroom.cancel(first_mailroom.change_players(first_mailroom.book(2), 3))
    require_working_channel(first_mailroom, own, booking)
    require_working_channel(second_mailroom, others, second_mailroom.cancel(second_mailroom.book()))
    strange = first_mailroom.quiet(lambda _: named(first_mailroom, others, booking))

    expect(not strange, "a subscription gets nothing about the bookings of another agency", arrivals(strange))
