"""Changes of bookings that checks share: of players, until they show, and beside other texts. It never judges."""

from collections.abc import Mapping
from typing import Any

from conformance.asking.oracles import accepted, within_budget
from conformance.discovery import BookingDesk
from conformance.suite.arranged.booked import PARTY_SIZES, all_modifiable, change, read
from conformance.target.target import Target


def resize(desk: BookingDesk, booking_id: str, players: int, target: Target) -> None:
    """Changes the players, and waits until the booking shows it: what shows late would look like another change later.

    Raises `Inconclusive` when the change is refused.
    """
    accepted(change(desk, booking_id, {"players": players}), "Changing a booking")
    within_budget(
        lambda: read(desk, booking_id).get("players"),
        lambda shown: shown == players,
        seconds=target.budgets.visibility_seconds,
    )


def other_size(booking: Mapping[str, Any]) -> int:
    """A number of players that *booking* does not have now."""
    players = booking.get("players")
    return 5 - players if players in PARTY_SIZES else 1


def other_texts(booking: Mapping[str, Any]) -> dict[str, Any]:
    """The texts that a PUT may modify, other than *booking* has them."""
    return {"specialRequests": "Half a change.", "agencyBookingReference": f"{booking.get('id')}-half"}


def with_other_texts(booking: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """As `all_modifiable`, with other texts beside *changes*: a target that refuses the change must not store them."""
    return all_modifiable(booking, other_texts(booking) | dict(changes))
