"""Further cases of a rule that a first case broke. A fault may need a weekend or an afternoon, so they are like the
first case: otherwise a case without its conditions would excuse it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date

from conformance.conditions.days import is_weekend, season_of
from conformance.discovery.offered_tee_times import OfferedTeeTime

_NOON = "12:00"
_FIRST: ContextVar[OfferedTeeTime | None] = ContextVar("tee time of the first case", default=None)


def first_case() -> OfferedTeeTime | None:
    """The tee time of the first case, while a further case is arranged in this thread."""
    return _FIRST.get()


@contextmanager
def cases_like(first: OfferedTeeTime | None) -> Iterator[None]:
    """Within the block, checks get tee times like the *first*."""
    token = _FIRST.set(first)
    try:
        yield
    finally:
        _FIRST.reset(token)


def is_alike(day: date, first: OfferedTeeTime) -> bool:
    """Whether *day* is in the same part of the week as the first case, and under the same clocks."""
    return is_weekend(day) is is_weekend(first.play_date) and season_of(day) == season_of(first.play_date)


def most_alike(tee_times: Sequence[OfferedTeeTime], first: OfferedTeeTime) -> OfferedTeeTime | None:
    """One of *tee_times*, in the same part of the day as the first case if there is one. None when there is none."""
    same_part = [tee_time for tee_time in tee_times if (tee_time.time < _NOON) is (first.time < _NOON)]
    return next(iter([*same_part, *tee_times]), None)
