"""The places of the tee times of one walk: for each the fewest and the most that may be free. Pure.

The specification says that bookings, holds and hooks take places and give them back. It does not say that a booking
takes no more than its players: a course may give the whole tee time to one party, or keep the last single place. So
the fewest are known only where nothing is taken, or where this target was seen to count place by place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from conformance.walks.beliefs import Booking, Deviation, Group, Hold, Hook

# A course may keep back a place that a single player would have to take.
_KEPT_BACK = 1


@dataclass
class Places:
    """The fewest and the most places of one tee time when nothing of ours is there."""

    fewest: int
    most: int


class Taking(StrEnum):
    """The kinds of objects that take places."""

    booking = "booking"
    hold = "hold"
    hook = "hook"


WHAT_IS_KEPT = "what is kept there"
_KEPT_ROWS: Mapping[Taking, str] = {Taking.booking: "INV-05", Taking.hold: "HLD-05", Taking.hook: "HOK-05"}


@dataclass(frozen=True)
class Blame:
    """The rows broken when a tee sheet shows too many or too few places; None when that breaks nothing.

    *too_many* may be WHAT_IS_KEPT: then the row follows from what surely takes places there.
    """

    too_many: str | None = None
    too_few: str | None = None


@dataclass
class Ledger:
    """Everything that one walk created, and the places of its tee times.

    *counted* are the kinds of taking that were seen to take exactly their players. After an object took more places
    than its players, *counts* is False. *sells_the_last* says that a single place was seen to be on sale.
    """

    places: list[Places]
    counted: frozenset[Taking] = frozenset()
    sells_the_last: bool = False
    counts: bool = True
    bookings: list[Booking] = field(default_factory=list)
    holds: list[Hold] = field(default_factory=list)
    hooks: list[Hook] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    rival_players: dict[int, int] = field(default_factory=dict)
    rival_ids: set[str] = field(default_factory=set)

    def rival_took(self, tee_time: int, players: int) -> int:
        """Notes that the second agency took places of *tee_time*. Returns how many it has taken there so far."""
        self.rival_players[tee_time] = self.rival_players.get(tee_time, 0) + players
        return self.rival_players[tee_time]

    def booked(self, tee_time: int) -> int:
        """Players that own confirmed bookings surely have on *tee_time*."""
        return sum(booking.surely_takes for booking in self.bookings if booking.tee_time == tee_time)

    def hooked(self, tee_time: int) -> int:
        """Players that own open hooks surely keep on *tee_time*."""
        return sum(hook.players for hook in self.hooks if hook.tee_time == tee_time and hook.states == {"open"})

    def held(self, tee_time: int, now: datetime) -> int:
        """Places that own holds surely keep of *tee_time* at *now*."""
        return sum(hold.players for hold in self.holds if hold.tee_time == tee_time and hold.surely_holds(now))

    def left(self, tee_time: int) -> int:
        """The most places that own bookings leave of *tee_time*. Own holds and hooks may be used by a booking."""
        return self.places[tee_time].most - self.booked(tee_time)

    def bounds(self, tee_time: int, now: datetime) -> tuple[int, int]:
        """The fewest and the most places that may be free at *tee_time*."""
        taken = self.booked(tee_time) + self.hooked(tee_time) + self.held(tee_time, now)
        return self._fewest(tee_time, now), max(0, self.places[tee_time].most - taken)

    def _fewest(self, tee_time: int, now: datetime) -> int:
        places = self.places[tee_time]
        if self._is_empty(now):
            return places.fewest
        if not self.counts or not self._takings(tee_time, now).keys() <= self.counted:
            return 0
        fewest = places.fewest - self._possibly_taken(tee_time, now)
        return fewest if fewest > _KEPT_BACK or self.sells_the_last else 0

    def _is_empty(self, now: datetime) -> bool:
        """Whether no object of this walk may still take places."""
        return not any(self._possibly_taken(tee_time, now) for tee_time in range(len(self.places)))

    def _possibly_taken(self, tee_time: int, now: datetime) -> int:
        return sum(self._takings(tee_time, now).values())

    def _takings(self, tee_time: int, now: datetime) -> Mapping[Taking, int]:
        """The most places that may be taken, by what takes them; only what takes some."""
        bookings = sum(booking.possibly_takes for booking in self.bookings if booking.tee_time == tee_time)
        possible = {
            Taking.booking: bookings + self.rival_players.get(tee_time, 0),
            Taking.hold: sum(hold.players for hold in self.holds if hold.tee_time == tee_time and hold.may_hold(now)),
            Taking.hook: sum(
                hook.players for hook in self.hooks if hook.tee_time == tee_time and "open" in hook.states
            ),
        }
        return {taking: players for taking, players in possible.items() if players}

    def explains(self, free: Sequence[int], now: datetime, blame: Blame) -> bool:
        """Whether the places shown break nothing."""
        for tee_time, shown in enumerate(free):
            fewest, most = self.bounds(tee_time, now)
            if (shown > most and self._row_of_too_many(tee_time, now, blame)) or (shown < fewest and blame.too_few):
                return False
        return True

    def saw(self, free: Sequence[int], now: datetime, blame: Blame) -> None:
        """Learns from the places shown. Raises `Deviation` when they break something."""
        for tee_time, shown in enumerate(free):
            self._saw_one(tee_time, shown, now, blame)
            self._learn_counting(tee_time, shown, now)

    def _saw_one(self, tee_time: int, shown: int, now: datetime, blame: Blame) -> None:
        fewest, most = self.bounds(tee_time, now)
        places = self.places[tee_time]
        if shown > most:
            row = self._row_of_too_many(tee_time, now, blame)
            if row:
                raise Deviation(row, f"at most {most} places are free at {_named(tee_time)}", f"{shown} are")
            places.most += shown - most
        if shown < fewest:
            if blame.too_few:
                raise Deviation(
                    blame.too_few, f"at least {fewest} places are free at {_named(tee_time)}", f"{shown} are"
                )
            # An object may take more places than its players. Without an object, somebody else took the places.
            self.counts = False
            places.fewest = shown if self._is_empty(now) else places.fewest

    def _row_of_too_many(self, tee_time: int, now: datetime, blame: Blame) -> str | None:
        if blame.too_many != WHAT_IS_KEPT:
            return blame.too_many
        kept = (
            (Taking.booking, self.booked(tee_time)),
            (Taking.hold, self.held(tee_time, now)),
            (Taking.hook, self.hooked(tee_time)),
        )
        return next((_KEPT_ROWS[taking] for taking, players in kept if players), None)

    def _learn_counting(self, tee_time: int, shown: int, now: datetime) -> None:
        takings = self._takings(tee_time, now)
        _, most = self.bounds(tee_time, now)
        if shown > 0 and shown == self.places[tee_time].fewest - sum(takings.values()):
            self.counted |= takings.keys() if shown == most else frozenset()
            if takings.keys() <= self.counted:
                self._know_what_is_kept(tee_time, now)
        self.sells_the_last = self.sells_the_last or shown == _KEPT_BACK

    def _know_what_is_kept(self, tee_time: int, now: datetime) -> None:
        """Everything that may take places of *tee_time* was seen to take them."""
        for hold in self.holds:
            if hold.tee_time == tee_time and hold.may_hold(now):
                hold.states = frozenset({"held"})
        for hook in self.hooks:
            if hook.tee_time == tee_time and "open" in hook.states:
                hook.states = frozenset({"open"})


def _named(tee_time: int) -> str:
    return ("the first tee time", "the second tee time")[tee_time]
