"""Oracles for several answers: a refusal or a success of each, named by the request that broke the rule."""

from collections.abc import Iterable

from conformance.asking.oracles import golden, refused
from conformance.evidence.exchanges import Answer


def require_refusals(pairs: Iterable[tuple[Answer, Answer]]) -> None:
    """Raises as `refused` does for an attempt, the first of each pair, and its control, the second.

    An iterator of pairs sends the next pair when the last one is judged.
    """
    for attempt, control in pairs:
        refused(attempt, control=control)


def require_successes(answers: Iterable[Answer]) -> None:
    """Raises `Violation` unless every one of *answers* to documented requests is a success."""
    for answer in answers:
        golden(answer)


def require_all_refused(attempts: Iterable[Answer], *, control: Answer, because: str = "") -> None:
    """Raises as `refused` does for each of *attempts* and *control*, their valid twin."""
    for attempt in attempts:
        refused(attempt, control=control, because=because)
