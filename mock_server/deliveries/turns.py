"""Decides which due delivery is sent next, so that no world and no receiver takes the room of the others.

It contains values only. It counts the running attempts of this process. Callers pass the time.
"""

import heapq
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Sequence

from mock_server.storage.outbox import Due, Head

# Attempts that a process runs at the same time. A world without a running attempt gets one more.
MAX_IN_FLIGHT = 256
MAX_OF_WORLD = 32
MAX_OF_RECEIVER = 4
# Seconds after which a receiver counts as slow, until it answers faster again. Each slow receiver gets one delivery
# at a time, and all slow receivers of a world share a few places.
SLOW_SECONDS = 1.0
SLOW_OF_WORLD = 4
_MAX_REMEMBERED = 10_000

# A receiver is an address in one world: if it is slow in one world, this does not affect other worlds.
ReceiverKey = tuple[str, str]


class Turns:
    """The running attempts, and the slow receivers. Times are seconds of a clock that never goes back."""

    def __init__(self) -> None:
        self._under_way: dict[str, tuple[ReceiverKey, float]] = {}
        self._slow: OrderedDict[ReceiverKey, None] = OrderedDict()

    def begun(self, lease: str, due: Due, at: float) -> None:
        """Records that an attempt began. *lease* identifies it, since delivery numbers repeat after a reset."""
        self._under_way[lease] = ((due.world, due.url), at)

    def ended(self, lease: str, at: float) -> None:
        """Records that an attempt ended, and how long its receiver took."""
        receiver, begun_at = self._under_way.pop(lease)
        self._slow.pop(receiver, None)
        if at - begun_at > SLOW_SECONDS:
            self._slow[receiver] = None
            if len(self._slow) > _MAX_REMEMBERED:
                self._slow.popitem(last=False)

    def chosen(self, heads: Sequence[Head], at: float, most: int) -> list[Head]:
        """Up to *most* of *heads* to begin now. *heads* are in order, longest due first.

        Each turn goes to the world with the fewest running attempts, and there to the delivery that is longest due.
        """
        room, lines = _Room(self._under_way, self._slow, at), _by_world(heads)
        waiting = [(room.of_world[world], place, world) for place, world in enumerate(lines)]
        heapq.heapify(waiting)
        chosen: list[Head] = []
        while waiting and len(chosen) < most:
            _count, place, world = heapq.heappop(waiting)
            head = next((head for head in _taken(lines[world]) if room.count_if_free(head)), None)
            if head is not None:
                chosen.append(head)
                heapq.heappush(waiting, (room.of_world[world], place, world))
        return chosen


class _Room:
    """The numbers of running attempts at one moment, including the deliveries that are chosen."""

    def __init__(
        self, under_way: dict[str, tuple[ReceiverKey, float]], slow: OrderedDict[ReceiverKey, None], at: float
    ) -> None:
        self.total = len(under_way)
        self.of_world: Counter[str] = Counter(world for (world, _url), _begun_at in under_way.values())
        self.of_receiver: Counter[ReceiverKey] = Counter(receiver for receiver, _begun_at in under_way.values())
        late = {receiver for receiver, begun_at in under_way.values() if at - begun_at > SLOW_SECONDS}
        self.slow = slow.keys() | late
        self.slow_of_world: Counter[str] = Counter(
            receiver[0] for receiver, _begun_at in under_way.values() if receiver in self.slow
        )

    def count_if_free(self, head: Head) -> bool:
        """Counts a delivery if there is room for it. Returns whether there is."""
        receiver, is_slow = (head.world, head.url), (head.world, head.url) in self.slow
        if self.total >= MAX_IN_FLIGHT and self.of_world[head.world]:
            return False
        if self.of_world[head.world] >= MAX_OF_WORLD:
            return False
        if self.of_receiver[receiver] >= (1 if is_slow else MAX_OF_RECEIVER):
            return False
        if is_slow and self.slow_of_world[head.world] >= SLOW_OF_WORLD:
            return False
        self.total += 1
        self.of_world[head.world] += 1
        self.of_receiver[receiver] += 1
        self.slow_of_world[head.world] += is_slow
        return True


def _by_world(heads: Sequence[Head]) -> dict[str, deque[Head]]:
    lines: dict[str, deque[Head]] = {}
    for head in heads:
        lines.setdefault(head.world, deque()).append(head)
    return lines


def _taken(line: deque[Head]) -> Iterator[Head]:
    while line:
        yield line.popleft()
