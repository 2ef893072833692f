"""How long a run waits for a change to show. It learns this from the changes that have shown.

At first every wait may take the whole budget, because a change may show late. When a wait at one place of the suite has
taken its whole budget in vain, the change that it waits for probably never shows. The next waits at that place then end
after a multiple of the longest time that a change of this run took to show.
"""

from dataclasses import dataclass, field

_SHOWN_BEFORE_A_WAIT_IS_CUT = 5
_SHORTEST_SECONDS, _TIMES_THE_LONGEST = 1.0, 4.0


@dataclass
class Patience:
    """What a lane has learnt about changes: how many showed, how many seconds the slowest took, and at which places a
    wait was in vain.
    """

    shown: int = 0
    longest_seconds: float = 0.0
    _in_vain: set[str] = field(default_factory=set)

    def seconds_for(self, place: str, budget: float) -> float:
        """How many seconds a wait at *place* may take, at most its *budget*."""
        if place not in self._in_vain or self.shown < _SHOWN_BEFORE_A_WAIT_IS_CUT:
            return budget
        return min(budget, max(_SHORTEST_SECONDS, _TIMES_THE_LONGEST * self.longest_seconds))

    def note_shown(self, after_seconds: float) -> None:
        """Notes that a change showed after so many seconds of pauses."""
        self.shown += 1
        self.longest_seconds = max(self.longest_seconds, after_seconds)

    def note_in_vain(self, place: str) -> None:
        """Notes that a wait at *place* ended without its change. An empty *place* is not remembered."""
        if place:
            self._in_vain.add(place)
