"""One request sent twice at the same moment, as after a double click: whoever answers it does it once."""

from collections.abc import Callable

from conformance.evidence.exchanges import Answer, Role
from conformance.suite.arranged.races import Racer, race


def send_twice_at_once(send: Callable[[], Answer]) -> Answer:
    """An accepted answer of two equal requests at the same moment, or the answer to a third request where both are
    refused: a target may refuse what it is just doing.
    """
    answers = [finish.answer for finish in race([Racer(0, send) for _ in range(2)]) if finish.answer is not None]
    for answer in answers:
        if not answer.is_success:
            answer.mark(Role.attempt)
    return next((answer for answer in answers if answer.is_success), None) or send()
