"""Deliveries that must not arrive, and those that must, because silence alone proves nothing."""

from collections.abc import Iterable, Sequence

from conformance.asking.oracles import accepted
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.receiver import Delivery
from conformance.evidence.verdicts import Inconclusive
from conformance.suite.arranged.deliveries import Mailroom, NamedBooking, Subscribed


def leave_unused(mailroom: Mailroom, line: Subscribed) -> None:
    """Nothing happens before the check."""


def use_and_change(mailroom: Mailroom, line: Subscribed) -> None:
    """Lets a delivery arrive at *line*, and sends a change of it that changes nothing."""
    mailroom.arrived(line, mailroom.book())
    # What a change takes is not shown: one that is refused changes nothing.
    mailroom.agency.put(mailroom.path(line), dict(line.body), role=Role.attempt)


def use(mailroom: Mailroom, line: Subscribed) -> None:
    """Lets a delivery arrive at *line*."""
    mailroom.arrived(line, mailroom.book())


def give_a_new_url(mailroom: Mailroom, old: Subscribed) -> Subscribed:
    """Gives the subscription another address. Raises `Inconclusive` when the change is refused."""
    new = Subscribed({**old.body, "url": mailroom.address()}, old.made)
    accepted(mailroom.agency.put(mailroom.path(old), new.body), "Changing a subscription")
    mailroom.rests()
    return new


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
    unnamed = named(mailroom, line, booking) or mailroom.unnamed(mailroom.receiver.at(line.url))
    if unnamed:
        raise Inconclusive(f"{arrivals(unnamed)} It names no booking, so it may be about an earlier one.")


def require_refused_attempts(attempts: Iterable[Answer]) -> None:
    """Raises `Inconclusive` unless all *attempts* are refused."""
    for attempt in attempts:
        attempt.mark(Role.attempt)
        if attempt.is_success:
            raise Inconclusive(f"{attempt.where} was accepted, which another row judges.")


def named(mailroom: Mailroom, line: Subscribed, booking: NamedBooking) -> list[Delivery]:
    """Deliveries to *line* that name *booking*."""
    return [delivery for delivery in mailroom.receiver.at(line.url) if booking.in_(delivery)]


def arrivals(deliveries: Sequence[Delivery]) -> str:
    """How many arrived and the text of the first, for a message."""
    return f"{len(deliveries)} arrived: {deliveries[0].text[:300]}" if deliveries else "nothing arrived"
