"""Rules about places that others may take or give back as well: only a fault that further cases show too counts."""

from collections.abc import Callable
from typing import TypeVar

from conformance.evidence.verdicts import Inconclusive, Violation

C = TypeVar("C")


def require_not_again(judge: Callable[[C], None], first: C, arrange: Callable[[], C], passing: str) -> None:
    """Raises the `Violation` that *judge* raises for the last of three cases, when it raises one for all of them.

    Somebody else may have booked or given places back meanwhile: at two cases on a busy target, and hardly at three.
    *arrange* makes the second and the third case, only when the cases before show a fault; it may give the same case
    twice. Raises `Inconclusive` with the sentence *passing* when one of them shows no fault.
    """
    if _holds(judge, first):
        return
    if not _holds(judge, arrange()):
        judge(arrange())
    raise Inconclusive(passing)


def require_chance(judge: Callable[[C], None], first: C, *further: Callable[[], C]) -> None:
    """Raises the `Violation` that *judge* raises for *first*, unless chance explains it: of three *further* cases of
    each kind, one shows no fault.

    A fault that shows only under the conditions of the first case shows in the same case again, and a fault that shows
    once in each case shows elsewhere. Somebody else hardly takes places during four cases.
    """
    if _holds(judge, first):
        return
    for arrange in further:
        if not any(_holds(judge, arrange()) for _ in range(2)):
            judge(arrange())


def _holds(judge: Callable[[C], None], case: C) -> bool:
    """Whether *judge* finds no violation in this case."""
    try:
        judge(case)
    except Violation:
        return False
    return True
