"""Hands exchanges to the judges, which work in a process of their own. The road never waits for them.

The queue has a limit in exchanges and in bytes. What does not fit is left out and counted.
"""

import contextlib
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection

from conformance.proxy.passed import Message, Passed
from conformance.target.declarations import TargetError

MOST_WAITING = 20_000
MOST_WAITING_BYTES = 128_000_000

_NICENESS = 19
# What a message costs beside its body.
_BYTES_OF_A_HEAD = 1_000

# Builds, in the process of the judges, the function that takes each exchange, and the one that ends the work.
Judges = Callable[[], tuple[Callable[[Passed], None], Callable[[], None]]]


class Beside:
    """The way to the judges. *judges* must be importable by its name, because another process calls it."""

    def __init__(self, judges: Judges) -> None:
        """Returns when the judges are ready. Raises `TargetError` when they cannot begin."""
        context = multiprocessing.get_context("spawn")
        receiving, self._sending = context.Pipe()
        self._process = context.Process(target=_work, args=(receiving, judges), daemon=True)
        self._process.start()
        receiving.close()
        hindrance = self._sending.recv()
        if hindrance is not None:
            raise TargetError(hindrance)
        self._waiting: queue.Queue[Passed | None] = queue.Queue(MOST_WAITING)
        self._waiting_bytes = 0
        self.left_out = 0
        self._feeder = threading.Thread(target=self._feed, daemon=True)
        self._feeder.start()

    def take(self, passed: Passed) -> None:
        """Hands *passed* to the judges, or leaves it out when too much waits."""
        size = _size(passed)
        if self._waiting_bytes + size > MOST_WAITING_BYTES:
            self.left_out += 1
            return
        try:
            self._waiting.put_nowait(replace(passed, left_out=self.left_out) if self.left_out else passed)
            self._waiting_bytes += size
        except queue.Full:
            self.left_out += 1

    def close(self) -> None:
        """Lets the judges finish with all that waits, and ends their process."""
        self._waiting.put(None)
        self._feeder.join()
        self._sending.close()
        self._process.join()

    def _feed(self) -> None:
        while (passed := self._waiting.get()) is not None:
            self._waiting_bytes -= _size(passed)
            try:
                self._sending.send(passed)
            except OSError:
                # The process of the judges has ended. The traffic goes on.
                self.left_out += 1


def _size(passed: Passed) -> int:
    return sum(len(message.content or b"") + _BYTES_OF_A_HEAD for message in _messages(passed))


def _messages(passed: Passed) -> list[Message]:
    return [passed.request] if passed.answer is None else [passed.request, passed.answer]


def _work(receiving: Connection, judges: Judges) -> None:
    """The work of the process of the judges: take exchanges until the road ends."""
    # The road decides when the work ends. A signal of the terminal reaches both processes.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        # The road and the service come first.
        os.nice(_NICENESS)
    try:
        take, finish = judges()
    except TargetError as hindrance:
        receiving.send(str(hindrance))
        return
    receiving.send(None)
    with contextlib.suppress(EOFError):
        while True:
            take(receiving.recv())
    finish()
