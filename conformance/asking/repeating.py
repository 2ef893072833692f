"""Repeats a request whose answer was lost on the way. It knows nothing of agencies and of recordings."""

from collections.abc import Callable, Sequence

from conformance.evidence.exchanges import Response
from conformance.wire.retrying import PAUSES_SECONDS, is_lost
from conformance.wire.transport import NoAnswer


def first_answer(
    ask: Callable[[], Response],
    sleep: Callable[[float], None],
    *,
    pauses: Sequence[float] = PAUSES_SECONDS,
    is_hopeless: Callable[[NoAnswer], bool] = lambda _silence: False,
) -> Response:
    """The first answer of *ask* that was not lost. After the last of *pauses* (seconds), every answer is returned.

    Raises `NoAnswer` when the last attempt gets no answer, or when a repeat is hopeless.
    """
    for pause in pauses:
        try:
            answer = ask()
        except NoAnswer as silence:
            if is_hopeless(silence):
                raise
        else:
            if not is_lost(answer):
                return answer
        sleep(pause)
    return ask()
