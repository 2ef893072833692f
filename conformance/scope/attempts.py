"""Which run of a check is under way. A check that cannot decide runs again, and then wants other things than before."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_NUMBER: ContextVar[int] = ContextVar("number of the run of the check", default=1)


def run_of_check() -> int:
    """The number of the run of the check in this thread, from 1."""
    return _NUMBER.get()


@contextmanager
def running_as(number: int) -> Iterator[None]:
    """Within the block, a check is in its run with this *number*."""
    token = _NUMBER.set(number)
    try:
        yield
    finally:
        _NUMBER.reset(token)
