"""Time for the suite: the current moment, a clock that only runs forward, and waiting.

No check asks the machine for the time: it asks here. So a run can record every answer, and a replay can give the same
answers without waiting. Outside a run and a replay, it is the real time. Files below the checks that send, pace and
record requests ask the machine, and a replay does not use them. A test has the list of all these files.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from datetime import UTC, datetime
from typing import Protocol, TypeVar

from conformance.recordings.patience import Patience
from conformance.scope.lanes import PerLane

T = TypeVar("T")


class Moments(Protocol):
    """Knows the time, and waits."""

    def now(self) -> datetime:
        """The moment, aware UTC."""

    def monotonic(self) -> float:
        """Seconds on a clock that is never set back."""

    def sleep(self, seconds: float) -> None:
        """Lets this number of *seconds* pass."""


class RealMoments:
    """The time of this machine."""

    def now(self) -> datetime:
        """The moment, aware UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds on a clock that is never set back."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Waits for real."""
        time.sleep(seconds)


_REAL = RealMoments()
_MOMENTS: ContextVar[Moments] = ContextVar("moments")
_PATIENCE: ContextVar[PerLane[Patience]] = ContextVar("patience")
_RACER: ContextVar[str] = ContextVar("racer", default="")
_IN_A_RACE = "racer "


def now() -> datetime:
    """The moment, aware UTC."""
    return _MOMENTS.get(_REAL).now()


def monotonic() -> float:
    """Seconds on a clock that is never set back."""
    return _MOMENTS.get(_REAL).monotonic()


def sleep(seconds: float) -> None:
    """Lets this number of *seconds* pass."""
    _MOMENTS.get(_REAL).sleep(seconds)


@contextmanager
def timed_by(moments: Moments) -> Iterator[None]:
    """Within the block, *moments* gives the time, and the waits of each lane learn from each other."""
    token, patience = _MOMENTS.set(moments), _PATIENCE.set(PerLane(Patience))
    try:
        yield
    finally:
        _PATIENCE.reset(patience)
        _MOMENTS.reset(token)


def patience() -> Patience:
    """What this lane has learnt about waits. Outside a run and a replay, nothing is remembered."""
    known = _PATIENCE.get(None)
    return known.here if known else Patience()


def racer() -> str:
    """The name of the part of a check that this thread runs, empty where the check has no parts."""
    return _RACER.get()


def racer_name(number: int) -> str:
    """The name of a part that sends one request of a race."""
    return f"{_IN_A_RACE}{number}"


def is_of_a_race(name: str) -> bool:
    """Whether the part of a check with this *name* sends a request together with others."""
    return name.startswith(_IN_A_RACE)


@contextmanager
def outside_parts() -> Iterator[None]:
    """Within the block, this thread does nothing for the part of a check that it runs."""
    token = _RACER.set("")
    try:
        yield
    finally:
        _RACER.reset(token)


def as_racer(name: str, act: Callable[[], T]) -> Callable[[], T]:
    """*act* for another thread: it uses the time of this thread, and the recording keeps its exchanges under *name*.

    Threads overtake each other. A replay can follow the order only within one racer.
    """
    context = copy_context()
    context.run(_RACER.set, name)
    return lambda: context.run(act)
