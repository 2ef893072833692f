"""How answers about tee-time holds narrow the model. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from conformance.walks.beliefs import Deviation, Hold
from conformance.walks.booking_rules import Blames, admitted
from conformance.walks.ledger import Ledger
from conformance.walks.values import moment

_ECHOED = ("courseId", "date", "time", "players")


@dataclass(frozen=True)
class AskedHold:
    """A request for a hold: where, what, and the green fee that the tee sheet showed, None when it showed none."""

    tee_time: int
    sent: Mapping[str, Any]
    green_fee: Decimal | int | None


def held(ledger: Ledger, asked: AskedHold, shown: Mapping[str, Any]) -> Hold:
    """The hold that an accepted request shows. Raises `Deviation`."""
    players = int(asked.sent["players"])
    left = ledger.left(asked.tee_time) - ledger.hooked(asked.tee_time)
    if players > left:
        raise Deviation("HLD-17", f"a hold takes at most the {left} free places", f"it takes {players} places")
    hold_id = str(shown["holdId"])
    if any(hold.id == hold_id for hold in ledger.holds):
        raise Deviation("HLD-14", "each hold has its own id", f"{hold_id} is the id of an earlier hold")
    for name in _ECHOED:
        if name in shown and shown[name] != asked.sent[name]:
            raise Deviation("HLD-02", f"{name} of the hold is {asked.sent[name]!r}", f"{shown[name]!r}")
    _expect_the_price(asked, shown.get("pricing"))
    for earlier in ledger.holds:
        # An agency may have one hold at a time: a new one then takes the place of the one before.
        earlier.states |= {"gone"}
    hold = Hold(hold_id, asked.tee_time, players, moment(shown.get("holdExpiration")))
    ledger.holds.append(hold)
    return hold


def _expect_the_price(asked: AskedHold, pricing: Any) -> None:
    if asked.green_fee is None or not isinstance(pricing, Mapping):
        return
    players = int(asked.sent["players"])
    for name, wanted in (("greenFee", asked.green_fee), ("totalAmount", asked.green_fee * players)):
        if name in pricing and pricing[name] != wanted:
            raise Deviation(
                "HLD-11", f"pricing.{name} of the hold is {wanted}, like on the tee sheet", f"{pricing[name]}"
            )


def completed(ledger: Ledger, hold: Hold, sent: Mapping[str, Any], shown: Mapping[str, Any]) -> None:
    """Narrows by an accepted booking with the hold id. Raises `Deviation`."""
    booking_id = str(shown.get("id"))
    if hold.states == {"used"} and hold.booking_id is not None:
        if booking_id != hold.booking_id:
            raise Deviation("HLD-15", "a hold id that was used creates no other booking", f"it created {booking_id}")
        return
    if any(booking.id == booking_id for booking in ledger.bookings):
        # A booking without the hold id may have used the hold up, and is shown again.
        return
    admitted(ledger, hold.tee_time, sent, shown, Blames("INV-02", "BKC-05", "BKC-01"))
    hold.states = frozenset({"used"})
    hold.booking_id = booking_id


def not_completed(hold: Hold, now: datetime) -> None:
    """The hold id was refused. Raises `Deviation` when the hold surely kept its places."""
    if hold.surely_holds(now):
        raise Deviation(
            "HLD-07", "the target accepts a booking with the id of a hold that has not expired", "it is refused"
        )


def places_held_were_sold(ledger: Ledger, tee_time: int, players: int, now: datetime) -> None:
    """Another agency booked for this number of *players*. Raises `Deviation` when own holds surely kept the places.

    Only places that holds kept count, because agencies may have places of their own.
    """
    kept = ledger.held(tee_time, now)
    left = ledger.left(tee_time) - kept
    if kept and left < players <= ledger.left(tee_time):
        raise Deviation("HLD-09", f"beside own holds at most {left} places can be booked", f"{players} were")
