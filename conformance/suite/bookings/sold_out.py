"""Tee times that bookings fill, and what is judged about the players that they confirm."""

from collections.abc import Sequence
from dataclasses import dataclass

from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.verdicts import expect, shown
from conformance.suite.bookings.places import BEGINNINGS, Filled, fill, places_free
from conformance.target.target import Target


@dataclass(frozen=True)
class Sold:
    """Bookings for *parties* and then for single players at one tee time, where *first* something else came, as in
    `fill`. *most* is how many players they may be for.
    """

    tee_time: OfferedTeeTime
    first: str
    parties: Sequence[int]
    filled: Filled
    most: int


def sell_out(desk: BookingDesk, tee_time: OfferedTeeTime, first: str, parties: Sequence[int]) -> Sold:
    """Books until a booking is refused. The tee sheet of before says how many players there may be."""
    return Sold(tee_time, first, parties, fill(desk, tee_time, first, parties, lambda _: None), tee_time.places)


def sell_out_and_watch(
    desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, first: str, parties: Sequence[int]
) -> Sold:
    """As `sell_out`, at a new tee time whose tee sheet is read before each booking.

    Somebody else may cancel meanwhile: then there are more places than the tee sheet showed at first.
    """
    watch = _PlacesWatch(tee_times, target, tee_times.fresh(), first)
    filled = fill(desk, watch.tee_time, first, parties, watch.look)
    return Sold(watch.tee_time, first, parties, filled, watch.most_places)


def require_no_more_confirmed_than_places(sold: Sold) -> None:
    """Raises `Violation` when the bookings confirm more players than there are places."""
    confirmed, bookings = sold.filled
    before = "" if sold.first == "nobody" else f" after {sold.first}"
    expected = f"at most {sold.most} players are confirmed at a tee time with {sold.most} places"
    actual = (
        f"{confirmed} players are confirmed on {sold.tee_time.where}, in bookings for {shown(sold.parties)}{before}"
    )
    # The last booking is the surplus.
    expect(confirmed <= sold.most, expected, actual, list(reversed(bookings)))


class _PlacesWatch:
    """Reads before each booking how many places *tee_time* has at most, confirmed and free ones together."""

    def __init__(self, tee_times: TeeTimeFinder, target: Target, tee_time: OfferedTeeTime, first: str) -> None:
        self._tee_times = tee_times
        self._target = target
        self._counted_twice = BEGINNINGS[first].counted_twice if first in BEGINNINGS else 0
        self._surplus = 0
        self.tee_time = tee_time

    def look(self, confirmed: int) -> None:
        """Reads the places free beside *confirmed* players."""
        wanted = self.tee_time.places + self._surplus - confirmed
        free = places_free(self._tee_times, self._target, self.tee_time, wanted)
        self._surplus = max(self._surplus, confirmed + free - self.tee_time.places)

    @property
    def most_places(self) -> int:
        """How many places the tee time had. Others may have given places back. A target that counts an own act
        twice shows a certain number of places more. Nobody else is likely to give back just this number, so these
        places do not count.
        """
        return self.tee_time.places + (0 if self._surplus == self._counted_twice else self._surplus)
