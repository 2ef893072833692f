"""The capacity ledger: every place at every tee time is free, held, hooked, booked, grouped or blocked.

The tee sheet of a day says how many places a tee time has and how many are blocked. Takings say who has the
rest. The sum is the capacity, always.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal
from enum import StrEnum

from mock_server.domain.refusals import TeeTimeUnavailable


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
    """Places taken per tee time. An expired hold takes none from the second it expires."""
    taken: dict[time, int] = {}
    for taking in takings:
        if taking.expires_at is None or taking.expires_at > now:
            taken[taking.tee_time] = taken.get(taking.tee_time, 0) + taking.places
    return taken


def offers(sheet: Iterable[Offer], taken: Mapping[time, int]) -> list[Offer]:
    """Every tee time of a day with the places that are free now; *sheet* says how the day starts."""
    if not taken:
        return list(sheet)
    return [replace(offer, free=offer.free - taken[offer.time]) if offer.time in taken else offer for offer in sheet]


def require_places(day: Iterable[Offer], play_date: date, tee_time: time, wanted: int) -> Offer:
    """The offer at *tee_time*, with at least *wanted* places free.

    Raises TeeTimeUnavailable where the sheet has no such tee time or too few places.
    """
    for offer in day:
        if offer.time == tee_time:
            if offer.free < wanted:
                raise TeeTimeUnavailable(play_date, f"{tee_time:%H:%M}", wanted, offer.free)
            return offer
    raise TeeTimeUnavailable(play_date, f"{tee_time:%H:%M}", wanted, None)
