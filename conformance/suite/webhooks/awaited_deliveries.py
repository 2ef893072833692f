"""Lets something happen to a booking and waits for its delivery, which most checks of events have in common."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from conformance.asking.oracles import within_budget
from conformance.discovery import MovableClock
from conformance.evidence.receiver import Delivery
from conformance.evidence.verdicts import Inconclusive, Violation
from conformance.suite.arranged.booked import if_possible, read
from conformance.suite.arranged.deliveries import KINDS, MODIFIED, Mailroom, NamedBooking, Subscribed

_ATTEMPTS = 3
_HOURS = timedelta(hours=3)
HOURS_IN_MINUTES = int(_HOURS.total_seconds() // 60)


def require_change_delivered(
    mailroom: Mailroom, prepare: Callable[[], NamedBooking], changes: Mapping[str, Any]
) -> None:
    """Raises `Violation` unless a delivery follows these *changes* of the booking that *prepare* returns.

    Raises `Inconclusive` when the changes had no effect.
    """
    require_delivered_after(
        mailroom,
        MODIFIED,
        prepare,
        lambda booking: mailroom.change(booking, changes),
        unless_delivered=lambda booking: require_effect(mailroom, booking, changes),
    )


def require_effect(mailroom: Mailroom, booking: NamedBooking, changes: Mapping[str, Any]) -> None:
    """Raises `Inconclusive` when the booking does not show *changes*: then nothing need be delivered."""
    seen = within_budget(
        lambda: read(mailroom.desk, booking.id),
        lambda data: changes.items() <= data.items(),
        seconds=mailroom.target.budgets.visibility_seconds,
    )
    if any(seen.get(name) != value for name, value in changes.items()):
        raise Inconclusive(
            f"The target accepted the change to {changes} and does not show the change, which BKU-01 judges."
        )


def require_delivered(mailroom: Mailroom, kind: str, act: Callable[[], NamedBooking]) -> None:
    """Raises `Violation` unless a subscription to *kind* gets a delivery after *act*, as `require_delivered_after`."""

    def subscribe_and_act() -> tuple[Subscribed, NamedBooking]:
        return mailroom.open(kind), act()

    _require_delivered_once(mailroom, kind, subscribe_and_act, lambda _: None)


def hours_before(clock: MovableClock, book: Callable[[], NamedBooking]) -> NamedBooking:
    """What *book* books, hours before now. Raises `NoEvidence` where it is refused or the clock does not move."""
    booking = if_possible(book)
    if_possible(lambda: clock.advance(_HOURS))
    return booking


def require_delivered_after(
    mailroom: Mailroom,
    kind: str,
    prepare: Callable[[], NamedBooking],
    act: Callable[[NamedBooking], NamedBooking],
    *,
    beside: Sequence[str] = (),
    unless_delivered: Callable[[NamedBooking], None] = lambda _: None,
) -> tuple[Subscribed, NamedBooking]:
    """Raises `Violation` unless a subscription to *kind*, and to the kinds *beside* it, gets a delivery after *act* on
    the booking that *prepare* returns.

    Returns the subscription and the booking. *unless_delivered* gets a booking whose delivery did not come, and may
    raise what that means.
    """

    def prepare_and_act() -> tuple[Subscribed, NamedBooking]:
        booking = prepare()
        line = mailroom.open(kind, *beside)
        mailroom.note_change()
        return line, act(booking)

    return _require_delivered_once(mailroom, kind, prepare_and_act, unless_delivered)


def _require_delivered_once(
    mailroom: Mailroom,
    kind: str,
    attempt: Callable[[], tuple[Subscribed, NamedBooking]],
    unless_delivered: Callable[[NamedBooking], None],
) -> tuple[Subscribed, NamedBooking]:
    """The subscription and the booking of the first *attempt* with a delivery of *kind*.

    The specification states no time limit: only three attempts without a delivery, while a delivery of another kind
    arrives, are a violation.
    """
    for _ in range(_ATTEMPTS):
        line, booking = attempt()
        if mailroom.arrived(line, booking, kind):
            return line, booking
        unless_delivered(booking)
    others = [other for other in KINDS if other != kind]
    budget = mailroom.target.budgets.delivery_seconds
    if not provoke_deliveries(mailroom, others):
        raise Inconclusive(f"No delivery of any kind reached {line.url} within {budget:g} s. Can the target reach it?")
    raise Violation(
        f"{kind} is delivered to {line.url}",
        f"no {kind} arrived within {budget:g} s in {_ATTEMPTS} attempts, the last with booking {booking.id},"
        f" although deliveries of other kinds ({', '.join(others)}) do arrive",
    )


def provoke_deliveries(mailroom: Mailroom, kinds: list[str]) -> list[Delivery]:
    """Creates, changes and cancels a booking. Returns what a new subscription to *kinds* gets about the booking."""
    line = mailroom.open(*kinds)
    return mailroom.arrived(line, mailroom.cancel(mailroom.change_players(mailroom.book(2), 3)))
