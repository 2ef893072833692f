"""Deliveries that must not arrive, and deliveries that must, because silence alone proves nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from conformance.asking.oracles import accepted
from conformance.discovery import BookingDesk
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.receiver import Delivery
from conformance.evidence.verdicts import Inconclusive, expect
from conformance.suite.arranged.booked import PLACES
from conformance.suite.arranged.deliveries import CANCELLED, Mailroom, NamedBooking, Subscribed, kinds_in
from conformance.suite.arranged.ways_to_book import book_in_some_way


def leave_unused(_mailroom: Mailroom, _line: Subscribed) -> Sequence[NamedBooking]:
    """Nothing happens before the check, so there is no older booking."""
    return ()


def use_and_change(mailroom: Mailroom, line: Subscribed) -> Sequence[NamedBooking]:
    """As `use`, and a change of *line* is sent that changes nothing."""
    older = use(mailroom, line)
    # What a change takes is not shown: one that is refused changes nothing.
    mailroom.agency.put(mailroom.path(line), dict(line.body), role=Role.attempt)
    return older


def use(mailroom: Mailroom, line: Subscribed) -> Sequence[NamedBooking]:
    """Lets a delivery about a new booking arrive at *line*. Returns the booking: it is older than what follows."""
    older = mailroom.book()
    mailroom.arrived(line, older)
    return (older,)


def give_a_new_url(mailroom: Mailroom, old: Subscribed) -> Subscribed:
    """Gives the subscription another address. Raises `Inconclusive` when the change is refused."""
    return _give(mailroom, old, mailroom.address())


def give_a_new_url_in_turn(mailroom: Mailroom, old: Subscribed) -> Subscribed:
    """As `give_a_new_url`, with every second seed by a change of the url alone, where the target takes it."""
    alone = mailroom.move(old) if mailroom.run.seed % 2 == 1 else None
    return alone or give_a_new_url(mailroom, old)


def give_a_new_query(mailroom: Mailroom, old: Subscribed) -> Subscribed:
    """Gives the subscription an address that differs in its query alone. Raises `Inconclusive` when that is refused."""
    return _give(mailroom, old, f"{old.url}?desk=3")


def _give(mailroom: Mailroom, old: Subscribed, url: str) -> Subscribed:
    new = replace(old, body={**old.body, "url": url})
    accepted(mailroom.agency.put(mailroom.path(old), new.body), "Changing a subscription")
    mailroom.forget_changes()
    return new


def require_first_url_served_again(
    mailroom: Mailroom, first: Subscribed, second: Subscribed, booking: NamedBooking
) -> None:
    """Raises `Violation` when the cancellation of *booking* arrives at the *second* address, after the subscription got
    its *first* address back. Judges nothing where the target refuses that.
    """
    answer = mailroom.agency.put(mailroom.path(first), first.body)
    if not answer.is_success:
        answer.mark(Role.attempt)
        return
    mailroom.cancel(booking)
    wait_for_cancellations(mailroom, first, second, [booking])
    strays = cancellations_named(mailroom, second, [booking])
    expect(
        not strays, "nothing arrives at the second url after the subscription got its first url back", arrivals(strays)
    )


def wait_for_either(mailroom: Mailroom, new: Subscribed, old: Subscribed, booking: NamedBooking) -> None:
    """Waits until something about *booking* arrives at the *new* or at the *old* address, or the budget has run out."""
    mailroom.awaited(lambda: mailroom.so_far(new, booking) or named(mailroom, old, booking))


def require_working_channel(mailroom: Mailroom, line: Subscribed, booking: NamedBooking) -> None:
    """Raises `Inconclusive` when nothing about *booking* arrives at *line*, because then silence proves nothing."""
    if not mailroom.arrived(line, booking):
        raise Inconclusive("The delivery that should have arrived did not, so silence elsewhere proves nothing.")


def require_nothing_unnamed(mailroom: Mailroom, line: Subscribed, booking: NamedBooking) -> None:
    """Raises `Inconclusive` when something arrived at *line* that names no booking: it may be about *booking* or
    not.
    """
    unnamed = named(mailroom, line, booking) or mailroom.unnamed(line, mailroom.receiver.at(line.url))
    if unnamed:
        raise Inconclusive(f"{arrivals(unnamed)} The delivery names no booking, so it may be about an earlier booking.")


def require_refused_attempts(attempts: Iterable[Answer]) -> None:
    """Raises `Inconclusive` unless all *attempts* are refused."""
    for attempt in attempts:
        attempt.mark(Role.attempt)
        if attempt.is_success:
            raise Inconclusive(f"{attempt.where} was accepted, which another row judges.")


def book_beside_another_party(mailroom: Mailroom, other_desk: BookingDesk) -> NamedBooking:
    """A booking for two beside a booking of another party, which takes the other places where the target takes it."""
    tee_time = mailroom.tee_times.fresh()
    booked = book_in_some_way(mailroom.desk, tee_time, mailroom.target, 2, may_change=False)
    others = other_desk.create(tee_time, PLACES - 2)
    if not others.is_success:
        others.mark(Role.attempt)
    return mailroom.remember_booked(booked)


def grow_without_room(desk: BookingDesk, booking: NamedBooking) -> Answer:
    """The answer to a change of *booking* to more players than there is room for. It may be accepted where there is."""
    attempt = desk.update(booking.id, {"players": PLACES})
    attempt.mark(Role.attempt)
    return attempt


def without_accepted(booking: NamedBooking, attempts: Sequence[Answer]) -> Sequence[NamedBooking]:
    """The *booking* where all *attempts* to move it were refused: nothing may be delivered about it. None else."""
    return () if any(attempt.is_success for attempt in attempts) else (booking,)


def named(mailroom: Mailroom, line: Subscribed, booking: NamedBooking) -> list[Delivery]:
    """Deliveries to *line* that name *booking*."""
    return [delivery for delivery in mailroom.receiver.at(line.url) if booking.in_(delivery)]


def wait_for_cancellations(
    mailroom: Mailroom, right: Subscribed, wrong: Subscribed, bookings: Iterable[NamedBooking]
) -> None:
    """As `wait_for_either`, for the cancellations of *bookings* of which other events arrived before."""
    for booking in bookings:
        mailroom.awaited(partial(_cancellation_at_either, mailroom, right, wrong, booking))


def _cancellation_at_either(
    mailroom: Mailroom, right: Subscribed, wrong: Subscribed, booking: NamedBooking
) -> list[Delivery]:
    return mailroom.so_far(right, booking, CANCELLED) or cancellations_named(mailroom, wrong, [booking])


def cancellations_named(mailroom: Mailroom, line: Subscribed, bookings: Iterable[NamedBooking]) -> list[Delivery]:
    """Deliveries to *line* that name the cancellation of one of *bookings*. Earlier events of these bookings may still
    arrive there, and do not count.
    """
    found = [delivery for booking in bookings for delivery in named(mailroom, line, booking)]
    return [delivery for delivery in found if kinds_in(delivery) == {CANCELLED}]


def arrivals(deliveries: Sequence[Delivery]) -> str:
    """How many arrived and the text of the first, for a message."""
    return f"{len(deliveries)} arrived: {deliveries[0].text[:300]}" if deliveries else "nothing arrived"
