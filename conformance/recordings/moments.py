"""Time as the suite meets it: the moment, a clock that only runs forward, and waiting.

Nothing else in the suite asks the machine what time it is while checks run. So a run can keep every answer, and a
replay can give the same answers again without waiting. Outside both it is the real time.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from datetime import UTC, datetime
from typing import Protocol, TypeVar

T = TypeVar("T")


class Moments(Protocol):
    """Answers what time it is, and waits."""

    def now(self) -> datetime:
        """The moment, aware UTC."""

    def monotonic(self) -> float:
        """Seconds on a clock that is never set back."""

    def sleep(self, seconds: float) -> None:
        """Let so much time pass."""


class RealMoments:
    """The time of this machine."""

    def now(self) -> datetime:
        """The moment, aware UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds on a clock that is never set back."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait for real."""
        time.sleep(seconds)


_REAL = RealMoments()
_MOMENTS: ContextVar[Moments] = ContextVar("moments")
_LANE: ContextVar[str] = ContextVar("lane", default="")


def now() -> datetime:
    """The moment, aware UTC."""
    return _MOMENTS.get(_REAL).now()


def monotonic() -> float:
    """Seconds on a clock that is never set back."""
    return _MOMENTS.get(_REAL).monotonic()


def sleep(seconds: float) -> None:
    """Let so much time pass."""
    _MOMENTS.get(_REAL).sleep(seconds)


@contextmanager
def told_by(moments: Moments) -> Iterator[None]:
    """Within the block, *moments* says what time it is."""
    token = _MOMENTS.set(moments)
    try:
        yield
    finally:
        _MOMENTS.reset(token)


def lane() -> str:
    """The name of the lane this thread runs in, empty outside of races."""
    return _LANE.get()


def in_lane(name: str, act: Callable[[], T]) -> Callable[[], T]:
    """*act*, to be called in another thread: it meets the time of this one, and what it does is kept under *name*.

    Threads overtake each other, so only within one lane is there an order that a replay can follow.
    """
    context = copy_context()
    context.run(_LANE.set, name)
    return lambda: context.run(act)
