"""The account of one tee time: where each of its places is. The sum is always the capacity.

The specification has no such account. The control plane shows it, and the sandbox proves by it that no place is lost.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, time
from decimal import Decimal

from mock_server.domain.ledger import Taking, TakingKind


@dataclass(frozen=True, slots=True)
class TeeTimeAccount:
    """The places of a tee time.

    *green_fee* is the price for one player. *blocked_on_sheet* counts the places that the tee sheet never offered.
    *taken* counts the places that takings have now, by their kind. *owners* are these takings, in order of owner.
    *free* is negative if the takings have more places than the sheet offers.
    """

    time: time
    green_fee: Decimal
    capacity: int
    blocked_on_sheet: int
    taken: Mapping[TakingKind, int]
    free: int
    owners: tuple[Taking, ...]


def account(
    tee_time: time, green_fee: Decimal, capacity: int, blocked_on_sheet: int, takings: Iterable[Taking], now: datetime
) -> TeeTimeAccount:
    """The account of a tee time with these takings. Takings that have expired by *now* do not count."""
    live = [taking for taking in takings if taking.expires_at is None or taking.expires_at > now]
    owners = tuple(sorted(live, key=lambda taking: taking.owner))
    taken = {kind: sum(owner.places for owner in owners if owner.kind is kind) for kind in TakingKind}
    free = capacity - blocked_on_sheet - sum(taken.values())
    return TeeTimeAccount(tee_time, green_fee, capacity, blocked_on_sheet, taken, free, owners)
