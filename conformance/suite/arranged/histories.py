"""Histories of one tee time under parallel requests: who took and gave back places, when, and whether that can be.

Pure. A request takes effect at one moment between its start and its end; a history is legal when such moments exist at
which every accepted request had room.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Step:
    """One accepted request: places taken (above 0) or given back (below 0), and its start and end on one clock."""

    places: int
    started: float
    ended: float


def surplus(steps: Sequence[Step], places: int) -> int:
    """How many places more than *places* are taken when all *steps* have happened; 0 when there were enough."""
    return max(0, sum(step.places for step in steps) - places)


def is_legal(steps: Sequence[Step], places: int) -> bool:
    """Whether some order of *steps* that keeps to their times never takes more than *places* and never gives back what
    was not taken.
    """
    return _can_follow(tuple(sorted(steps, key=lambda step: step.started)), 0, places, set())


def _can_follow(left: tuple[Step, ...], taken: int, places: int, refuted: set[tuple[Step, ...]]) -> bool:
    """Whether the steps *left* can follow when this number of places is *taken*. The steps left determine the places
    taken.
    """
    if not left:
        return True
    if left in refuted:
        return False
    first_end = min(step.ended for step in left)
    for number, step in enumerate(left):
        # Only a step that began before the first end can be next.
        if step.started > first_end:
            break
        after = taken + step.places
        if 0 <= after <= places and _can_follow(left[:number] + left[number + 1 :], after, places, refuted):
            return True
    refuted.add(left)
    return False
