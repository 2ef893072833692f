"""Puts exchanges into the order of their ends, and holds each back until everything that overlaps it is known. Pure."""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field

from conformance.watching.seen import JudgedExchange

# Where one answer takes very long, no exchange waits for more than this number of others. What overlaps it is then not
# known.
_MOST_HELD = 5_000


@dataclass
class InOrder:
    """Exchanges that wait for the exchanges beside them. *given_up* counts the exchanges that could not wait."""

    _held: list[tuple[float, int, JudgedExchange]] = field(default_factory=list)
    given_up: int = 0

    def add(self, seen: JudgedExchange, settled: float) -> Iterator[JudgedExchange]:
        """Every exchange that ended before *settled*, the moment before which all requests that began are complete."""
        heapq.heappush(self._held, (seen.ended, seen.answer.index, seen))
        return self.until(settled)

    def until(self, settled: float) -> Iterator[JudgedExchange]:
        """Every exchange held that ended before *settled*."""
        while self._held and self._held[0][0] <= settled:
            yield heapq.heappop(self._held)[2]
        while len(self._held) > _MOST_HELD:
            heapq.heappop(self._held)
            self.given_up += 1
