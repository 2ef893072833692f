"""How answers about booking hooks narrow the model. Pure.

The states of a hook are not shown: only an open one that was neither confirmed nor released is known for sure.
"""

from collections.abc import Mapping
from typing import Any

from conformance.walks.beliefs import Deviation, Hook
from conformance.walks.booking_rules import TEXTS, Blames, admitted
from conformance.walks.ledger import Ledger


def hooked(ledger: Ledger, hook: Hook) -> None:
    """Keeps an accepted hook. A hook for more players than the free places may keep no place."""
    if hook.players > ledger.left(hook.tee_time) - ledger.hooked(hook.tee_time):
        hook.states = frozenset({"open", "released"})
    ledger.hooks.append(hook)


def refused(hook: Hook, row: str, what: str, *, declared: bool) -> None:
    """A confirmation or release was refused. Raises `Deviation` for a fresh hook whose payloads are declared."""
    if hook.states == {"open"} and declared:
        raise Deviation(row, f"{what} a fresh hook is accepted", "it is refused")


def confirmed(ledger: Ledger, hook: Hook, booking: Mapping[str, Any] | None) -> None:
    """Narrows by an accepted confirmation; *booking* is the new booking in the list of the day, None without one.

    Raises `Deviation`.
    """
    if hook.states == {"released"}:
        if booking is not None:
            raise Deviation(
                "HOK-07", "a released hook is not confirmed", f"the confirmation created booking {booking.get('id')}"
            )
        return
    if booking is None:
        if hook.states == {"open"}:
            raise Deviation(
                "HOK-06", "a confirmed hook is in the list of bookings of its day", "the list shows no new booking"
            )
        return
    hook.states = frozenset({"confirmed"})
    # The specification does not show which other members a booking takes from its hook, or whether the course must
    # agree.
    sent = {name: value for name, value in hook.booking.items() if name not in TEXTS}
    admitted(ledger, hook.tee_time, sent, booking, Blames("INV-02", "HOK-06", None))


def released(hook: Hook) -> None:
    """Narrows by an accepted release."""
    if hook.states != {"confirmed"}:
        hook.states = frozenset({"released"})
