"""The capacity ledger: every place at every tee time is free, held, hooked, booked, grouped or blocked.

The tee sheet of a day says how many places a tee time has and how many are blocked. Takings say who has
the other places. The sum is always the capacity.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal
from enum import StrEnum

from mock_server.domain.refusals import TeeTimeUnavailable

# How many other tee times a refusal names.
NEAREST = 3


class TakingKind(StrEnum):
    """Why places are taken."""

    HELD = "held"
    HOOKED = "hooked"
    BOOKED = "booked"
    GROUPED = "grouped"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Taking:
    """Places that one owner has at one tee time. *owner* is the id of a hold, booking, hook or group.

    *expires_at* is None for takings that last until they are given back.
    """

    owner: str
    kind: TakingKind
    course_id: str
    play_date: date
    tee_time: time
    places: int
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class Offer:
    """A tee time with its free places. *green_fee* is the price per player, net, in the currency of the course."""

    time: time
    free: int
    green_fee: Decimal
    price_type: str


def taken_by_time(takings: Iterable[Taking], now: datetime) -> dict[time, int]:
    """Places taken per tee time. A hold takes no places from the second of its expiry. Assumption A-26."""
    taken: dict[time, int] = {}
    for taking in takings:
        if taking.expires_at is None or taking.expires_at > now:
            taken[taking.tee_time] = taken.get(taking.tee_time, 0) + taking.places
    return taken


def offers(sheet: Iterable[Offer], taken: Mapping[time, int]) -> list[Offer]:
    """Every tee time of a day with the places that are free now; *sheet* says how the day starts.

    Spec: Tee-time availability, online course.
    """
    if not taken:
        return list(sheet)
    return [replace(offer, free=offer.free - taken[offer.time]) if offer.time in taken else offer for offer in sheet]


def require_places(day: Sequence[Offer], play_date: date, tee_time: time, wanted: int) -> Offer:
    """The offer at *tee_time*, with at least *wanted* places free.

    Raises TeeTimeUnavailable where the sheet has no such tee time or too few places. Spec: POST /bookings.
    """
    offer = next((offer for offer in day if offer.time == tee_time), None)
    if offer is None or offer.free < wanted:
        free = None if offer is None else offer.free
        raise TeeTimeUnavailable(play_date, f"{tee_time:%H:%M}", wanted, free, _nearest(day, tee_time, wanted))
    return offer


def _nearest(day: Iterable[Offer], tee_time: time, wanted: int) -> tuple[str, ...]:
    """The tee times with room for *wanted* that lie nearest to *tee_time*, the earlier of two first."""
    asked = _minute(tee_time)
    fitting = sorted(
        (offer.time for offer in day if offer.free >= wanted), key=lambda at: (abs(_minute(at) - asked), at)
    )
    return tuple(f"{at:%H:%M}" for at in fitting[:NEAREST])


def _minute(at: time) -> int:
    return at.hour * 60 + at.minute
