"""Slots for requests that are under way at the same time. Whoever asks first gets the next free slot."""

import threading
from collections import deque
from types import TracebackType


class Slots:
    """*count* slots, each held within a `with` block. Safe to use from several threads.

    A semaphore of Python may give a free slot to a thread that has just returned one. The requests of a race would then
    wait behind the lanes that send one request after the other, and not start together.
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: deque[threading.Event] = deque()
        self._changing = threading.Lock()

    def __enter__(self) -> None:
        with self._changing:
            if self._free:
                self._free -= 1
                return
            turn = threading.Event()
            self._waiting.append(turn)
        try:
            turn.wait()
        except BaseException:
            self._give_up(turn)
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._hand_on()

    def _hand_on(self) -> None:
        with self._changing:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1

    def _give_up(self, turn: threading.Event) -> None:
        """Leaves the queue. If this thread got a slot just now, the next thread gets it."""
        with self._changing:
            was_waiting = turn in self._waiting
            if was_waiting:
                self._waiting.remove(turn)
        if not was_waiting:
            self._hand_on()
