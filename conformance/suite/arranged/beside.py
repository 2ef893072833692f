"""A place that somebody takes at the tee time of something else, so that what comes back is not all."""

from collections.abc import Callable

from conformance.discovery import OfferedTeeTime
from conformance.evidence.exchanges import Answer, Role

# Books or holds places for this number of players.
Take = Callable[[OfferedTeeTime, int], Answer]


def place_taken(take: Take, tee_time: OfferedTeeTime) -> int:
    """Lets *take* book or hold one place of *tee_time*. Returns how many places that took, 0 after a refusal."""
    answer = take(tee_time, 1)
    if not answer.is_success:
        answer.mark(Role.attempt)
    return int(answer.is_success)
