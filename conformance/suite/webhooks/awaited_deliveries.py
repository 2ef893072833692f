"""Lets something happen to a booking and waits for its delivery, which most checks of events have in common."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conformance.asking.oracles import within_budget
from conformance.evidence.verdicts import Inconclusive, Violation
from conformance.suite.arranged.booked import read
from conformance.suite.arranged.deliveries import KINDS, MODIFIED, Mailroom, NamedBooking, Subscribed

_ATTEMPTS = 3


def change_is_delivered(mailroom: Mailroom, prepare: Callable[[], NamedBooking], changes: Mapping[str, Any]) -> None:
    """Holds when a delivery follows these *changes* of the booking that *prepare* returns. Raises `Inconclusive`
    when they had no effect.
    """
    is_delivered(
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


def is_delivered(
    mailroom: Mailroom,
    kind: str,
    prepare: Callable[[], NamedBooking | None],
    act: Callable[..., NamedBooking],
    *,
    beside: Sequence[str] = (),
    unless_delivered: Callable[[NamedBooking], None] = lambda _: None,
) -> tuple[Subscribed, NamedBooking]:
    """Holds when a subscription to *kind*, and to those *beside* it, gets a delivery after *act* on the booking that
    *prepare* returns.

    Returns the subscription and the booking. *unless_delivered* gets a booking whose delivery did not come, and may
    raise what that means. The specification states no time limit: only three acts without a delivery, while a delivery
    of another kind arrives, are a violation.
    """
    for _ in range(_ATTEMPTS):
        prepared = prepare()
        line = mailroom.open(kind, *beside)
        mailroom.begins()
        booking = act(prepared) if prepared is not None else act(None)
        if mailroom.arrived(line, booking, kind):
            return line, booking
        unless_delivered(booking)
    others = [other for other in KINDS if other != kind]
    budget = mailroom.target.budgets.delivery_seconds
    if not something_is_delivered(mailroom, others):
        raise Inconclusive(f"No delivery of any kind reached {line.url} within {budget:g} s. Can the target reach it?")
    raise Violation(
        f"{kind} is delivered to {line.url}",
        f"no {kind} arrived within {budget:g} s in {_ATTEMPTS} attempts, the last with booking {booking.id},"
        f" although deliveries of other kinds ({', '.join(others)}) do arrive",
    )


def something_is_delivered(mailroom: Mailroom, kinds: list[str]) -> bool:
    """Whether a new subscription to *kinds* gets a delivery when a booking is created, changed and cancelled."""
    line = mailroom.open(*kinds)
    return bool(mailroom.arrived(line, mailroom.cancel(mailroom.change_players(mailroom.book(2), 3))))
