"""What the caller changes on a tee sheet: blocked places, and green fees.

The specification has no such changes: they belong to the control plane.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, time
from decimal import Decimal

from mock_server.domain.ids import Numbered, object_id
from mock_server.domain.ledger import Taking, TakingKind
from mock_server.domain.refusals import TeeTimeUnavailable, TooFewPlacesToBlock, TooManyPrices
from mock_server.services.availability import require_offer
from mock_server.services.ledger import accounts_of_day
from mock_server.services.worlds import change_settings
from mock_server.storage.ledger import blocked_takings, give_back, resize, take
from mock_server.storage.sessions import Session
from mock_server.storage.world_rows import next_number

MAX_PRICES = 1000

TeeTimeKey = tuple[str, date, time]


@dataclass(frozen=True, slots=True)
class Override:
    """How one tee time differs from the sheet of its course. *green_fee* None means the price of the sheet."""

    course_id: str
    play_date: date
    tee_time: time
    blocked: int
    green_fee: Decimal | None


def overrides(session: Session) -> list[Override]:
    """Every tee time of the world that differs from its sheet, by course, day and time."""
    blocked = {_key(taking): taking.places for taking in blocked_takings(session)}
    prices = session.world.settings.prices
    return [Override(*key, blocked.get(key, 0), prices.get(key)) for key in sorted(blocked.keys() | prices.keys())]


def override(session: Session, key: TeeTimeKey) -> Override:
    """How one tee time differs from its sheet, if at all."""
    found = {(override.course_id, override.play_date, override.tee_time): override for override in overrides(session)}
    return found.get(key) or Override(*key, 0, None)


def block(session: Session, key: TeeTimeKey, places: int) -> None:
    """Takes *places* of a tee time off sale, in place of the places blocked before; 0 returns all places to sale.

    Raises CourseNotFound, CourseOffline, TeeTimeUnavailable or TooFewPlacesToBlock.
    """
    course_id, play_date, tee_time = key
    before = {_key(taking): taking for taking in blocked_takings(session)}.get(key)
    can_be_blocked = _free(session, key) + (0 if before is None else before.places)
    if places > can_be_blocked:
        raise TooFewPlacesToBlock(play_date, f"{tee_time:%H:%M}", places, can_be_blocked)
    if before is None and places:
        owner = object_id(Numbered.BLOCK, session.world.origin, next_number(session, Numbered.BLOCK))
        take(session, Taking(owner, TakingKind.BLOCKED, course_id, play_date, tee_time, places, None))
    elif before is not None and places:
        resize(session, before.owner, places)
    elif before is not None:
        give_back(session, before.owner)


def set_green_fee(session: Session, key: TeeTimeKey, green_fee: Decimal | None) -> None:
    """Changes what a tee time costs per player, net; None brings back the price of the sheet.

    Existing holds, hooks, bookings and groups keep their price.
    Raises CourseNotFound, CourseOffline, TeeTimeUnavailable or TooManyPrices.
    """
    _free(session, key)
    prices = {item: price for item, price in session.world.settings.prices.items() if item != key}
    if green_fee is not None:
        prices[key] = green_fee
    _save(session, prices)


def move_green_fee(session: Session, key: TeeTimeKey, percent: int) -> None:
    """Changes what a tee time costs per player to *percent* of its present green fee.

    Raises CourseNotFound, CourseOffline, TeeTimeUnavailable or TooManyPrices.
    """
    course_id, play_date, tee_time = key
    present = require_offer(session, session.courses.by_id(course_id), play_date, tee_time, 0).green_fee
    set_green_fee(session, key, (present * percent / 100).quantize(Decimal("0.01")))


def _save(session: Session, prices: Mapping[TeeTimeKey, Decimal]) -> None:
    if len(prices) > MAX_PRICES:
        raise TooManyPrices(MAX_PRICES)
    change_settings(session, replace(session.world.settings, prices=prices))


def _free(session: Session, key: TeeTimeKey) -> int:
    course_id, play_date, tee_time = key
    for account in accounts_of_day(session, course_id, play_date):
        if account.time == tee_time:
            return account.free
    raise TeeTimeUnavailable(play_date, f"{tee_time:%H:%M}", 0, None)


def _key(taking: Taking) -> TeeTimeKey:
    return taking.course_id, taking.play_date, taking.tee_time
