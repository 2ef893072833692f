"""Where every place is, and whether the whole world is consistent. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TypedDict

from mock_server.embedding.call import LeverCall


class TeeTimeAccountOwner(TypedDict):
    """One owner and its places."""

    owner: str  # Id of a hold, hook, booking, group or block.
    kind: str  # State of the places: held, hooked, booked, grouped or blocked.
    agency: str | None  # Agency of the owner. Null for a block.
    lastName: str | None  # Last name of the lead player. Null for a hold and for a block.
    places: int  # Number of places of the owner.
    expiresAt: str | None
    """Moment at which the places return to sale by themselves, in UTC. Null if they do not return by themselves."""


class TeeTimeAccount(TypedDict):
    """The states of the places of a tee time."""

    teeTime: str  # Tee time.
    greenFee: float  # Net price for one player in the currency of the course.
    capacity: int  # Number of places of the tee time.
    blockedOnSheet: int  # Places that the sheet does not offer.
    held: int  # Places in tee-time holds.
    hooked: int  # Places in booking hooks.
    booked: int  # Places in bookings.
    grouped: int  # Places in group bookings.
    blocked: int  # Places that the inventory blocks.
    free: int  # Places on sale.
    owners: list[TeeTimeAccountOwner]  # The owners of places.


class GetLedgerData(TypedDict):
    """A day of a course."""

    courseId: str  # Course document id.
    date: str  # Day of play.
    teeTimes: list[TeeTimeAccount]  # Every tee time of the sheet, in order of time.


class InvariantsChecked(TypedDict):
    """How many objects of each kind the sandbox checked."""

    takings: int  # Entries of the ledger that take places.
    bookings: int  # Bookings.
    teeTimeHolds: int  # Tee-time holds.
    bookingHooks: int  # Booking hooks.
    groupBookings: int  # Group bookings.
    timers: int  # Timers.
    events: int  # Events.
    deliveries: int  # Deliveries.


class InvariantsViolation(TypedDict):
    """One violation of a rule."""

    rule: str  # Name of the rule.
    object: str  # Id or name of the object that breaks the rule.
    detail: str  # The violation in words.


class Invariants(TypedDict):
    """The numbers of checked objects, and the violations."""

    holds: bool  # Whether every rule holds.
    checked: InvariantsChecked  # How many objects of each kind the sandbox checked.
    total: int  # Number of violations.
    violations: list[InvariantsViolation]  # The violations, at most 100 entries.


def get_ledger(*, course_id: str, date: str) -> LeverCall[GetLedgerData]:
    """See where the places are: `GET /ledger`.

    Returns every tee time of a day with the state and the owner of each place.
    """
    return LeverCall("GET", "/ledger", "data", query={"courseId": course_id, "date": date})


def check_invariants() -> LeverCall[Invariants]:
    """Check the whole world: `GET /invariants`.

    Checks all stored rows against the rules that every world must keep, and names each object that breaks a
    rule.
    """
    return LeverCall("GET", "/invariants", "data")
