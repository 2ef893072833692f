"""Rules about places that others may take or give back as well: only a fault that a second case shows too counts."""

from collections.abc import Callable
from typing import TypeVar

from conformance.evidence.verdicts import Inconclusive, Violation

C = TypeVar("C")


def require_not_twice(judge: Callable[[C], None], first: C, arrange_second: Callable[[], C], passing: str) -> None:
    """Raises the `Violation` that *judge* raises for a second case, when it raises one for the *first* case too.

    Somebody else may have booked or given places back at the first case meanwhile, but not twice. *arrange_second* is
    called only when the first case shows a fault. Raises `Inconclusive` with the sentence *passing* when the second
    case shows no fault.
    """
    if _holds(judge, first):
        return
    judge(arrange_second())
    raise Inconclusive(passing)


def _holds(judge: Callable[[C], None], case: C) -> bool:
    """Whether *judge* finds no violation in this case."""
    try:
        judge(case)
    except Violation:
        return False
    return True
