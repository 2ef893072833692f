"""What a day or a range of days offers to a number of players. Reads offers; takes nothing."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal

from mock_server.domain.ledger import Offer
from mock_server.domain.terms import CourseRules, tee_off

NOON = time(12)


@dataclass(frozen=True, slots=True)
class DaySummary:
    """One day of a range. Times and price are None where no tee time has room for the players. Assumption A-24."""

    play_date: date
    slots: int
    first: time | None
    last: time | None
    lowest_price: Decimal | None


def with_room(day: Iterable[Offer], players: int) -> list[Offer]:
    """The tee times that have room for *players*. Assumption A-57."""
    return [offer for offer in day if offer.free >= players]


def between(day: Iterable[Offer], earliest: time | None, latest: time | None) -> list[Offer]:
    """The tee times after *earliest* and before *latest*, both exclusive; None means no bound. Assumption A-17."""
    return [
        offer
        for offer in day
        if (earliest is None or offer.time > earliest) and (latest is None or offer.time < latest)
    ]


def not_begun(day: Sequence[Offer], play_date: date, rules: CourseRules, now: datetime) -> list[Offer]:
    """The tee times of *play_date* that are still to come. Assumption A-28."""
    if not day or tee_off(play_date, day[0].time, rules.zone) > now:
        return list(day)
    return [offer for offer in day if tee_off(play_date, offer.time, rules.zone) > now]


def in_time_range(day: Iterable[Offer], time_range: str) -> list[Offer]:
    """The tee times of `morning` (before noon), `afternoon` (from noon) or `all`. Assumption A-24."""
    if time_range == "all":
        return list(day)
    return [offer for offer in day if (offer.time < NOON) == (time_range == "morning")]


def summary(play_date: date, fitting: Sequence[Offer]) -> DaySummary:
    """The summary of a day, from the tee times that fit the request, in order of time. Assumption A-24.

    The price is net, for one player.
    """
    if not fitting:
        return DaySummary(play_date, 0, None, None, None)
    lowest = min(offer.green_fee for offer in fitting)
    return DaySummary(play_date, len(fitting), fitting[0].time, fitting[-1].time, lowest)


def best(days: Iterable[DaySummary]) -> DaySummary | None:
    """The day with the lowest price, then the most tee times, then the earliest. Assumption A-24."""
    open_days = [day for day in days if day.lowest_price is not None]
    return min(open_days, key=lambda day: (day.lowest_price, -day.slots, day.play_date), default=None)
