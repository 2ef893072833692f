"""Parts of a check that run side by side where checks run in lanes: writes that cannot disturb each other, and reads
that may have to wait.

The recording keeps what a part sent and when it waited under a name of its own, so a replay can follow it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NoReturn, TypeVar

from conformance.evidence.verdicts import AnswerLost, Judgement
from conformance.recordings.moments import as_racer, outside_parts, racer
from conformance.scope.lanes import current_lane, run_together, shared_by_all

K = TypeVar("K")
T = TypeVar("T")


def act_together(acts: Sequence[Callable[[], T]]) -> list[T]:
    """The results of the *acts* in their order. Raises what `side_by_side` raises.

    No act may draw a tee time or a reference: which act draws first would depend on the answers.
    """
    if current_lane().parts == 1:
        return [act() for act in acts]
    return run_together([as_racer(f"{racer()} part {number}".strip(), act) for number, act in enumerate(acts, 1)])


def kept_together(acts: Mapping[K, Callable[[], T]]) -> Mapping[K, Callable[[], T]]:
    """Runs the *acts* as `act_together` does. For each act, the result returns what the act returned, or raises its
    judgement. A lost answer is raised at once, because nobody knows what its act did.
    """
    return dict(zip(acts, act_together([partial(kept, act) for act in acts.values()]), strict=True))


def kept(act: Callable[[], T]) -> Callable[[], T]:
    """Runs *act*. The result returns what it returned, or raises its judgement. A lost answer is raised at once."""
    try:
        found = act()
    except AnswerLost:
        raise
    except Judgement as judgement:
        return partial(_raise, judgement)
    return lambda: found


def _raise(judgement: Judgement) -> NoReturn:
    raise judgement


@contextmanager
def found_for_all(name: str) -> Iterator[None]:
    """As `shared_by_all`, also for a part of a check: in a replay, another check or part may be the first that asks."""
    with shared_by_all(name), outside_parts():
        yield
