"""Oracles for several answers: a refusal or a success of each, named by the request that broke the rule."""

from collections.abc import Callable, Iterable
from functools import partial

from conformance.asking.oracles import accepted, golden, refused
from conformance.evidence.exchanges import Answer, Role
from conformance.scope.lanes import run_together


def require_refusals(pairs: Iterable[tuple[Answer, Answer]]) -> None:
    """Raises as `refused` does for an attempt, the first of each pair, and its control, the second.

    An iterator of pairs sends the next pair when the last one is judged.
    """
    for attempt, control in pairs:
        refused(attempt, control=control)


def require_unknown_ids_refused(ask: Callable[[str], Answer], pairs: Iterable[tuple[str, str]]) -> None:
    """As `require_refusals`. *ask* asks about both courses of each pair: an unknown one, and a known one."""
    asked = run_together(partial(ask, course_id) for pair in pairs for course_id in pair)
    require_refusals(zip(asked[::2], asked[1::2], strict=True))


def require_successes(answers: Iterable[Answer]) -> None:
    """Raises `Violation` unless every one of *answers* to documented requests is a success."""
    for answer in answers:
        golden(answer)


def require_accepted_like_its_twin(answer: Answer, post_twin: Callable[[], Answer]) -> None:
    """Raises `Violation` when *answer* is a refusal and its valid twin is accepted. *post_twin* sends the twin, only
    after a refusal. Raises `Inconclusive` when the twin is refused too.
    """
    if not answer.is_success:
        twin = post_twin()
        twin.mark(Role.control)
        accepted(twin, "The valid twin, sent after it,")
    golden(answer)


def require_all_refused(attempts: Iterable[Answer], *, control: Answer, because: str = "") -> None:
    """Raises as `refused` does for each of *attempts* and *control*, their valid twin."""
    for attempt in attempts:
        refused(attempt, control=control, because=because)
