"""Where a group fits on a tee sheet, and what it pays. Reads offers; takes nothing.

Spec: POST /group-bookings/find-slots and calculate-price; assumptions A-45, A-46.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from decimal import ROUND_HALF_UP, Decimal

from mock_server.domain.ledger import Offer

PLAYERS_A_TEE_TIME = 4

# The smallest number of players, and the discount in percent. The first pair that fits applies.
DISCOUNTS = ((16, 10), (8, 5), (0, 0))


@dataclass(frozen=True, slots=True)
class GroupTeeTime:
    """One tee time of a group. *green_fee* is the price per player, net, in the currency of the course."""

    time: time
    players: int
    green_fee: Decimal


Run = tuple[GroupTeeTime, ...]


@dataclass(frozen=True, slots=True)
class GroupPrice:
    """What a group pays, net of VAT, in the currency of the course."""

    subtotal: Decimal
    discount_percent: int
    discount: Decimal
    total: Decimal


def find_runs(day: Sequence[Offer], total_players: int, preferred: time) -> list[Run]:
    """Every run of consecutive tee times that holds the group, nearest to *preferred* first, then earlier first.

    *day* is the whole sheet in order of time, full tee times included. A run begins at any tee time with a free place,
    and fills each of its tee times, with at most four of the group, before the next. Assumption A-45.
    """
    runs = [_run_from(day[start:], total_players) for start in range(len(day))]
    return sorted((run for run in runs if run), key=lambda run: (_minutes_between(run[0].time, preferred), run[0].time))


def _run_from(offers: Sequence[Offer], total_players: int) -> Run:
    """The run that begins with the first of *offers*, or an empty run if the group does not fit."""
    run: list[GroupTeeTime] = []
    left = total_players
    for offer in offers:
        if left == 0 or offer.free <= 0:
            break
        here = min(left, offer.free, PLAYERS_A_TEE_TIME)
        run.append(GroupTeeTime(offer.time, here, offer.green_fee))
        left -= here
    return () if left else tuple(run)


def _minutes_between(moment_: time, other: time) -> int:
    return abs((moment_.hour - other.hour) * 60 + moment_.minute - other.minute)


def discount_percent(total_players: int) -> int:
    """The discount for a group of this size, in percent. Assumption A-46."""
    return next(percent for players, percent in DISCOUNTS if total_players >= players)


def price_of(run: Run) -> GroupPrice:
    """The price of the tee times of a group, net of VAT. Assumption A-46."""
    players = sum(tee_time.players for tee_time in run)
    return _price(sum((tee_time.green_fee * tee_time.players for tee_time in run), Decimal(0)), players)


def standard_price(green_fee: Decimal, total_players: int) -> GroupPrice:
    """The price, net of VAT, of a group whose players all pay the same green fee. Assumption A-46."""
    return _price(green_fee * total_players, total_players)


def _price(subtotal: Decimal, players: int) -> GroupPrice:
    percent = discount_percent(players)
    discount = (subtotal * percent / 100).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return GroupPrice(subtotal, percent, discount, subtotal - discount)
