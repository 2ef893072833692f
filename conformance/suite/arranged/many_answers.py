"""Oracles for several answers: a refusal or a success of each, named by the request that broke the rule."""

from collections.abc import Iterable

from conformance.asking.oracles import golden, refused
from conformance.evidence.exchanges import Answer


def require_refusals(pairs: Iterable[tuple[Answer, Answer]]) -> None:
    """Holds when every attempt, the first of each pair, is refused while its control, the second, is accepted.

    An iterator of pairs sends the next pair when the last one is judged. Raises as `refused`.
    """
    for attempt, control in pairs:
        refused(attempt, control=control)


def require_successes(answers: Iterable[Answer]) -> None:
    """Raises `Violation` unless every one of *answers* to documented requests is a success."""
    for answer in answers:
        golden(answer)


def require_all_refused(attempts: Iterable[Answer], *, control: Answer, because: str = "") -> None:
    """Holds when every one of *attempts* is refused while *control*, their valid twin, is accepted: see `refused`."""
    for attempt in attempts:
        refused(attempt, control=control, because=because)
