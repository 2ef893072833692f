"""Several requests that must all be refused: each message names the request that was accepted."""

from collections.abc import Iterable

from conformance.asking.oracles import refused
from conformance.evidence.exchanges import Answer


def require_all_refused(attempts: Iterable[Answer], *, control: Answer, because: str = "") -> None:
    """Hold when every one of *attempts* is refused while *control*, their valid twin, is accepted: see `refused`."""
    for attempt in attempts:
        refused(attempt, control=control, because=because)
