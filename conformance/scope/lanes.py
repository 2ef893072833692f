"""Lanes: parts of one run whose checks run side by side.

Each lane has tee times, days, references and knowledge of its own. So a lane sends the same requests whatever the other
lanes do meanwhile, and a replay can run the lanes one after the other.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from conformance.evidence.verdicts import Judgement

T = TypeVar("T")

_MOST_THINGS_OF_A_LANE = 10_000
_MOST_TOGETHER = 8


@dataclass(frozen=True)
class Lane:
    """A lane by its *name*. It owns the part *number* (from 0) of *parts* equal parts of everything that is drawn. A
    check in this lane may divide its work between the lanes *of_parts*, because no other check runs in them meanwhile.
    *hears_others* says that deliveries about bookings of other lanes arrive meanwhile.
    """

    name: str = ""
    number: int = 0
    parts: int = 1
    of_parts: tuple["Lane", ...] = ()
    hears_others: bool = False

    def owns(self, draw: int) -> bool:
        """Whether this lane may use the thing with the number *draw*."""
        return draw % self.parts == self.number

    def count(self, nth: int) -> int:
        """The number of the *nth* thing that this lane creates. No other lane gives the same number."""
        return self.number * _MOST_THINGS_OF_A_LANE + nth


# The lane of a run whose checks run one after the other.
WHOLE_RUN = Lane()

_LANE: ContextVar[Lane] = ContextVar("lane of the run", default=WHOLE_RUN)


def current_lane() -> Lane:
    """The lane of this thread."""
    return _LANE.get()


@contextmanager
def running_in(lane: Lane) -> Iterator[None]:
    """Within the block, this thread runs in *lane*."""
    token = _LANE.set(lane)
    try:
        yield
    finally:
        _LANE.reset(token)


def side_by_side(
    acts: Sequence[Callable[[], T]], stop: Callable[[], None] = lambda: None, at_once: int | None = None
) -> list[T]:
    """The results of the *acts* in their order. *at_once* of them run at the same time, by default all. When an act
    raises, or the user interrupts, no further act begins, and *stop* must let the others end soon. Of the exceptions
    that were raised by then, that of the first act is raised again.
    """
    with ThreadPoolExecutor(at_once or max(len(acts), 1), thread_name_prefix="lane") as pool:
        started = [pool.submit(copy_context().run, act) for act in acts]
        try:
            ended = wait(started, return_when=FIRST_EXCEPTION).done
            for act in started:
                if act in ended:
                    act.result()
            return [act.result() for act in started]
        except BaseException:
            for act in started:
                act.cancel()
            stop()
            raise


def several_at_once(acts: Sequence[Callable[[], T]], at_once: int) -> Iterator[T]:
    """The results of the *acts* in their order; *at_once* of them run at the same time. No act begins after an
    exception or an interruption.
    """
    if at_once == 1:
        yield from (act() for act in acts)
        return
    pool = ThreadPoolExecutor(at_once)
    try:
        started = [pool.submit(copy_context().run, act) for act in acts]
        yield from (act.result() for act in started)
    finally:
        pool.shutdown(cancel_futures=True)


def run_together(acts: Iterable[Callable[[], T]]) -> list[T]:
    """The results of the *acts* in their order. Where checks run in lanes, other lanes may wait for them, so several
    acts are under way at the same time. Raises what `side_by_side` raises.
    """
    if current_lane().parts == 1:
        return [act() for act in acts]
    return side_by_side(list(acts), at_once=_MOST_TOGETHER)


def read_ahead(reads: Iterable[Callable[[], object]]) -> None:
    """Runs the *reads* as `run_together` does, where checks run in lanes. Each read keeps what it finds for the check
    that asks for it. A read that raises a judgement keeps nothing, so that check reads again and is judged.
    """

    def unless_judged(read: Callable[[], object]) -> None:
        with suppress(Judgement):
            read()

    if current_lane().parts > 1:
        run_together(partial(unless_judged, read) for read in reads)


class PerLane(Generic[T]):
    """A value for each lane. *create* makes the value when a lane first asks for it."""

    def __init__(self, create: Callable[[], T]) -> None:
        self._create = create
        self._values: dict[str, T] = {}
        self._creating = threading.Lock()

    @property
    def here(self) -> T:
        """The value of the lane of this thread."""
        name = current_lane().name
        with self._creating:
            if name not in self._values:
                self._values[name] = self._create()
            return self._values[name]

    @here.setter
    def here(self, value: T) -> None:
        with self._creating:
            self._values[current_lane().name] = value

    @property
    def everywhere(self) -> Sequence[T]:
        """The values of all lanes that have one."""
        with self._creating:
            return list(self._values.values())


@contextmanager
def shared_by_all(name: str) -> Iterator[None]:
    """Within the block, this thread finds out facts called *name* for all lanes. In a run with a single lane, the facts
    belong to the check that asks first.
    """
    here = current_lane()
    if here.parts == 1:
        yield
        return
    with running_in(Lane(name, here.parts - 1, here.parts)):
        yield
