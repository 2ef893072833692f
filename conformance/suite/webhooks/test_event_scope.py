"""Checks that nobody is told what they should not hear: after a removal, at an old address, of others, of refusals.

What must not arrive is watched for a while after something that did: no document says how long a delivery may take.
"""

from collections.abc import Iterator, Sequence

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.receiver import Delivery, Receiver
from conformance.evidence.verdicts import Inconclusive, expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import give_back
from conformance.suite.arranged.deliveries import CANCELLED, CONFIRMED, MODIFIED, Mailroom, Subscribed, Told
from conformance.target.target import Target

_ALL = (CONFIRMED, CANCELLED, MODIFIED)
_TOO_MANY = 99


@pytest.fixture
def mailroom(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, receiver: Receiver, run: Run, target: Target
) -> Iterator[Mailroom]:
    """Opens subscriptions for the first agency, and removes them after the check."""
    room = Mailroom(agency, bookings, tee_times, receiver, run, target)
    yield room
    room.clear()


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
@pytest.mark.parametrize("served_before", [False, True], ids=["never used", "used before"])
def test_nothing_is_delivered_after_a_removal(mailroom: Mailroom, served_before: bool) -> None:
    removed, kept = mailroom.open(*_ALL), mailroom.open(*_ALL)
    if served_before:
        mailroom.arrived(removed, mailroom.booked())
        # What a change takes is not shown: one that is refused changes nothing.
        mailroom.agency.put(mailroom.path(removed), dict(removed.body), role=Role.attempt)
    mailroom.remove(removed)

    booking = mailroom.cancelled(mailroom.changed(mailroom.booked(2), 3))
    _channel_works(mailroom, kept, booking)
    late = mailroom.quiet(lambda _: _named(mailroom, removed, booking))

    expect(not late, "nothing arrives at a subscription that was removed before", _told(late))
    _nothing_unnamed(mailroom, removed, booking)


@verifies("EVT-09")
@pytest.mark.parametrize("served_before", [False, True], ids=["never used", "used before"])
def test_a_new_url_takes_the_place_of_the_old_one(mailroom: Mailroom, served_before: bool) -> None:
    old = mailroom.open(*_ALL)
    if served_before:
        mailroom.arrived(old, mailroom.booked())
    new = Subscribed({**old.body, "url": mailroom.address()}, old.made)
    accepted(mailroom.agency.put(mailroom.path(old), new.body), "Changing a subscription")
    mailroom.rests()

    booking = mailroom.cancelled(mailroom.booked())
    mailroom.receiver.wait_for_delivery(
        lambda _: mailroom.so_far(new, booking) or _named(mailroom, old, booking),
        mailroom.target.budgets.delivery_seconds,
    )
    late = mailroom.quiet(lambda _: _named(mailroom, old, booking))

    expect(not late, "nothing arrives at the old url after the change", _told(late))
    _nothing_unnamed(mailroom, old, booking)
    _channel_works(mailroom, new, booking)


@verifies("EVT-10")
def test_refused_requests_are_not_told(mailroom: Mailroom, bookings: BookingDesk) -> None:
    booking = mailroom.booked()
    line = mailroom.open(*_ALL)

    attempts = [bookings.update(booking.id, {"players": players}) for players in (_TOO_MANY, 0)]
    _all_refused(attempts)
    early = mailroom.quiet(lambda _: _named(mailroom, line, booking))
    _channel_works(mailroom, line, mailroom.changed(booking, 3))

    expect(not early, "a refused change causes no delivery", _told(early))


@verifies("EVT-10")
def test_a_refused_booking_is_not_told(mailroom: Mailroom, bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    line = mailroom.open(*_ALL)
    body = bookings.body(tee_times.fresh(), _TOO_MANY)

    attempt = bookings.post(body)
    give_back(bookings, attempt)
    _all_refused([attempt])
    told = Told("", (body["agencyBookingReference"],))
    early = mailroom.quiet(lambda _: _named(mailroom, line, told))
    _channel_works(mailroom, line, mailroom.booked())

    expect(not early, "a refused booking causes no delivery", _told(early))


@verifies("EVT-10")
def test_a_refused_cancellation_is_not_told(mailroom: Mailroom, second_bookings: BookingDesk) -> None:
    booking = mailroom.booked()
    line = mailroom.open(*_ALL)

    attempt = second_bookings.cancel(booking.id)
    _all_refused([attempt])
    early = mailroom.quiet(lambda _: _named(mailroom, line, booking))
    _channel_works(mailroom, line, mailroom.cancelled(booking))

    expect(not early, "a refused cancellation causes no delivery", _told(early))


@verifies("EVT-13")
def test_bookings_of_another_agency_are_not_told(mailroom: Mailroom, second_mailroom: Mailroom) -> None:
    own, others = mailroom.open(*_ALL), second_mailroom.open(*_ALL)

    booking = mailroom.cancelled(mailroom.changed(mailroom.booked(2), 3))
    _channel_works(mailroom, own, booking)
    _channel_works(second_mailroom, others, second_mailroom.cancelled(second_mailroom.booked()))
    strange = mailroom.quiet(lambda _: _named(mailroom, others, booking))

    expect(not strange, "nothing about one agency's booking arrives at another's subscription", _told(strange))


def _channel_works(mailroom: Mailroom, line: Subscribed, booking: Told) -> None:
    """Raise `Inconclusive` when nothing about *booking* arrives at *line*, because then silence proves nothing."""
    if not mailroom.arrived(line, booking):
        raise Inconclusive("The delivery that should have arrived did not, so silence elsewhere proves nothing.")


def _nothing_unnamed(mailroom: Mailroom, line: Subscribed, booking: Told) -> None:
    """Raise `Inconclusive` when something arrived at *line* that names no booking: it may be about *booking* or not."""
    unnamed = mailroom.so_far(line, booking)
    if unnamed:
        raise Inconclusive(f"{_told(unnamed)} It names no booking, so it may be about an earlier one.")


def _named(mailroom: Mailroom, line: Subscribed, booking: Told) -> list[Delivery]:
    """Deliveries to *line* that name *booking*."""
    return [each for each in mailroom.receiver.at(line.url) if booking.in_(each)]


def _all_refused(attempts: list[Answer]) -> None:
    for attempt in attempts:
        attempt.mark(Role.attempt)
        if attempt.is_success:
            raise Inconclusive(f"{attempt.where} was accepted, which another row judges.")


def _told(deliveries: Sequence[Delivery]) -> str:
    return f"{len(deliveries)} arrived: {deliveries[0].text[:300]}" if deliveries else "nothing arrived"
