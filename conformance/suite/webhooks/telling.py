"""Lets something happen to a booking and looks whether it is told: what most checks of events have in common."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conformance.asking.oracles import within_budget
from conformance.evidence.verdicts import Inconclusive, Violation
from conformance.suite.arranged.booked import read
from conformance.suite.arranged.deliveries import KINDS, MODIFIED, Mailroom, Told

_ATTEMPTS = 3


def change_is_told(mailroom: Mailroom, prepare: Callable[[], Told], changes: Mapping[str, Any]) -> None:
    """Hold when these *changes* of what *prepare* made are told. Raises `Inconclusive` when they had no effect."""
    is_told(
        mailroom,
        MODIFIED,
        prepare,
        lambda booking: mailroom.modified(booking, changes),
        unless_told=lambda booking: require_effect(mailroom, booking, changes),
    )


def require_effect(mailroom: Mailroom, booking: Told, changes: Mapping[str, Any]) -> None:
    """Raise `Inconclusive` when the booking does not show *changes*: who is told of nothing need not be told."""
    seen = within_budget(
        lambda: read(mailroom.desk, booking.id),
        lambda data: changes.items() <= data.items(),
        seconds=mailroom.target.budgets.visibility_seconds,
    )
    if any(seen.get(name) != value for name, value in changes.items()):
        raise Inconclusive(f"The change to {changes} was accepted and is not shown, which BKU-01 judges.")


def is_told(
    mailroom: Mailroom,
    kind: str,
    prepare: Callable[[], Told | None],
    act: Callable[..., Told],
    *,
    beside: Sequence[str] = (),
    unless_told: Callable[[Told], None] = lambda _: None,
) -> None:
    """Hold when a subscription to *kind*, and to those *beside* it, gets a delivery after *act* on what *prepare* made.

    *unless_told* looks at the booking of which nothing was told, and may raise what that means. No time limit is
    stated: only three acts untold, while a delivery of another kind arrives, are a violation.
    """
    for _ in range(_ATTEMPTS):
        prepared = prepare()
        line = mailroom.open(kind, *beside)
        mailroom.begins()
        booking = act(prepared) if prepared is not None else act(None)
        if mailroom.arrived(line, booking, kind):
            return
        unless_told(booking)
    others = [other for other in KINDS if other != kind]
    budget = mailroom.target.budgets.delivery_seconds
    if not something_is_told(mailroom, others):
        raise Inconclusive(f"No delivery of any kind reached {line.url} within {budget:g} s. Can the target reach it?")
    raise Violation(
        f"{kind} is delivered to {line.url}",
        f"no {kind} came within {budget:g} s in {_ATTEMPTS} attempts, the last with booking {booking.id},"
        f" although deliveries of other kinds ({', '.join(others)}) do arrive",
    )


def something_is_told(mailroom: Mailroom, kinds: list[str]) -> bool:
    """Whether anything arrives of a booking that is made, changed and cancelled, at a new subscription to *kinds*."""
    line = mailroom.open(*kinds)
    return bool(mailroom.arrived(line, mailroom.cancelled(mailroom.changed(mailroom.booked(2), 3))))
