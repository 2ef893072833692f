"""Rules about places that others may take or give back as well: only a fault that further cases show too counts."""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import TypeVar

from conformance.discovery import OfferedTeeTime
from conformance.discovery.alike import cases_like
from conformance.evidence.verdicts import Inconclusive, Violation

C = TypeVar("C")


def require_not_again(judge: Callable[[C], None], first: C, arrange: Callable[[], C], passing: str) -> None:
    """Raises the `Violation` that *judge* raises for the last of three cases, when it raises one for all of them.

    Somebody else may have booked or given places back meanwhile: at two cases on a busy target, and hardly at three.
    *arrange* makes the second and the third case, only when the cases before show a fault; it may give the same case
    twice. Where it asks for a tee time, it gets one like that of the first case. Raises `Inconclusive` with the
    sentence *passing* when one of them shows no fault.
    """
    if _holds(judge, first):
        return
    if not _holds(judge, _like(first, arrange)):
        judge(_like(first, arrange))
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


def _like(first: C, arrange: Callable[[], C]) -> C:
    with cases_like(next(_tee_times_in(first), None)):
        return arrange()


def _tee_times_in(case: object) -> Iterator[OfferedTeeTime]:
    """The tee times that the members of *case* name."""
    if isinstance(case, OfferedTeeTime):
        yield case
    elif is_dataclass(case):
        for member in fields(case):
            yield from _tee_times_in(getattr(case, member.name))
