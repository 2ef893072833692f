"""What is delivered about a booking when a cutoff forbids its change and its cancellation: nothing."""

from collections.abc import Sequence

from conformance.evidence.exchanges import Role
from conformance.evidence.receiver import Delivery
from conformance.evidence.verdicts import NoEvidence, expect
from conformance.suite.arranged.booked import Booked
from conformance.suite.arranged.deliveries import KINDS, Mailroom

_ANOTHER_PLAYER = {"players": 3}


def ask_inside_the_cutoffs(mailroom: Mailroom, near: Booked) -> Sequence[Delivery]:
    """Deliveries that name the booking *near*, after its change and its cancellation were refused.

    Raises `NoEvidence` when one of them is accepted, or nothing is delivered about a new booking.
    """
    booking, line = mailroom.remember_booked(near), mailroom.open(*KINDS)
    for attempt in (mailroom.desk.update(near.id, _ANOTHER_PLAYER), mailroom.desk.cancel(near.id)):
        attempt.mark(Role.attempt)
        if attempt.is_success:
            raise NoEvidence(f"{attempt.where} was accepted inside the cutoffs, which BKU-06 and BKX-06 judge.")
    early = mailroom.quiet(lambda _: [seen for seen in mailroom.receiver.at(line.url) if booking.in_(seen)])
    if not mailroom.arrived(line, mailroom.book()):
        raise NoEvidence("The delivery about a new booking did not arrive, so silence proves nothing.")
    return early


def require_nothing_delivered(early: Sequence[Delivery], near: Booked) -> None:
    """Raises `Violation` when something was delivered about the booking *near*."""
    actual = f"{len(early)} arrived about {near.where}: {early[0].text[:300]}" if early else "nothing arrived"
    expect(not early, "a change and a cancellation that a cutoff forbids cause no delivery", actual)
