"""What a run has seen of its target before the walks: the model need not allow what this target never does. Pure.

The specification does not say whether a booking takes no more than its players, or whether the last single place is on
sale. Most targets count place by place, and the other checks of the run have seen it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from conformance.conditions.looks import Look, looks_at
from conformance.evidence.exchanges import Exchange
from conformance.walks.ledger import Taking

_TAKEN_BY: Mapping[str, Taking] = {
    "createBooking": Taking.booking,
    "holdTeeTime": Taking.hold,
    "createBookingHook": Taking.hook,
}
_ENOUGH = 3

# Course, day and time.
_At = tuple[str, str, str]


@dataclass(frozen=True)
class Experience:
    """The kinds of objects that always took exactly their players, and the courses that offered a single place, or that
    took a hook.
    """

    counted: tuple[Taking, ...] = ()
    courses_with_single_places: tuple[str, ...] = ()
    courses_with_hooks: tuple[str, ...] = ()


NOTHING_SEEN = Experience()


def experience_of(exchanges: Iterable[Exchange]) -> Experience:
    """What *exchanges* show, in the order in which they were answered."""
    learning = _Learning()
    for look in looks_at(exchanges):
        learning.see(look)
    return learning.experience


@dataclass
class _PlacesTaken:
    """What took places of a tee time since a tee sheet showed the places *before*. *ended_at* is the end of the last
    write.
    """

    before: int
    ended_at: datetime
    players: Counter[Taking] = field(default_factory=Counter)


@dataclass
class _Learning:
    _free: dict[_At, tuple[int, Exchange]] = field(default_factory=dict)
    _taken: dict[_At, _PlacesTaken] = field(default_factory=dict)
    _made_by: defaultdict[str | None, set[_At]] = field(default_factory=lambda: defaultdict(set))
    _was_exact: defaultdict[Taking, list[bool]] = field(default_factory=lambda: defaultdict(list))
    _single: set[str] = field(default_factory=set)
    _hooked: set[str] = field(default_factory=set)

    @property
    def experience(self) -> Experience:
        """What was learnt so far."""
        counted = [kind for kind, exact in self._was_exact.items() if len(exact) >= _ENOUGH and all(exact)]
        return Experience(tuple(sorted(counted)), tuple(sorted(self._single)), tuple(sorted(self._hooked)))

    def see(self, look: Look) -> None:
        """Learns from *look*."""
        if not look.is_success:
            return
        if look.operation == "listTeeTimes":
            self._see_sheet(look)
        elif look.operation in _TAKEN_BY:
            self._see_taken(look)
        elif look.exchange.request.method != "GET":
            # It may give places back, and does not say where.
            for at in self._made_by.pop(look.exchange.check, ()):
                self._free.pop(at, None)
                self._taken.pop(at, None)

    def _see_taken(self, look: Look) -> None:
        kind, course_id = _TAKEN_BY[look.operation], str(look.asked.get("courseId", look.named))
        at = (course_id, str(look.asked.get("date")), str(look.asked.get("teeTime", look.asked.get("time"))))
        players, (free, shown) = look.asked.get("players"), self._free.get(at, (0, None))
        if isinstance(players, int) and shown and shown.ended_at < look.exchange.started_at:
            taken = self._taken.setdefault(at, _PlacesTaken(free, look.exchange.ended_at))
            taken.ended_at = max(taken.ended_at, look.exchange.ended_at)
            taken.players[kind] += players
        else:
            self._taken.pop(at, None)
        self._made_by[look.exchange.check].add(at)
        if kind is Taking.hook:
            self._hooked.add(course_id)

    def _see_sheet(self, look: Look) -> None:
        for time, free in _places_in(look.body):
            at = (look.named, look.query.get("date", ""), time)
            taken = self._taken.get(at)
            if taken and taken.ended_at >= look.exchange.started_at:
                continue
            self._free[at] = (free, look.exchange)
            if free == 1:
                self._single.add(look.named)
            if taken:
                self._count(taken, free)
                del self._taken[at]

    def _count(self, taken: _PlacesTaken, free: int) -> None:
        """More places than expected prove nothing: a booking may use the places of a hold, and holds end."""
        expected = taken.before - taken.players.total()
        if free <= expected:
            for kind in taken.players:
                self._was_exact[kind].append(free == expected)


def _places_in(body: Any) -> Iterable[tuple[str, int]]:
    listed = body.get("availableTimes") if isinstance(body, dict) else None
    for item in listed if isinstance(listed, list) else ():
        if isinstance(item, dict) and isinstance(item.get("available"), int):
            yield str(item.get("time")), item["available"]
